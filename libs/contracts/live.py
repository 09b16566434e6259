"""The live frames of `/ws`: what a browser may say, what it is told, and which fact becomes which frame."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.auth import NoticeTold
from libs.contracts.fact import Envelope, Fact

RoomId = Annotated[int, Field(ge=1, le=2**63 - 1, strict=True)]
ClientId = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=0, le=2**53)]
Ringgit = Annotated[int | float, Field(ge=0, le=10_000_000)]


class FrameModel(BaseModel):
    """A frame's fields, camelCase on the wire."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


class AuthIn(FrameModel):
    """Sign this connection in; the token decides who it is, `userId` may only agree."""

    user_id: RoomId | str | None = None
    token: Annotated[str, Field(min_length=1, max_length=4096)]


class JoinAuctionIn(FrameModel):
    """Watch one auction; answered by `resync`."""

    auction_id: RoomId
    user_id: RoomId | str | None = None


class LeaveAuctionIn(FrameModel):
    """Stop watching one auction."""

    auction_id: RoomId
    user_id: RoomId | str | None = None


class PlaceBidIn(FrameModel):
    """Bid an amount in RM, with a maximum kept secret if one likes; the client's user id and clock are ignored, the
    token and the server decide."""

    auction_id: RoomId
    amount: Ringgit | str
    max_amount: Ringgit | str | None = None
    user_id: RoomId | str | None = None
    timestamp: str | int | float | None = None


class ConnectedOut(FrameModel):
    """The socket is open; it may sign in or watch as a guest."""


class AuthSuccessOut(FrameModel):
    """The token was accepted."""

    user_id: int


class LiveBid(FrameModel):
    """A bid as everybody may see it; the bidder's name is masked."""

    id: int
    auction_id: int
    bidder_id: int
    bidder: "LiveBidder"
    amount: float
    is_auto: bool
    placed_at: datetime
    is_winning: bool


class LiveBidder(FrameModel):
    """Who bid, by id and masked name; whoever is gone has no name."""

    id: int
    name: str
    is_deleted: bool


class LiveAuction(FrameModel):
    """The figures of an auction that a bid moves."""

    current_bid: float
    current_bidder_id: int
    bid_count: int
    minimum_bid: float
    ends_at: datetime
    reserve_met: bool | None


class NewBidOut(FrameModel):
    """Someone's bid was accepted; `seq` rises by one per fact of the auction within one `epoch`. One frame of a busy
    room tells of several: `bid` is then the last of them."""

    auction_id: int
    bid: LiveBid
    auction: LiveAuction
    seq: int
    epoch: int
    from_seq: int | None = None
    """The first number this frame covers; without it, it covers its own alone."""
    count: int | None = None
    """How many bids it tells of; `bids` are the newest of them, oldest first."""
    bids: list[LiveBid] | None = None


class BidAcceptedOut(FrameModel):
    """Your own bid was accepted and is safe; whether it leads says `result`."""

    auction_id: int
    bid: LiveBid
    result: Literal["leading", "outbid", "raised"]
    message: str


class AuctionExtendedOut(FrameModel):
    """A late bid moved the end."""

    auction_id: int
    ends_at: datetime
    seq: int
    epoch: int


class AuctionEndedOut(FrameModel):
    """The auction is over."""

    auction_id: int
    outcome: str
    winner_id: int | None
    price: float | None
    seq: int
    epoch: int


class ResyncOut(FrameModel):
    """Where a room stands now; whoever stands elsewhere asks again over HTTP."""

    auction_id: int
    seq: int
    epoch: int


class NoticeOut(FrameModel):
    """Something new waits under your bell: ask for it."""

    notice_id: int


class ErrorOut(FrameModel):
    """A refusal, with the same words and code as over HTTP."""

    message: str
    code: str
    details: dict[str, Any]


CLIENT_FRAMES: dict[str, type[FrameModel]] = {
    "auth": AuthIn,
    "joinAuction": JoinAuctionIn,
    "leaveAuction": LeaveAuctionIn,
    "placeBid": PlaceBidIn,
}

SERVER_FRAMES: dict[str, type[FrameModel]] = {
    "connected": ConnectedOut,
    "auth_success": AuthSuccessOut,
    "newBid": NewBidOut,
    "bidAccepted": BidAcceptedOut,
    "auctionExtended": AuctionExtendedOut,
    "auctionEnded": AuctionEndedOut,
    "resync": ResyncOut,
    "notice": NoticeOut,
    "error": ErrorOut,
}


@dataclass(frozen=True)
class Frame:
    """One frame for everybody in one room."""

    room: str
    name: str
    payload: FrameModel

    @property
    def body(self) -> str:
        """Its JSON object on the wire; what was not said is left out."""
        return self.payload.model_dump_json(by_alias=True, exclude_unset=True)


def auction_room(auction_id: int) -> str:
    """The room of everybody who watches one auction."""
    return f"auction:{auction_id}"


def user_room(user_id: int) -> str:
    """The room of every open connection of one person."""
    return f"user:{user_id}"


def frames_of(envelope: Envelope, fact: Fact | None = None) -> list[Frame]:
    """The frames that a fact from Kafka becomes; most facts become none. `fact` if it has been read already."""
    maker = _MAKERS.get(envelope.type)
    return maker(fact or envelope.fact(), envelope.version) if maker else []


def _bid_frames(fact: BidPlaced, version: int) -> list[Frame]:
    payload = NewBidOut(
        auction_id=fact.auction_id, bid=_live_bid(fact), auction=_live_auction(fact), seq=version, epoch=fact.epoch
    )
    return [Frame(auction_room(fact.auction_id), "newBid", payload)]


def _extension_frames(fact: AuctionExtended, version: int) -> list[Frame]:
    payload = AuctionExtendedOut(auction_id=fact.auction_id, ends_at=fact.ends_at, seq=version, epoch=fact.epoch)
    return [Frame(auction_room(fact.auction_id), "auctionExtended", payload)]


def _cancellation_frames(fact: AuctionCancelled, version: int) -> list[Frame]:
    payload = AuctionEndedOut(
        auction_id=fact.auction_id, outcome="cancelled", winner_id=None, price=None, seq=version, epoch=fact.epoch
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
    """Older bids may come back into view, or the terms are others: whoever watches asks again."""
    payload = ResyncOut(auction_id=fact.auction_id, seq=version, epoch=fact.epoch)
    return [Frame(auction_room(fact.auction_id), "resync", payload)]


def _notice_frames(fact: NoticeTold, version: int) -> list[Frame]:
    return [Frame(user_room(fact.user_id), "notice", NoticeOut(notice_id=fact.notice_id))]


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
    AuctionCancelled.type_name(): _cancellation_frames,
    AuctionChanged.type_name(): _ask_again,
    AuctionEnded.type_name(): _end_frames,
    AuctionExtended.type_name(): _extension_frames,
    BidPlaced.type_name(): _bid_frames,
    BidsVoided.type_name(): _ask_again,
    NoticeTold.type_name(): _notice_frames,
}
