from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.credentials import (
    CredentialChange,
    CredentialChanged,
    DeviceAdded,
    SignInWay,
    device_mark,
)
from libs.kit.events import outbox
from libs.kit.process import clock
from services.auth.accounts.models import User
from services.auth.auth_services import ClientInfo
from services.auth.sign_in import queries
from services.auth.sign_in.rules import hash_token, place_name


async def record_change(session: AsyncSession, user: User, change: CredentialChange) -> None:
    """Call with the account locked."""
    user.version += 1
    now = await clock.now(session)
    event = CredentialChanged(user_id=user.known_id, change=change, changed_at=now)
    await outbox.record(session, event, version=user.version)


async def record_device(
    session: AsyncSession,
    user: User,
    device_token: str,
    client: ClientInfo,
    *,
    way: str,
    family_id: str = "",
    now: datetime,
) -> None:
    """`family_id` is the session that was started in the browser."""
    place = place_name(client.address)
    was_there = await queries.was_at(session, user.known_id, place, but_for=family_id)
    event = DeviceAdded(
        user_id=user.known_id,
        device=device_mark(user.known_id, hash_token(device_token)),
        way=cast("SignInWay", way if way in ("password", "passkey", "reset") else "provider"),
        is_new_network=not was_there,
        added_at=now,
    )
    await outbox.record(session, event, version=1)
