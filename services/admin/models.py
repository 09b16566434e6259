"""The tables of admin: the record of all facts of the platform, visits, cases, settings, arranged bids."""

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
    """Everything in the schema `admin`."""

    metadata = METADATA


class AuditEntry(Table, Numbered, table=True):
    """One fact as it was heard; written once, never changed."""

    __tablename__ = "audit_log"

    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime = Field(sa_type=MOMENT)
    data: dict[str, Any] = Field(sa_type=JSONB)
    # Its chain, its place there, and the hashes of the one before and of itself; none from before there were
    # chains.
    chain: str | None = None
    number: int | None = None
    before: str | None = None
    hash: str | None = None


class AuditChain(Table, table=True):
    """Where a chain of the record ends."""

    __tablename__ = "audit_chains"

    chain: str = Field(primary_key=True)
    last: int
    head: str


class AuditBeginning(Table, table=True):
    """Which entry of a chain is the oldest, and the hash before it; moved only where old entries are let go
    of."""

    __tablename__ = "audit_beginnings"

    chain: str = Field(primary_key=True)
    first: int
    before: str


class WebEvent(Table, Numbered, table=True):
    """Something a visitor did in the web app, after saying yes to being counted; nothing says who it was."""

    __tablename__ = "web_events"

    # Made anew with every page load; it joins the steps of one visit and nothing else.
    session: str
    name: str
    happened_at: datetime = Field(sa_type=MOMENT)
    path: str
    params: dict[str, Any] = Field(sa_type=JSONB)
    received_at: datetime = Field(sa_type=MOMENT)


class WebEventDay(Table, table=True):
    """A day of events: how many were kept, and whether they were counted when it had ended."""

    __tablename__ = "web_event_days"

    day: date = Field(primary_key=True)
    kept: int
    is_counted: bool = False


class WebEventCount(Table, table=True):
    """How often something happened on a day that has ended, and in how many visits."""

    __tablename__ = "web_event_counts"

    day: date = Field(primary_key=True)
    name: str = Field(primary_key=True)
    times: int
    visits: int


class FactDay(Table, table=True):
    """How many facts of a kind happened on a day in Malaysia; days long gone are added up in one row."""

    __tablename__ = "fact_days"

    name: str = Field(primary_key=True)
    day: date = Field(primary_key=True)
    times: int


class Case(Table, Numbered, table=True):
    """What people reported of one thing, and what staff made of it."""

    __tablename__ = "cases"

    kind: str
    subject_id: int
    # Whose thing it is: the seller, the writer, or the person themself.
    about_id: int
    # Who else it concerns, such as the seller of a strike: of staff they decide nothing about it.
    beside_id: int | None = None
    state: str = "open"
    priority: int
    # The gravest reason of its reports, of equal ones the first.
    reported_for: str | None = None
    reports: int = 0
    version: int = 0
    opened_at: datetime = Field(sa_type=MOMENT)
    # Since when it waits for staff: since its first report or its newest appeal.
    waits_since: datetime = Field(sa_type=MOMENT)
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)
    decision: str | None = None
    reason: str | None = None
    decided_by: int | None = None
    # It was opened before others listened to that, and is told once more.
    needs_telling: bool = False
    # When it was decided, unless it waits again.
    over_at: datetime | None = Field(default=None, sa_type=MOMENT)


class CaseReport(Table, Numbered, table=True):
    """One report of a case; its words stay with the service that took it."""

    __tablename__ = "case_reports"

    case_id: int = Field(foreign_key="cases.id")
    reporter_id: int | None = None
    reason: str
    filed_at: datetime = Field(sa_type=MOMENT)


class CaseStep(Table, Numbered, table=True):
    """What was done with a case, by whom, and with which words for the record."""

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
    """What a person wrote against their warning or suspension; gone with the person."""

    __tablename__ = "case_appeals"

    case_id: int = Field(primary_key=True, foreign_key="cases.id")
    user_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)


class CaseReceipt(Table, table=True):
    """Which service carries a decision out, and when it said that this is done."""

    __tablename__ = "case_receipts"

    step_id: int = Field(primary_key=True, foreign_key="case_steps.id")
    case_id: int
    service: str
    outcome: str | None = None
    done_at: datetime | None = Field(default=None, sa_type=MOMENT)


class Setting(Table, table=True):
    """What an operator may pause, once it was looked at to be changed."""

    __tablename__ = "settings"

    name: str = Field(primary_key=True)
    is_on: bool = True
    changes: int = 0


class SettingStep(Table, Numbered, table=True):
    """One change of a setting: by whom, and why."""

    __tablename__ = "setting_steps"

    name: str
    is_on: bool
    by_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)


class RiskLot(Table, table=True):
    """An auction as its facts told of it, with what the next bid is compared with."""

    __tablename__ = "risk_lots"

    auction_id: int = Field(primary_key=True)
    seller_id: int
    seen_at: datetime = Field(sa_type=MOMENT)
    # None of an auction that began before its facts were counted here.
    starts_at: datetime | None = Field(default=None, sa_type=MOMENT)
    ended_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_cancelled: bool = False
    winner_id: int | None = None
    # Who took a second chance.
    second_chance_buyer_id: int | None = None
    # The least that the next bid has to be, and the two who bid last.
    minimum_bid: int | None = None
    last_bidder_id: int | None = None
    bidder_before_id: int | None = None
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskBidder(Table, table=True):
    """What one person did in one auction, in figures."""

    __tablename__ = "risk_bidders"

    auction_id: int = Field(primary_key=True, foreign_key="risk_lots.auction_id")
    bidder_id: int = Field(primary_key=True)
    seller_id: int
    bids: int = 0
    # Bids by hand above another's; how many of them were the least possible, and how many came at once after
    # the same rival.
    raises: int = 0
    least_raises: int = 0
    answers: int = 0
    first_at: datetime | None = Field(default=None, sa_type=MOMENT)
    last_at: datetime | None = Field(default=None, sa_type=MOMENT)
    is_retracted: bool = False
    is_unpaid: bool = False


class RiskAccount(Table, table=True):
    """When a person registered, while that is not long ago."""

    __tablename__ = "risk_accounts"

    user_id: int = Field(primary_key=True)
    registered_at: datetime = Field(sa_type=MOMENT)


class RiskPair(Table, Numbered, table=True):
    """A bidder and a seller whose score reached the limit of review, or an account, and what staff made of
    it."""

    __tablename__ = "risk_pairs"

    # In a takeover both are the account's person.
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
    # Auctions that ended until then are decided upon.
    decided_at: datetime | None = Field(default=None, sa_type=MOMENT)


class RiskStep(Table, Numbered, table=True):
    """What became of a pair: flagged, raised to the next level, released or confirmed; by whom and why."""

    __tablename__ = "risk_steps"

    pair_id: int = Field(foreign_key="risk_pairs.id")
    step: str
    score: int
    by_id: int | None = None
    words: str = ""
    at: datetime = Field(sa_type=MOMENT)
