"""The frames of `/ws`."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

# The largest id of an auction or person, same as in the HTTP routes.
LARGEST_ID = 2**63 - 1
RoomId = Annotated[int, Field(ge=1, le=LARGEST_ID, strict=True)]
ClientId = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=0, le=2**53)]
# RM as a number or text. Bids are validated later, with specific error messages.
Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "maxLength": 40}]})]
StaffArea = Literal["people", "listings", "auctions", "purchases", "money", "cases"]


class FrameModel(BaseModel):
    """Uses camelCase on the wire."""

    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )

    @classmethod
    def wire_names(cls) -> list[str]:
        return [to_camel(name) for name in cls.model_fields]


class ClientFrame(FrameModel):
    """A frame from the client. Values with a wrong type are refused."""

    model_config = ConfigDict(strict=True)


class AuthIn(ClientFrame):
    """Sign in this connection. The token decides the account. `userId` must match if present."""

    user_id: RoomId | str | None = None
    token: Annotated[str, Field(min_length=1, max_length=4096)]


class JoinAuctionIn(ClientFrame):
    """Watch an auction. The reply is `resync`."""

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
    """Send a message. If `clientId` was used before, the reply is the message from that call."""

    receiver_id: RoomId
    content: Annotated[str, Field(max_length=2_000)]
    product_id: RoomId | None = None
    reply_to_id: RoomId | None = None
    client_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None


class SendActionMessageIn(ClientFrame):
    """Offer a listing to a buyer, which is the first step of a purchase."""

    receiver_id: RoomId
    product_id: RoomId
    action_type: Literal["INITIATE"] = "INITIATE"


class MarkReadIn(ClientFrame):
    """Mark messages as read: up to a message, or all messages from a person."""

    message_id: RoomId | None = None
    sender_id: RoomId | None = None


class GetConversationIn(ClientFrame):
    """Fetch a conversation: the newest messages, messages before a message, or changes after a seq."""

    user_id: RoomId
    product_id: RoomId | None = None
    before: RoomId | None = None
    after: Annotated[int, Field(ge=0, le=LARGEST_ID, strict=True)] | None = None


class TypingIn(ClientFrame):
    """Show another person that you are typing or have stopped. Nothing is stored."""

    user_id: RoomId
    product_id: RoomId | None = None
    is_typing: bool


class PresenceIn(ClientFrame):
    """Set whether you are active in a conversation, and ask for the other person's presence."""

    user_id: RoomId | None = None
    is_active: bool = True


class ConnectedOut(FrameModel):
    """The connection is open. The client can sign in or watch as a guest."""


class AuthSuccessOut(FrameModel):
    """The token was accepted."""

    user_id: int


class LiveBid(FrameModel):
    """A public bid with the masked name of the bidder."""

    id: int
    auction_id: int
    bidder_id: int
    bidder: "LiveBidder"
    amount: float
    is_auto: bool
    placed_at: datetime
    is_winning: bool


class LiveBidder(FrameModel):
    """A bidder's id and masked name. The name is empty for erased people."""

    id: int
    name: str
    is_deleted: bool


class LiveAuction(FrameModel):
    """The fields of an auction that change with a bid."""

    current_bid: float
    current_bidder_id: int
    bid_count: int
    minimum_bid: float
    ends_at: datetime
    reserve_met: bool | None


class NewBidOut(FrameModel):
    """Bids were accepted. `seq` increases by one per event of an `epoch`. `bid` is the last bid."""

    auction_id: int
    bid: LiveBid
    auction: LiveAuction
    seq: int
    epoch: int
    from_seq: int | None = None  # The first seq in this frame. If missing, the frame covers only `seq`.
    count: int | None = None  # Number of bids in this frame.
    bids: list[LiveBid] | None = None  # The newest of these bids, oldest first.


class BidAcceptedOut(FrameModel):
    """Your bid was accepted and stored. `result` shows whether it is leading."""

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
    """The current state of a room. Clients with a different state must refetch over HTTP."""

    auction_id: int
    seq: int
    epoch: int
    server_now: datetime | None = None  # The server's time, for a client that has just joined.
    bid_count: int | None = None  # Also for a new client, whose listing card has no `seq` to compare.


class NoticeOut(FrameModel):
    """You have a new notification."""

    notice_id: int


class MessageFrameOut(FrameModel):
    """A message with the fields of `GET /api/messages`."""

    message: dict[str, Any]


class MessagesResyncOut(FrameModel):
    """Messages may have been missed. Refetch the list and the open conversation."""


class ConversationFrameOut(FrameModel):
    """Messages of a conversation, newest last."""

    user_id: int
    messages: list[dict[str, Any]]


class MessagesReadOut(FrameModel):
    """A person has read messages up to `upToId`. `messageIds` contains the newest of these messages."""

    reader_id: int
    sender_id: int
    message_ids: list[int]
    up_to_id: int | None


class TypingOut(TypingIn):
    """A person is typing a message to you, or has stopped."""


class PresenceOut(FrameModel):
    """Whether a person is active, or how long ago the person was. Both are empty if hidden."""

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
    """For staff only: the areas that have just changed.
    Fetch details from the API, according to your role."""

    areas: list[StaffArea]


class ErrorOut(FrameModel):
    """An error with the same message and code as over HTTP."""

    message: str
    code: str
    details: dict[str, Any]
