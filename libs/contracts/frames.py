from collections.abc import Callable
from typing import Any

from libs.contracts import registry  # noqa: F401 - every event can be read
from libs.contracts.event import Envelope, Event
from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.auth import NotificationCreated
from libs.contracts.events.messaging import MessagesRead
from libs.contracts.events.trades import ActionConfirmed
from libs.contracts.live import (
    ActionConfirmedOut,
    AuctionEndedOut,
    AuctionExtendedOut,
    LiveAuction,
    LiveBid,
    LiveBidder,
    MessagesReadOut,
    NewBidOut,
    NoticeOut,
    ResyncOut,
)
from libs.contracts.rooms import Frame, auction_room, user_room


def frames_of(envelope: Envelope, event: Event | None = None) -> list[Frame]:
    """Returns the frames of an event. Most events have no frames. Pass `event` if it is already parsed."""
    maker = _MAKERS.get(envelope.type)
    return maker(event or envelope.event(), envelope.version) if maker else []


def _bid_frames(event: BidPlaced, version: int) -> list[Frame]:
    payload = NewBidOut(
        auction_id=event.auction_id,
        bid=_live_bid(event),
        auction=_live_auction(event),
        seq=version,
        epoch=event.epoch,
    )
    return [Frame(auction_room(event.auction_id), "newBid", payload)]


def _extension_frames(event: AuctionExtended, version: int) -> list[Frame]:
    payload = AuctionExtendedOut(
        auction_id=event.auction_id, ends_at=event.ends_at, seq=version, epoch=event.epoch
    )
    return [Frame(auction_room(event.auction_id), "auctionExtended", payload)]


def _cancellation_frames(event: AuctionCancelled, version: int) -> list[Frame]:
    payload = AuctionEndedOut(
        auction_id=event.auction_id,
        outcome="cancelled",
        winner_id=None,
        price=None,
        seq=version,
        epoch=event.epoch,
    )
    return [Frame(auction_room(event.auction_id), "auctionEnded", payload)]


def _end_frames(event: AuctionEnded, version: int) -> list[Frame]:
    payload = AuctionEndedOut(
        auction_id=event.auction_id,
        outcome=event.outcome,
        winner_id=event.winner_id,
        price=None if event.price is None else event.price / 100,
        seq=version,
        epoch=event.epoch,
    )
    return [Frame(auction_room(event.auction_id), "auctionEnded", payload)]


def _ask_again(event: BidsVoided | AuctionChanged, version: int) -> list[Frame]:
    """Every watcher has to resync, because voided bids reinstate earlier bids, and terms may have changed."""
    payload = ResyncOut(auction_id=event.auction_id, seq=version, epoch=event.epoch)
    return [Frame(auction_room(event.auction_id), "resync", payload)]


def _notification_frames(event: NotificationCreated, version: int) -> list[Frame]:
    return [Frame(user_room(event.user_id), "notice", NoticeOut(notice_id=event.notification_id))]


def _read_frames(event: MessagesRead, version: int) -> list[Frame]:
    payload = MessagesReadOut(
        reader_id=event.reader_id,
        sender_id=event.sender_id,
        message_ids=event.message_ids,
        up_to_id=event.up_to_id,
    )
    return [Frame(user_room(item), "messages_read", payload) for item in (event.reader_id, event.sender_id)]


def _step_frames(event: ActionConfirmed, version: int) -> list[Frame]:
    payload = ActionConfirmedOut(
        message_id=event.message_id, transaction_id=event.transaction_id, action_type=event.action_type
    )
    return [Frame(user_room(item), "action_confirmed", payload) for item in (event.seller_id, event.buyer_id)]


def _live_bid(event: BidPlaced) -> LiveBid:
    return LiveBid(
        id=event.bid_id,
        auction_id=event.auction_id,
        bidder_id=event.bidder_id,
        bidder=LiveBidder(id=event.bidder_id, name=event.bidder_name, is_deleted=event.bidder_name == ""),
        amount=event.amount / 100,
        is_auto=event.is_auto,
        placed_at=event.placed_at,
        is_winning=True,
    )


def _live_auction(event: BidPlaced) -> LiveAuction:
    return LiveAuction(
        current_bid=event.amount / 100,
        current_bidder_id=event.bidder_id,
        bid_count=event.bid_count,
        minimum_bid=event.minimum_bid / 100,
        ends_at=event.ends_at,
        reserve_met=event.reserve_met,
    )


_MAKERS: dict[str, Callable[[Any, int], list[Frame]]] = {
    ActionConfirmed.type_name(): _step_frames,
    AuctionCancelled.type_name(): _cancellation_frames,
    AuctionChanged.type_name(): _ask_again,
    AuctionEnded.type_name(): _end_frames,
    AuctionExtended.type_name(): _extension_frames,
    BidPlaced.type_name(): _bid_frames,
    BidsVoided.type_name(): _ask_again,
    MessagesRead.type_name(): _read_frames,
    NotificationCreated.type_name(): _notification_frames,
}
