"""Each service publishes a receipt in the transaction that applied a sanction (decision 0027)."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserBanned, UserSuspended, UserUnbanned
from libs.contracts.events.catalog import ProductRemoved
from libs.contracts.events.measures import (
    AccountMeasure,
    Consequence,
    ConsequenceCount,
    MeasureEvent,
    MeasureReceiptEvent,
    measure_of,
)
from libs.kit.events import outbox
from libs.kit.events.subscribing import Subscriptions
from libs.kit.process import clock

Counts = Mapping[Consequence, int]
# Counts the effects of a sanction on a person in this service.
Count = Callable[[AsyncSession, int, AccountMeasure], Awaitable[Counts]]


async def _nothing(_: AsyncSession, __: int, ___: AccountMeasure) -> Counts:
    return {}


def hear(
    subscriptions: Subscriptions, receipt: type[MeasureReceiptEvent], count: Count = _nothing,
    kinds: tuple[type[MeasureEvent], ...] = (UserBanned, UserUnbanned, UserSuspended),
) -> None:  # fmt: skip
    """Subscribe to sanctions whose effects are all in the handling transaction."""

    async def answer(event: MeasureEvent, session: AsyncSession) -> None:
        measure, decided_at = measure_of(event)
        counts = await count(session, event.user_id, measure)
        await record_receipt(session, receipt, event.user_id, measure, decided_at, counts)

    for kind in kinds:
        subscriptions.also(kind, answer)


async def answer_removal(
    session: AsyncSession, receipt: type[MeasureReceiptEvent], event: ProductRemoved, counts: Counts
) -> None:
    """Only removals by staff are sanctions."""
    if event.reason == "moderated":
        seller, removed_at = event.seller_id, event.removed_at
        await record_receipt(session, receipt, seller, "remove_listing", removed_at, counts, event.product_id)


async def record_receipt(
    session: AsyncSession, receipt: type[MeasureReceiptEvent], user_id: int, measure: AccountMeasure,
    decided_at: datetime, counts: Counts, product_id: int | None = None,
) -> None:  # fmt: skip
    event = receipt(
        user_id=user_id, measure=measure, product_id=product_id, decided_at=decided_at,
        applied_at=await clock.now(session),
        consequences=[ConsequenceCount(what=what, count=number) for what, number in counts.items()],
    )  # fmt: skip
    await outbox.record(session, event, version=1)
