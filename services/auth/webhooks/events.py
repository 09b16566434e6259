"""Webhook events contain ids, amounts and states. They never contain text that a person wrote."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events import auction, catalog, protection, trades
from libs.kit.events.subscribing import Subscriptions
from libs.kit.money import ringgit
from services.auth.webhooks import service
from services.auth.webhooks.queries import Message
from services.auth.webhooks.rules import WebhookEvent

# Fields that are in sen in events and sent in RM, as in the API.
MONEY: Final = frozenset(
    {
        "amount", "bid_increment", "buy_now_price", "fee", "highest_bid", "minimum_bid", "price", "returned_to_buyer",
        "starting_price",
    }
)  # fmt: skip


@dataclass(frozen=True)
class EventRule:
    """The webhook for an event: its name, the fields with the recipients' ids, the field with the time, and
    the fields to send."""

    event: WebhookEvent
    owners: tuple[str, ...]
    at: str
    fields: tuple[str, ...]
    applies: Callable[[Any], bool] = lambda event: True


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


RULES: Final[dict[type[Event], EventRule]] = {
    catalog.ProductListed: EventRule("listing.published", _SELLER, "listed_at", _LISTING),
    catalog.ProductChanged: EventRule(
        "listing.changed", _SELLER, "changed_at", (*_LISTING, "status", "changed")
    ),
    catalog.ProductRemoved: EventRule(
        "listing.removed", _SELLER, "removed_at", ("product_id", "auction_id", "reason")
    ),
    catalog.ProductSold: EventRule("listing.sold", _SELLER, "sold_at", ("product_id", "auction_id", "price")),
    auction.AuctionOpened: EventRule("auction.opened", _SELLER, "starts_at", _TERMS),
    auction.AuctionChanged: EventRule("auction.changed", _SELLER, "changed_at", _TERMS),
    auction.AuctionCancelled: EventRule(
        "auction.cancelled", _SELLER, "cancelled_at", ("auction_id", "product_id", "reason")
    ),
    auction.AuctionEnded: EventRule(
        "auction.ended",
        _SELLER,
        "ended_at",
        ("auction_id", "product_id", "outcome", "price", "highest_bid", "bid_count"),
    ),
    # Excludes the bidder, whose name is masked in public.
    auction.BidPlaced: EventRule(
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
    auction.AuctionWon: EventRule(
        "auction.won", ("winner_id",), "won_at", ("auction_id", "product_id", "seller_id", "price", "pay_by")
    ),
    auction.BidderLost: EventRule(
        "auction.lost", _BIDDER, "lost_at", ("auction_id", "product_id", "outcome", "price")
    ),
    trades.DealOpened: EventRule(
        "order.opened", _BOTH, "opened_at", (*_DEAL, "amount", "sold_by", "auction_id")
    ),
    trades.ActionConfirmed: EventRule(
        "order.paid", _BOTH, "confirmed_at", _DEAL, lambda event: event.action_type == "CONFIRM_PAYMENT"
    ),
    trades.DealShipped: EventRule("order.shipped", _BOTH, "shipped_at", (*_DEAL, "courier", "has_tracking")),
    trades.DealDelivered: EventRule(
        "order.delivered", _BOTH, "delivered_at", (*_DEAL, "amount", "confirmed_by")
    ),
    trades.DealCancelled: EventRule(
        "order.cancelled", _BOTH, "cancelled_at", (*_DEAL, "cancelled_by", "reason", "was_paid")
    ),
    trades.DealCompleted: EventRule("order.completed", _BOTH, "completed_at", (*_DEAL, "is_reviewed")),
    protection.FundsHeld: EventRule("payment.held", _BOTH, "held_at", (*_DEAL, "amount", "fee", "ship_by")),
    protection.FundsReleased: EventRule(
        "payment.released", _BOTH, "released_at", (*_DEAL, "amount", "fee", "returned_to_buyer", "reason")
    ),
    protection.FundsRefunded: EventRule(
        "payment.refunded", _BOTH, "refunded_at", (*_DEAL, "amount", "reason")
    ),
    protection.DisputeOpened: EventRule(
        "dispute.opened", _BOTH, "opened_at", (*_DEAL, "reason", "opened_by", "evidence_until")
    ),
    protection.DisputeResolved: EventRule(
        "dispute.resolved", _BOTH, "resolved_at", (*_DEAL, "outcome", "returned_to_buyer", "resolved_by")
    ),
}


# These events have batch handlers. All others are handled one at a time.
_IN_BATCHES = (auction.BidPlaced, auction.BidderLost)


def subscribe(subscriptions: Subscriptions) -> None:
    for kind in RULES:
        if kind not in _IN_BATCHES:
            subscriptions.also(kind, write_message)


async def write_message(event: Event, session: AsyncSession) -> None:
    await write_messages(session, [event])


async def write_messages(session: AsyncSession, events: Sequence[Event]) -> None:
    messages = [message for event in events for message in messages_of(event)]
    if messages:
        await service.queue_deliveries(session, messages)


async def write_bids(session: AsyncSession, bids: Sequence[auction.BidPlaced]) -> None:
    """Queues a delivery to the seller for each bid, and to a bidder each time they are outbid. Notifications
    in the app are sent at most once a minute (`BidderOutbid`, decision 0060)."""
    messages = [message for bid in bids for message in messages_of(bid)]
    messages += [_outbid_message(bidder_id, bid) for bidder_id, bid in outbids_of(bids)]
    if messages:
        await service.queue_deliveries(session, messages)


def outbids_of(bids: Sequence[auction.BidPlaced]) -> list[tuple[int, auction.BidPlaced]]:
    """Returns each outbid person with the bid that leads now. A bid and the automatic bids it triggers count
    as one, so that a leader whose maximum responds is not outbid."""
    offers: dict[int, list[list[auction.BidPlaced]]] = {}
    for bid in bids:
        known = offers.setdefault(bid.auction_id, [])
        if known and bid.is_auto and _made_by(bid) == _made_by(known[-1][0]):
            known[-1].append(bid)
        else:
            known.append([bid])
    found = []
    for offer in itertools.chain.from_iterable(offers.values()):
        last = offer[-1]
        people = dict.fromkeys((offer[0].previous_bidder_id, *(bid.bidder_id for bid in offer)))
        found += [(person, last) for person in people if person is not None and person != last.bidder_id]
    return found


def _made_by(bid: auction.BidPlaced) -> int | None:
    return bid.answers_id if bid.is_auto else bid.bidder_id


def _outbid_message(bidder_id: int, bid: auction.BidPlaced) -> Message:
    data = {
        "auctionId": bid.auction_id,
        "productId": bid.product_id,
        "price": ringgit(bid.amount),
        "endsAt": service.format_moment(bid.ends_at),
    }
    event: WebhookEvent = "bid.outbid"
    return Message(bidder_id, service.new_message_id(), event, service.body_of(event, bid.placed_at, data))


def messages_of(event: Event) -> list[Message]:
    rule = RULES[type(event)]
    if not rule.applies(event):
        return []
    at: datetime = getattr(event, rule.at)
    data = {to_camel(name): _field_value(name, getattr(event, name)) for name in rule.fields}
    body, message_id = service.body_of(rule.event, at, data), service.new_message_id()
    owners = dict.fromkeys(getattr(event, name) for name in rule.owners)
    return [Message(owner, message_id, rule.event, body) for owner in owners]


def _field_value(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return service.format_moment(value)
    return ringgit(value) if name in MONEY and value is not None else value
