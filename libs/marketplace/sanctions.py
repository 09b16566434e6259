"""Each service publishes an acknowledgement in the transaction that applies a sanction (decision 0027)."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.sanctions import (
    AccountSanction,
    Consequence,
    ConsequenceCount,
    SanctionAcknowledged,
    SanctionEvent,
    sanction_of,
)
from libs.kit.events import outbox
from libs.kit.events.subscribing import Subscriptions
from libs.kit.process import clock

Counts = Mapping[Consequence, int]
# Counts the effects that a sanction on a person had in this service.
Count = Callable[[AsyncSession, int, AccountSanction], Awaitable[Counts]]


async def _nothing(_: AsyncSession, __: int, ___: AccountSanction) -> Counts:
    return {}


def subscribe(
    subscriptions: Subscriptions, acknowledgement: type[SanctionAcknowledged], count: Count = _nothing,
    kinds: tuple[type[SanctionEvent], ...] = (UserBanned, UserUnbanned, UserSuspended),
) -> None:  # fmt: skip
    """Subscribe to sanctions. All effects must be in the transaction that handles the event."""

    async def answer(event: SanctionEvent, session: AsyncSession) -> None:
        sanction, decided_at = sanction_of(event)
        counts = await count(session, event.user_id, sanction)
        await record_acknowledgement(session, acknowledgement, event.user_id, sanction, decided_at, counts)

    for kind in kinds:
        subscriptions.also(kind, answer)


async def answer_removal(
    session: AsyncSession, acknowledgement: type[SanctionAcknowledged], event: ProductRemoved, counts: Counts
) -> None:
    """Ignores removals by the seller, because only removals by staff are sanctions."""
    if event.reason == "moderated":
        seller, removed_at = event.seller_id, event.removed_at
        await record_acknowledgement(
            session, acknowledgement, seller, "remove_listing", removed_at, counts, event.product_id
        )


async def record_acknowledgement(
    session: AsyncSession, acknowledgement: type[SanctionAcknowledged], user_id: int, sanction: AccountSanction,
    decided_at: datetime, counts: Counts, product_id: int | None = None,
) -> None:  # fmt: skip
    event = acknowledgement(
        user_id=user_id, sanction=sanction, product_id=product_id, decided_at=decided_at,
        applied_at=await clock.now(session),
        consequences=[ConsequenceCount(what=what, count=number) for what, number in counts.items()],
    )  # fmt: skip
    await outbox.record(session, event, version=1)
