"""Which facts are sent to whose webhooks, and what of them: ids, amounts and states, and no one's words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import auction, catalog, protection, trades
from libs.contracts.fact import Fact
from libs.kit.events.subscribing import Subscriptions
from libs.kit.money import ringgit
from services.auth.domain.webhooks import Event
from services.auth.queries.webhook_deliveries import Message
from services.auth.service import webhooks

# Fields that facts hold in sen and that are sent in RM, as the API shows money.
MONEY: Final = frozenset(
    {
        "amount", "bid_increment", "buy_now_price", "fee", "highest_bid", "minimum_bid", "price", "returned_to_buyer",
        "starting_price",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Told:
    """How a fact is sent: as what, to whom (fields with their ids), when it happened, and which fields of
    it."""

    event: Event
    owners: tuple[str, ...]
    at: str
    fields: tuple[str, ...]
    applies: Callable[[Any], bool] = lambda fact: True


_SELLER, _BOTH, _BIDDER = ("seller_id",), ("seller_id", "buyer_id"), ("user_id",)
_LISTING = ("product_id", "auction_id", "listing_type", "price", "stock_quantity")
_TERMS = (
    "auction_id",
    "product_id",
    "starting_price",
    "bid_increment",
    "buy_now_price",
    "has_reserve",
    "ends_at",
)
_DEAL = ("transaction_id", "product_id", "seller_id", "buyer_id")

TOLD: Final[dict[type[Fact], Told]] = {
    catalog.ProductListed: Told("listing.published", _SELLER, "listed_at", _LISTING),
    catalog.ProductChanged: Told("listing.changed", _SELLER, "changed_at", (*_LISTING, "status", "changed")),
    catalog.ProductRemoved: Told(
        "listing.removed", _SELLER, "removed_at", ("product_id", "auction_id", "reason")
    ),
    catalog.ProductSold: Told("listing.sold", _SELLER, "sold_at", ("product_id", "auction_id", "price")),
    auction.AuctionOpened: Told("auction.opened", _SELLER, "starts_at", _TERMS),
    auction.AuctionChanged: Told("auction.changed", _SELLER, "changed_at", _TERMS),
    auction.AuctionCancelled: Told(
        "auction.cancelled", _SELLER, "cancelled_at", ("auction_id", "product_id", "reason")
    ),
    auction.AuctionEnded: Told(
        "auction.ended",
        _SELLER,
        "ended_at",
        ("auction_id", "product_id", "outcome", "price", "highest_bid", "bid_count"),
    ),
    # Not by whom: what everybody may see of a bidder is a masked name, which facts keep for other reasons.
    auction.BidPlaced: Told(
        "bid.placed",
        _SELLER,
        "placed_at",
        (
            "auction_id",
            "product_id",
            "bid_id",
            "amount",
            "bid_count",
            "minimum_bid",
            "ends_at",
            "reserve_met",
        ),
    ),
    auction.BidderOutbid: Told(
        "bid.outbid", _BIDDER, "outbid_at", ("auction_id", "product_id", "price", "ends_at")
    ),
    auction.AuctionWon: Told(
        "auction.won", ("winner_id",), "won_at", ("auction_id", "product_id", "seller_id", "price", "pay_by")
    ),
    auction.BidderLost: Told(
        "auction.lost", _BIDDER, "lost_at", ("auction_id", "product_id", "outcome", "price")
    ),
    trades.DealOpened: Told("order.opened", _BOTH, "opened_at", (*_DEAL, "amount", "sold_by", "auction_id")),
    trades.ActionConfirmed: Told(
        "order.paid", _BOTH, "confirmed_at", _DEAL, lambda fact: fact.action_type == "CONFIRM_PAYMENT"
    ),
    trades.DealShipped: Told("order.shipped", _BOTH, "shipped_at", (*_DEAL, "courier", "has_tracking")),
    trades.DealDelivered: Told("order.delivered", _BOTH, "delivered_at", (*_DEAL, "amount", "confirmed_by")),
    trades.DealCancelled: Told(
        "order.cancelled", _BOTH, "cancelled_at", (*_DEAL, "cancelled_by", "reason", "was_paid")
    ),
    trades.DealCompleted: Told("order.completed", _BOTH, "completed_at", (*_DEAL, "is_reviewed")),
    protection.FundsHeld: Told("payment.held", _BOTH, "held_at", (*_DEAL, "amount", "fee", "ship_by")),
    protection.FundsReleased: Told(
        "payment.released", _BOTH, "released_at", (*_DEAL, "amount", "fee", "returned_to_buyer", "reason")
    ),
    protection.FundsRefunded: Told("payment.refunded", _BOTH, "refunded_at", (*_DEAL, "amount", "reason")),
    protection.DisputeOpened: Told(
        "dispute.opened", _BOTH, "opened_at", (*_DEAL, "reason", "opened_by", "evidence_until")
    ),
    protection.DisputeResolved: Told(
        "dispute.resolved", _BOTH, "resolved_at", (*_DEAL, "outcome", "returned_to_buyer", "resolved_by")
    ),
}
# Heard many at once by handlers of their own; all others one by one.
_IN_BATCHES = (auction.BidPlaced, auction.BidderOutbid, auction.BidderLost)


def hear(subscriptions: Subscriptions) -> None:
    """Listen for what is sent, beside the service's own handlers."""
    for kind in TOLD:
        if kind not in _IN_BATCHES:
            subscriptions.also(kind, tell_one)


async def tell_one(fact: Fact, session: AsyncSession) -> None:
    """Write down what is sent of one fact."""
    await tell(session, [fact])


async def tell(session: AsyncSession, facts: Sequence[Fact]) -> None:
    """Write down what is sent of facts to the webhooks of those whom they are about."""
    messages = [message for fact in facts for message in messages_of(fact)]
    if messages:
        await webhooks.write_down(session, messages)


def messages_of(fact: Fact) -> list[Message]:
    """Return what each person is told of a fact; both sides of a purchase are told the same."""
    told = TOLD[type(fact)]
    if not told.applies(fact):
        return []
    at: datetime = getattr(fact, told.at)
    data = {to_camel(name): _shown(name, getattr(fact, name)) for name in told.fields}
    body, message_id = webhooks.body_of(told.event, at, data), webhooks.new_message_id()
    owners = dict.fromkeys(getattr(fact, name) for name in told.owners)
    return [Message(owner, message_id, told.event, body) for owner in owners]


def _shown(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return webhooks.written(value)
    return ringgit(value) if name in MONEY and value is not None else value
