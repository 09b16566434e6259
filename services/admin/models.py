from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from libs.kit.db.database import metadata_of
from libs.kit.db.rows import Numbered

METADATA = metadata_of("admin")
MOMENT: Any = DateTime(timezone=True)


class Table(SQLModel):
    metadata = METADATA


class AuditEntry(Table, Numbered, table=True):
    """Written once and never changed."""

    __tablename__ = "audit_log"

    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime = Field(sa_type=MOMENT)
    data: dict[str, Any] = Field(sa_type=JSONB)
    # The number in the chain, and the hashes of the previous entry and this entry. None before there were
    # chains.
    chain: str | None = None
    number: int | None = None
    before: str | None = None
    hash: str | None = None


class AuditChain(Table, table=True):
    __tablename__ = "audit_chains"

    chain: str = Field(primary_key=True)
    last: int
    head: str


class AuditBeginning(Table, table=True):
    """The oldest entry of a chain. Moved only when old entries expire."""

    __tablename__ = "audit_beginnings"

    chain: str = Field(primary_key=True)
    first: int
    before: str


class WebEvent(Table, Numbered, table=True):
    """Stored after consent. Nothing in it identifies the visitor."""

    __tablename__ = "web_events"

    # New with every page load. It links the steps of one visit.
    session: str
    name: str
    happened_at: datetime = Field(sa_type=MOMENT)
    path: str
    params: dict[str, Any] = Field(sa_type=JSONB)
    received_at: datetime = Field(sa_type=MOMENT)


class WebEventDay(Table, table=True):
    __tablename__ = "web_event_days"

    day: date = Field(primary_key=True)
    kept: int
    is_counted: bool = False


class WebEventCount(Table, table=True):
    __tablename__ = "web_event_counts"

    day: date = Field(primary_key=True)
    name: str = Field(primary_key=True)
    times: int
    visits: int


class EventDay(Table, table=True):
    """Per day in Malaysia. Old days are merged into one row."""

    __tablename__ = "event_days"

    name: str = Field(primary_key=True)
    day: date = Field(primary_key=True)
    times: int


class Case(Table, Numbered, table=True):
    __tablename__ = "cases"

    kind: str
    subject_id: int
    # The seller, the writer, or the person themselves.
    about_id: int
    # Another party, such as the seller of a strike, who may not decide the case.
    beside_id: int | None = None
    state: str = "open"
    priority: int
    # The gravest reason of its reports, the first if equal.
    reported_for: str | None = None
    reports: int = 0
    version: int = 0
    opened_at: datetime = Field(sa_type=MOMENT)
    # Since its first report or its newest appeal.
    waits_since: datetime = Field(sa_type=MOMENT)
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)
    decision: str | None = None
    reason: str | None = None
    decided_by: int | None = None
    # To be published again, because consumers did not exist yet.
    needs_telling: bool = False
    # None if it was reopened.
    over_at: datetime | None = Field(default=None, sa_type=MOMENT)


class CaseReport(Table, Numbered, table=True):
    """Its text is stored by the service that received the report."""

    __tablename__ = "case_reports"

    case_id: int = Field(foreign_key="cases.id")
    reporter_id: int | None = None
    reason: str
    filed_at: datetime = Field(sa_type=MOMENT)


class CaseStep(Table, Numbered, table=True):
    __tablename__ = "case_steps"

    case_id: int = Field(foreign_key="cases.id")
    step: str
    by_id: int | None = None
    decision: str | None = None
    reason: str | None = None
    days: int | None = None
    words: str = ""
    at: datetime = Field(sa_type=MOMENT)


class CaseAppeal(Table, table=True):
    """Deleted on erasure."""

    __tablename__ = "case_appeals"

    case_id: int = Field(primary_key=True, foreign_key="cases.id")
    user_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)


class CaseReceipt(Table, table=True):
    __tablename__ = "case_receipts"

    step_id: int = Field(primary_key=True, foreign_key="case_steps.id")
    case_id: int
    service: str
    outcome: str | None = None
    done_at: datetime | None = Field(default=None, sa_type=MOMENT)


class Setting(Table, table=True):
    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    is_on: bool = True
    changes: int = 0


class SettingStep(Table, Numbered, table=True):
    __tablename__ = "setting_steps"

    name: str
    is_on: bool
    by_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)


class RiskLot(Table, table=True):
    __tablename__ = "risk_lots"

    auction_id: int = Field(primary_key=True)
    seller_id: int
    seen_at: datetime = Field(sa_type=MOMENT)
    # None if the auction began before its events were counted.
    starts_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_cancelled: bool = False
    winner_id: int | None = None
    # The bidder who accepted a second chance.
    second_chance_buyer_id: int | None = None
    minimum_bid: int | None = None
    last_bidder_id: int | None = None
    bidder_before_id: int | None = None
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskBidder(Table, table=True):
    __tablename__ = "risk_bidders"

    auction_id: int = Field(primary_key=True, foreign_key="risk_lots.auction_id")
    bidder_id: int = Field(primary_key=True)
    seller_id: int
    bids: int = 0
    # Manual bids above another bidder's, at the minimum, and at once after the same rival.
    raises: int = 0
    least_raises: int = 0
    answers: int = 0
    first_at: datetime | None = Field(default=None, sa_type=MOMENT)
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_retracted: bool = False
    is_unpaid: bool = False


class RiskAccount(Table, table=True):
    __tablename__ = "risk_accounts"

    user_id: int = Field(primary_key=True)
    registered_at: datetime = Field(sa_type=MOMENT)


class RiskPair(Table, Numbered, table=True):
    """A bidder and a seller, or an account, whose score reached the review limit."""

    __tablename__ = "risk_pairs"

    # The same person twice for a takeover.
    bidder_id: int
    seller_id: int
    kind: str = "bids"
    # In hundredths.
    score: int
    level: str
    reasons: list[dict[str, Any]] = Field(sa_type=JSONB)
    state: str = "open"
    version: int = 0
    flagged_at: datetime = Field(sa_type=MOMENT)
    # The decision covers auctions that ended before this.
    decided_at: datetime | None = Field(default=None, sa_type=MOMENT)
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskStep(Table, Numbered, table=True):
    __tablename__ = "risk_steps"

    pair_id: int = Field(foreign_key="risk_pairs.id")
    step: str
    score: int
    by_id: int | None = None
    reason: str | None = None
    words: str = ""
    at: datetime = Field(sa_type=MOMENT)
