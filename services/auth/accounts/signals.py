"""Publishes keyed hashes of browsers and delivery addresses that several accounts share."""

from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import AccountSignalShared
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import account_signals
from services.auth.accounts.models import User
from services.auth.accounts.rules import delivery_word
from services.auth.auth_services import AuthServices


async def note_device(
    auth: AuthServices, session: AsyncSession, user_id: int, device_token: str, now: datetime
) -> None:
    await _note(auth, session, "device", user_id, device_token, now)


async def note_address(auth: AuthServices, session: AsyncSession, user: User) -> None:
    """Call with the account locked."""
    if (word := delivery_word(user.address or "")) is not None:
        await _note(auth, session, "address", user.known_id, word, await clock.now(session))


async def _note(
    auth: AuthServices,
    session: AsyncSession,
    kind: Literal["device", "address"],
    user_id: int,
    value: str,
    now: datetime,
) -> None:
    for item in await account_signals.record_signal(session, auth.safe, kind, user_id, value, now):
        event = AccountSignalShared(
            user_id=item.user_id, signal=item.signal, by=kind, since=item.since, seen_at=item.seen_at
        )
        await outbox.record(session, event, version=1)
