from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import (
    ActionConfirmed,
    ActionType,
    CancelledBy,
    DealCancelled,
    DealDelivered,
    DealEvent,
    DealOpened,
    OrderReason,
    PaymentReported,
    SoldBy,
)
from libs.kit.events import outbox
from services.messaging.deals import queries, rules
from services.messaging.deals.models import Deal, TimelineEntry
from services.messaging.deals.rules import CancelRequest
from services.messaging.messages.models import Message

Reason = Literal[
    "changed_mind", "unavailable", "no_payment", "unreachable", "listing_removed", "person_left", "other"
]


@dataclass(frozen=True)
class StaffDecision:
    """The member of staff who takes a step of an order, and the reason."""

    admin_id: int
    reason: OrderReason
    words: str | None

    def details(self) -> dict[str, str]:
        words = {"words": self.words} if self.words else {}
        return {"by": "staff", "staffReason": self.reason} | words


async def move_deal(session: AsyncSession, deal: Deal, following: rules.State, now: datetime) -> None:
    """Also deletes the cancellation request, because it was about the previous state."""
    if following != deal.state:
        deal.state, deal.state_since, deal.reminders = following, now, 0
        forget_request(deal)
    deal.updated_at = now
    await session.flush()


def forget_request(deal: Deal) -> None:
    deal.cancel_asked_by = deal.cancel_asked_at = None


async def add_to_timeline(
    session: AsyncSession, deal: Deal, kind: str, actor_id: int | None, now: datetime, **details: Any
) -> None:
    number = await queries.get_next_event_number(session, deal.known_id)
    session.add(
        TimelineEntry(
            deal_id=deal.known_id, number=number, kind=kind, actor_id=actor_id, details=details, at=now
        )
    )
    await session.flush()


async def record_event(session: AsyncSession, deal: Deal, event: DealEvent) -> None:
    """Call with the deal locked."""
    deal.version += 1
    await session.flush()
    await outbox.record(session, event, version=deal.version)


def deal_ids(deal: Deal) -> Mapping[str, Any]:
    return {
        "transaction_id": deal.known_id,
        "product_id": deal.product_id,
        "seller_id": deal.seller_id,
        "buyer_id": deal.buyer_id,
    }


def deal_opened(deal: Deal, now: datetime) -> DealOpened:
    return DealOpened(
        **deal_ids(deal),
        conversation_id=deal.conversation_id,
        amount=deal.amount,
        sold_by=cast("SoldBy", deal.sold_by),
        auction_id=deal.auction_id,
        opened_at=now,
        sale_number=deal.sale_number,
        won_at=deal.won_at,
    )


def action_confirmed(deal: Deal, card: Message, actor_id: int, now: datetime) -> ActionConfirmed:
    return ActionConfirmed(
        **deal_ids(deal),
        message_id=card.known_id,
        action_type=cast("ActionType", card.action_type),
        actor_id=actor_id,
        confirmed_at=now,
    )


def payment_reported(deal: Deal, *, paid: bool, now: datetime) -> PaymentReported:
    assert deal.auction_id is not None
    assert deal.sale_number is not None
    return PaymentReported(
        **deal_ids(deal),
        auction_id=deal.auction_id,
        sale_number=deal.sale_number,
        paid=paid,
        reported_at=now,
    )


def deal_delivered(deal: Deal, by: Literal["buyer", "staff", "platform"], now: datetime) -> DealDelivered:
    return DealDelivered(**deal_ids(deal), amount=deal.amount, delivered_at=now, confirmed_by=by)


def deal_cancelled(
    deal: Deal,
    by: CancelledBy,
    reason: Reason,
    before: rules.State,
    request: CancelRequest | None,
    now: datetime,
    *,
    is_returned: bool,
) -> DealCancelled:
    """`request` is the cancellation request that the other person agreed to."""
    agreement = {} if request is None else {"asked_at": request.at, "agreed_at": now, "agreed_in": before}
    return DealCancelled(
        **deal_ids(deal),
        cancelled_by=by,
        reason=reason,
        was_paid=before not in ("offered", "unavailable", "awaiting_payment"),
        cancelled_at=now,
        auction_id=deal.auction_id,
        sale_number=deal.sale_number,
        left_seller=rules.has_left_seller(before, is_returned=is_returned),
        in_doubt=rules.is_in_doubt(by, reason),
        **cast("dict[str, Any]", agreement),
    )
