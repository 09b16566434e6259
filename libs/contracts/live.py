"""The frames of `/ws`."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

# The largest id of an auction or person, as in the routes about rooms.
LARGEST_ID = 2**63 - 1
RoomId = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]
ClientId = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=0, le=2**53)]
# RM as a number or text. The rules of bids validate it with their own messages.
Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 40}]})]
StaffArea = Literal["people", "listings", "auctions", "purchases", "money", "cases"]


class FrameModel(BaseModel):
    """camelCase on the wire."""

    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )

    @classmethod
    def wire_names(cls) -> list[str]:
        return [to_camel(name) for name in cls.model_fields]


class ClientFrame(FrameModel):
    """A frame from the browser. Values of other types are refused."""

    model_config = ConfigDict(strict=True)


class AuthIn(ClientFrame):
    """Sign in this connection. The token decides who it is. `userId` must match if sent."""

    user_id: RoomId | str | None = None
    token: Annotated[str, Field(min_length=1, max_length=4096)]


class JoinAuctionIn(ClientFrame):
    """Watch an auction. The answer is `resync`."""

    auction_id: RoomId
    user_id: RoomId | str | None = None


class LeaveAuctionIn(JoinAuctionIn):
    """Stop watching an auction."""


class PlaceBidIn(ClientFrame):
    """Bid an amount in RM, with an optional secret maximum."""

    auction_id: RoomId
    amount: Amount
    max_amount: Amount = None
    user_id: RoomId | str | None = None
    timestamp: str | int | float | None = None


class SendMessageIn(ClientFrame):
    """Send a message. Repeating a `clientId` returns the message it created."""

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
    """Mark messages as read: up to a message, or all from a person."""

    message_id: RoomId | None = None
    sender_id: RoomId | None = None


class GetConversationIn(ClientFrame):
    """Read a conversation: the newest messages, those before a message, or changes after a seq."""

    user_id: RoomId
    product_id: RoomId | None = None
    before: RoomId | None = None
    after: Annotated[int, Field(ge=0, le=LARGEST_ID, strict=True)] | None = None


class TypingIn(ClientFrame):
    """Show another person that you are typing, or have stopped. Nothing is stored."""

    user_id: RoomId
    product_id: RoomId | None = None
    is_typing: bool


class PresenceIn(ClientFrame):
    """Show that you are in a conversation and ask whether the other person is. If not active, you are
    hidden."""

    user_id: RoomId | None = None
    is_active: bool = True


class ConnectedOut(FrameModel):
    """The connection is open. It may sign in, or watch as a guest."""


class AuthSuccessOut(FrameModel):
    """The token was accepted."""

    user_id: int


class LiveBid(FrameModel):
    """A public bid with the bidder's masked name."""

    id: int
    auction_id: int
    bidder_id: int
    bidder: "LiveBidder"
    amount: float
    is_auto: bool
    placed_at: datetime
    is_winning: bool


class LiveBidder(FrameModel):
    """The bidder's id and masked name. Erased people have no name."""

    id: int
    name: str
    is_deleted: bool


class LiveAuction(FrameModel):
    """The fields of an auction that a bid changes."""

    current_bid: float
    current_bidder_id: int
    bid_count: int
    minimum_bid: float
    ends_at: datetime
    reserve_met: bool | None


class NewBidOut(FrameModel):
    """A bid was accepted. `seq` rises by one per event of an `epoch`. `bid` is the last one covered."""

    auction_id: int
    bid: LiveBid
    auction: LiveAuction
    seq: int
    epoch: int
    from_seq: int | None = None  # The first seq covered. Without it only `seq`.
    count: int | None = None  # The number of bids covered.
    bids: list[LiveBid] | None = None  # The newest of them, oldest first.


class BidAcceptedOut(FrameModel):
    """Your bid was accepted and stored. `result` says whether it leads."""

    auction_id: int
    bid: LiveBid
    result: Literal["leading", "outbid", "raised"]
    message: str


class AuctionExtendedOut(FrameModel):
    """A late bid extended the auction."""

    auction_id: int
    ends_at: datetime
    seq: int
    epoch: int


class AuctionEndedOut(FrameModel):
    """The auction has ended."""

    auction_id: int
    outcome: str
    winner_id: int | None
    price: float | None
    seq: int
    epoch: int


class ResyncOut(FrameModel):
    """The current state of a room. A client with another state refetches over HTTP."""

    auction_id: int
    seq: int
    epoch: int
    server_now: datetime | None = None  # The server's time, for a client that has just joined.
    bid_count: int | None = None  # For the same client, whose card has no number to compare with `seq`.


class NoticeOut(FrameModel):
    """You have a new notification."""

    notice_id: int


class MessageFrameOut(FrameModel):
    """A message, with the fields of `GET /api/messages`."""

    message: dict[str, Any]


class MessagesResyncOut(FrameModel):
    """Messages may have been missed. Refetch the list and the open conversation."""


class ConversationFrameOut(FrameModel):
    """Messages of a conversation, newest last."""

    user_id: int
    messages: list[dict[str, Any]]


class MessagesReadOut(FrameModel):
    """A person has read messages up to this one. `messageIds` are the newest of them."""

    reader_id: int
    sender_id: int
    message_ids: list[int]
    up_to_id: int | None


class TypingOut(TypingIn):
    """A person is typing to you, or has stopped."""


class PresenceOut(FrameModel):
    """Whether a person is active, or how long ago they were. Neither if they hide it."""

    user_id: int
    is_active: bool
    minutes_ago: int | None


class ActionConfirmedOut(FrameModel):
    """A step of a deal was confirmed."""

    message_id: int
    transaction_id: int
    action_type: str


class WatchersOut(FrameModel):
    """The number of people watching."""

    auction_id: int
    watchers: int


class StaffWorkOut(FrameModel):
    """For staff only: the areas that changed within the last seconds. Details come from the API, by role."""

    areas: list[StaffArea]


class ErrorOut(FrameModel):
    """A refusal, with the message and code of HTTP."""

    message: str
    code: str
    details: dict[str, Any]
