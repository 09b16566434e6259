"""The live frames of `/ws`: what a browser may say, and what it is told."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

# The largest id of an auction or a person; the routes that are asked about rooms take every id up to it.
LARGEST_ID = 2**63 - 1
RoomId = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]
ClientId = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=0, le=2**53)]
# RM as a number or as it was typed; the rules of bids refuse anything else, in words about amounts.
Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 40}]})]
StaffArea = Literal["people", "listings", "auctions", "purchases", "money", "cases"]


class FrameModel(BaseModel):
    """A frame's fields, camelCase on the wire."""

    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )

    @classmethod
    def wire_names(cls) -> list[str]:
        return [to_camel(name) for name in cls.model_fields]


class ClientFrame(FrameModel):
    """What a browser says; a value of another type is refused."""

    model_config = ConfigDict(strict=True)


class AuthIn(ClientFrame):
    """Sign this connection in; the token decides who it is, `userId` may only agree."""

    user_id: RoomId | str | None = None
    token: Annotated[str, Field(min_length=1, max_length=4096)]


class JoinAuctionIn(ClientFrame):
    """Watch one auction; answered by `resync`."""

    auction_id: RoomId
    user_id: RoomId | str | None = None


class LeaveAuctionIn(JoinAuctionIn):
    """Stop watching one auction."""


class PlaceBidIn(ClientFrame):
    """Bid an amount in RM, with a secret maximum; the token decides who bids, the server when."""

    auction_id: RoomId
    amount: Amount
    max_amount: Amount = None
    user_id: RoomId | str | None = None
    timestamp: str | int | float | None = None


class SendMessageIn(ClientFrame):
    """Write to a person; the same `clientId` again is answered with the message that it made."""

    receiver_id: RoomId
    content: Annotated[str, Field(max_length=2_000)]
    product_id: RoomId | None = None
    reply_to_id: RoomId | None = None
    client_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None


class SendActionMessageIn(ClientFrame):
    """Offer a listing to a buyer: the first step of a purchase."""

    receiver_id: RoomId
    product_id: RoomId
    action_type: Literal["INITIATE"] = "INITIATE"


class MarkReadIn(ClientFrame):
    """Mark as read what came up to a message, or all from a person."""

    message_id: RoomId | None = None
    sender_id: RoomId | None = None


class GetConversationIn(ClientFrame):
    """Read a conversation: its newest messages, those before a message, or what changed after a number."""

    user_id: RoomId
    product_id: RoomId | None = None
    before: RoomId | None = None
    after: Annotated[int, Field(ge=0, le=LARGEST_ID, strict=True)] | None = None


class TypingIn(ClientFrame):
    """Say that one is typing to a person, or has stopped; it is passed on and kept nowhere."""

    user_id: RoomId
    product_id: RoomId | None = None
    is_typing: bool


class PresenceIn(ClientFrame):
    """Look at the conversation with a person and ask whether they are there; not active, be forgotten."""

    user_id: RoomId | None = None
    is_active: bool = True


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
    """Who bid, by id and masked name; a former member has no name."""

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
    """A bid was accepted; `seq` rises by one per fact of an `epoch`. `bid` is the last one it tells of."""

    auction_id: int
    bid: LiveBid
    auction: LiveAuction
    seq: int
    epoch: int
    from_seq: int | None = None  # the first number that it covers; without it, its own alone
    count: int | None = None  # how many bids it tells of
    bids: list[LiveBid] | None = None  # the newest of them, oldest first


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
    """Where a room stands now; a client that stands elsewhere asks again over HTTP."""

    auction_id: int
    seq: int
    epoch: int
    server_now: datetime | None = None  # the time that counts, for a client that has just joined
    bid_count: int | None = None  # for the same client, whose card has no number to compare with `seq`


class NoticeOut(FrameModel):
    """Something new waits under your bell: ask for it."""

    notice_id: int


class MessageFrameOut(FrameModel):
    """One message, with the fields of `GET /api/messages`."""

    message: dict[str, Any]


class MessagesResyncOut(FrameModel):
    """Some messages may not have been told of: read the list and the open conversation once more."""


class ConversationFrameOut(FrameModel):
    """Messages of one conversation, the newest last."""

    user_id: int
    messages: list[dict[str, Any]]


class MessagesReadOut(FrameModel):
    """One side of a conversation has read up to a message; `messageIds` are the newest of those read."""

    reader_id: int
    sender_id: int
    message_ids: list[int]
    up_to_id: int | None


class TypingOut(TypingIn):
    """A person is typing to you, or has stopped."""


class PresenceOut(FrameModel):
    """Whether a person is there now, or how long ago they were; neither for one who hides it."""

    user_id: int
    is_active: bool
    minutes_ago: int | None


class ActionConfirmedOut(FrameModel):
    """A step of a deal was confirmed."""

    message_id: int
    transaction_id: int
    action_type: str


class WatchersOut(FrameModel):
    """How many people are in the room now."""

    auction_id: int
    watchers: int


class StaffWorkOut(FrameModel):
    """To staff only: of which areas something has changed in the last seconds. What it is they ask over HTTP,
    where each sees what their role may."""

    areas: list[StaffArea]


class ErrorOut(FrameModel):
    """A refusal, with the same words and code as over HTTP."""

    message: str
    code: str
    details: dict[str, Any]
