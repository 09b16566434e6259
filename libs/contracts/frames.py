"""Converts events to frames."""

from collections.abc import Callable
from typing import Any

from libs.contracts import registry  # noqa: F401 - every fact can be read
from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.auth import NoticeTold
from libs.contracts.events.messaging import MessagesRead
from libs.contracts.events.trades import ActionConfirmed
from libs.contracts.fact import Envelope, Fact
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


def frames_of(envelope: Envelope, fact: Fact | None = None) -> list[Frame]:
    """The frames of an event. Most events have none. `fact` is the parsed event, if available."""
    maker = _MAKERS.get(envelope.type)
    return maker(fact or envelope.fact(), envelope.version) if maker else []


def _bid_frames(fact: BidPlaced, version: int) -> list[Frame]:
    payload = NewBidOut(
        auction_id=fact.auction_id,
        bid=_live_bid(fact),
        auction=_live_auction(fact),
        seq=version,
        epoch=fact.epoch,
    )
    return [Frame(auction_room(fact.auction_id), "newBid", payload)]


def _extension_frames(fact: AuctionExtended, version: int) -> list[Frame]:
    payload = AuctionExtendedOut(
        auction_id=fact.auction_id, ends_at=fact.ends_at, seq=version, epoch=fact.epoch
    )
    return [Frame(auction_room(fact.auction_id), "auctionExtended", payload)]


def _cancellation_frames(fact: AuctionCancelled, version: int) -> list[Frame]:
    payload = AuctionEndedOut(
        auction_id=fact.auction_id,
        outcome="cancelled",
        winner_id=None,
        price=None,
        seq=version,
        epoch=fact.epoch,
    )
    return [Frame(auction_room(fact.auction_id), "auctionEnded", payload)]


def _end_frames(fact: AuctionEnded, version: int) -> list[Frame]:
    payload = AuctionEndedOut(
        auction_id=fact.auction_id,
        outcome=fact.outcome,
        winner_id=fact.winner_id,
        price=None if fact.price is None else fact.price / 100,
        seq=version,
        epoch=fact.epoch,
    )
    return [Frame(auction_room(fact.auction_id), "auctionEnded", payload)]


def _ask_again(fact: BidsVoided | AuctionChanged, version: int) -> list[Frame]:
    """Older bids may be current again, or the terms have changed: every watcher resyncs."""
    payload = ResyncOut(auction_id=fact.auction_id, seq=version, epoch=fact.epoch)
    return [Frame(auction_room(fact.auction_id), "resync", payload)]


def _notice_frames(fact: NoticeTold, version: int) -> list[Frame]:
    return [Frame(user_room(fact.user_id), "notice", NoticeOut(notice_id=fact.notice_id))]


def _read_frames(fact: MessagesRead, version: int) -> list[Frame]:
    payload = MessagesReadOut(
        reader_id=fact.reader_id,
        sender_id=fact.sender_id,
        message_ids=fact.message_ids,
        up_to_id=fact.up_to_id,
    )
    return [Frame(user_room(one), "messages_read", payload) for one in (fact.reader_id, fact.sender_id)]


def _step_frames(fact: ActionConfirmed, version: int) -> list[Frame]:
    payload = ActionConfirmedOut(
        message_id=fact.message_id, transaction_id=fact.transaction_id, action_type=fact.action_type
    )
    return [Frame(user_room(one), "action_confirmed", payload) for one in (fact.seller_id, fact.buyer_id)]


def _live_bid(fact: BidPlaced) -> LiveBid:
    return LiveBid(
        id=fact.bid_id,
        auction_id=fact.auction_id,
        bidder_id=fact.bidder_id,
        bidder=LiveBidder(id=fact.bidder_id, name=fact.bidder_name, is_deleted=fact.bidder_name == ""),
        amount=fact.amount / 100,
        is_auto=fact.is_auto,
        placed_at=fact.placed_at,
        is_winning=True,
    )


def _live_auction(fact: BidPlaced) -> LiveAuction:
    return LiveAuction(
        current_bid=fact.amount / 100,
        current_bidder_id=fact.bidder_id,
        bid_count=fact.bid_count,
        minimum_bid=fact.minimum_bid / 100,
        ends_at=fact.ends_at,
        reserve_met=fact.reserve_met,
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
    NoticeTold.type_name(): _notice_frames,
}
