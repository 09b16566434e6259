"""The tables of messaging: conversations, what was written in them, deals, and copies of what they need."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.db.rows import Numbered
from libs.kit.events.people import PersonColumns
from libs.kit.events.product_copies import ProductColumns

METADATA = metadata_of("messaging")
MOMENT: Any = DateTime(timezone=True)


class Table(SQLModel):
    """Everything in the schema `messaging`."""

    metadata = METADATA


class Person(Table, PersonColumns, table=True):
    """A person one may write to; the kit keeps this table."""

    __tablename__ = "people"


class ProductCopy(Table, ProductColumns, table=True):
    """A product that people may talk about, as catalog has it."""

    __tablename__ = "product_copies"

    listing_type: str
    # How many pieces may be bought, and since when its purchase cards wait to be put right.
    free: int = 1
    cards_due: datetime | None = Field(default=None, sa_type=MOMENT)


class Conversation(Table, Numbered, table=True):
    """All that two people write to each other; `seq` counts every change in it, `version` its facts."""

    __tablename__ = "conversations"

    low_id: int
    high_id: int
    started_by: int
    seq: int = 0
    version: int = 0
    created_at: datetime = Field(sa_type=MOMENT)
    # The platform began it, for an auction's seller and winner: it counts for nobody's daily limit.
    by_platform: bool = False


class Side(Table, table=True):
    """A conversation as one of its two people has it."""

    __tablename__ = "conversation_sides"

    conversation_id: int = Field(primary_key=True, foreign_key="conversations.id")
    user_id: int = Field(primary_key=True)
    other_id: int
    # How many messages came, and how many of them were read and were shown on a device: never fewer later.
    received: int = 0
    read: int = 0
    delivered: int = 0
    last_message_id: int | None = None
    product_id: int | None = None
    last_at: datetime = Field(sa_type=MOMENT)
    is_pinned: bool = False
    is_muted: bool = False
    is_archived: bool = False
    # Whether this person has written themself: until then the other one is a stranger to them.
    has_written: bool = False
    # When the oldest unread message came, and whether a mail has told of it.
    unread_since: datetime | None = Field(default=None, sa_type=MOMENT)
    mailed: bool = False


class Message(Table, Numbered, table=True):
    """A message; `place` counts those that its receiver got in this conversation."""

    __tablename__ = "messages"

    conversation_id: int = Field(foreign_key="conversations.id")
    seq: int
    changed_seq: int
    place: int
    sender_id: int
    receiver_id: int
    content: str = ""
    product_id: int | None = None
    message_type: str = "TEXT"
    file_id: int | None = Field(default=None, foreign_key="message_files.id")
    action_type: str | None = None
    actor_id: int | None = None
    deal_id: int | None = Field(default=None, foreign_key="deals.id")
    offer_id: int | None = Field(default=None, foreign_key="offers.id")
    is_clicked: bool = False
    reply_to_id: int | None = None
    client_id: str | None = None
    warnings: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    deleted_at: datetime | None = Field(default=None, sa_type=MOMENT)
    created_at: datetime = Field(sa_type=MOMENT)


class MessageFile(Table, Numbered, table=True):
    """A picture or document that was sent; the file is called by its token."""

    __tablename__ = "message_files"

    token: str
    sender_id: int
    receiver_id: int
    name: str
    content_type: str
    size: int
    # Of a picture, so that its place is kept until it has come.
    width: int | None = None
    height: int | None = None
    created_at: datetime = Field(sa_type=MOMENT)


class DiscardedFile(Table, table=True):
    """An attachment whose files are to be deleted."""

    __tablename__ = "discarded_files"

    token: str = Field(primary_key=True)


class Block(Table, table=True):
    """A person who wants no messages of another; kept with its number when it is taken back."""

    __tablename__ = "blocks"

    blocker_id: int = Field(primary_key=True)
    blocked_id: int = Field(primary_key=True)
    is_active: bool = True
    version: int = 1
    created_at: datetime = Field(sa_type=MOMENT)


class Report(Table, Numbered, table=True):
    """A report about a person or a message, with the messages around it."""

    __tablename__ = "message_reports"

    reporter_id: int
    about_id: int
    message_id: int | None = None
    deal_id: int | None = Field(default=None, foreign_key="deals.id")
    reason: str
    words: str = ""
    context: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSONB)
    created_at: datetime = Field(sa_type=MOMENT)


class Deal(Table, Numbered, table=True):
    """A purchase, from the seller's card to the review."""

    __tablename__ = "deals"

    conversation_id: int = Field(foreign_key="conversations.id")
    product_id: int
    seller_id: int
    buyer_id: int
    amount: int
    sold_by: str
    # Of which auction it is, and which of its sales; a card for Buy Now has none before it is bought.
    auction_id: int | None = None
    sale_number: int | None = None
    state: str = "offered"
    version: int = 0
    # What was sold, in the words of that day.
    product_name: str
    image_url: str | None = None
    courier: str | None = None
    tracking_number: str | None = None
    cancel_asked_by: int | None = None  # after the payment
    pay_by: datetime | None = Field(default=None, sa_type=MOMENT)  # of an auction
    created_at: datetime = Field(sa_type=MOMENT)
    opened_at: datetime | None = Field(default=None, sa_type=MOMENT)
    delivered_at: datetime | None = Field(default=None, sa_type=MOMENT)
    updated_at: datetime = Field(sa_type=MOMENT)
    # When the state began that it is in, and how often was reminded of it.
    state_since: datetime = Field(sa_type=MOMENT)
    reminders: int = 0
    # Whether it is among the deliveries of its seller's verification.
    is_counted: bool = False


class DealEvent(Table, table=True):
    """One line of a deal's timeline."""

    __tablename__ = "deal_events"

    deal_id: int = Field(primary_key=True, foreign_key="deals.id")
    number: int = Field(primary_key=True)
    kind: str
    actor_id: int | None = None
    details: dict[str, Any] = Field(default_factory=dict, sa_type=JSONB)
    at: datetime = Field(sa_type=MOMENT)


class Offer(Table, Numbered, table=True):
    """A price that one of the two named for a negotiable listing."""

    __tablename__ = "offers"

    conversation_id: int = Field(foreign_key="conversations.id")
    product_id: int
    seller_id: int
    buyer_id: int
    by: str
    amount: int
    state: str = "open"
    version: int = 0
    answers_id: int | None = None  # the offer that this one counters
    deal_id: int | None = Field(default=None, foreign_key="deals.id")  # the purchase that it became
    created_at: datetime = Field(sa_type=MOMENT)
    expires_at: datetime = Field(sa_type=MOMENT)
    answered_at: datetime | None = Field(default=None, sa_type=MOMENT)


class OfferFloor(Table, table=True):
    """Below what a seller declines offers for a listing without being asked; no one else sees it."""

    __tablename__ = "offer_floors"

    product_id: int = Field(primary_key=True)
    seller_id: int
    amount: int


class FavouriteCampaign(Table, Numbered, table=True):
    """A price that a seller offers to all who keep a listing as favourite; the job sends it."""

    __tablename__ = "favourite_campaigns"

    product_id: int
    seller_id: int
    amount: int
    created_at: datetime = Field(sa_type=MOMENT)
    sent_at: datetime | None = Field(default=None, sa_type=MOMENT)


class FavouriteOffer(Table, table=True):
    """What one of them was offered; its seller never reads this table."""

    __tablename__ = "favourite_offers"

    campaign_id: int = Field(primary_key=True, foreign_key="favourite_campaigns.id")
    buyer_id: int = Field(primary_key=True)
    expires_at: datetime = Field(sa_type=MOMENT)
    offer_id: int | None = Field(default=None, foreign_key="offers.id")  # what it became, when accepted
    declined_at: datetime | None = Field(default=None, sa_type=MOMENT)


class Review(Table, Numbered, table=True):
    """What one of the two says of the other after a deal, hidden until it is revealed."""

    __tablename__ = "reviews"

    deal_id: int = Field(foreign_key="deals.id")
    product_id: int
    seller_id: int
    buyer_id: int
    about: str = "seller"  # the other one of the two wrote it
    rating_tenths: int
    comment: str = ""
    created_at: datetime = Field(sa_type=MOMENT)
    reply: str = ""  # the seller's answer
    replied_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # When it becomes public at the latest, and when it did.
    reveal_at: datetime = Field(sa_type=MOMENT)
    revealed_at: datetime | None = Field(default=None, sa_type=MOMENT)


class ReviewPicture(Table, Numbered, table=True):
    """A picture that the writer of a review has uploaded; without a review it waits for one."""

    __tablename__ = "review_pictures"

    token: str
    owner_id: int
    deal_id: int = Field(foreign_key="deals.id")
    review_id: int | None = Field(default=None, foreign_key="reviews.id")
    place: int | None = None  # among the pictures of its review
    width: int
    height: int
    created_at: datetime = Field(sa_type=MOMENT)


class Rating(Table, table=True):
    """How many public reviews of a person, as seller or as buyer, have so many tenths of a star."""

    __tablename__ = "ratings"

    user_id: int = Field(primary_key=True)
    about: str = Field(primary_key=True)
    rating_tenths: int = Field(primary_key=True)
    reviews: int


class Verification(Table, table=True):
    """What a seller's verification stands on, and whether they are verified; `version` counts its facts."""

    __tablename__ = "verifications"

    seller_id: int = Field(primary_key=True)
    version: int = 0
    identity_checked_at: datetime | None = Field(default=None, sa_type=MOMENT)
    # The deals that count, and how many different buyers they have.
    delivered: int = 0
    buyers: int = 0
    verified_since: datetime | None = Field(default=None, sa_type=MOMENT)
    # When the verification ends, unless what is missing comes back.
    grace_until: datetime | None = Field(default=None, sa_type=MOMENT)
    # Why it was lost the last time.
    lost_for: list[str] = Field(default_factory=list, sa_type=ARRAY(Text))
    # When the first fact about it was told.
    told_since: datetime | None = Field(default=None, sa_type=MOMENT)
