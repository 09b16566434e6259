from datetime import datetime

from sqlmodel import Field

from libs.kit.db.rows import Numbered
from services.admin.models import MOMENT, Table


class Case(Table, Numbered, table=True):
    __tablename__ = "cases"

    kind: str
    subject_id: int
    # The seller, the author, or the reported person.
    about_id: int
    # Another party, such as the seller of a strike. This person may not decide the case.
    beside_id: int | None = None
    state: str = "open"
    priority: int
    # The first urgent reason of the reports, or otherwise the first reason.
    reported_for: str | None = None
    reports: int = 0
    version: int = 0
    opened_at: datetime = Field(sa_type=MOMENT)
    # The time of the first report or the newest appeal.
    waits_since: datetime = Field(sa_type=MOMENT)
    claimed_by: int | None = None
    claimed_until: datetime | None = Field(default=None, sa_type=MOMENT)
    decision: str | None = None
    reason: str | None = None
    decided_by: int | None = None
    # True if the case must be published again, because consumers did not exist when it was opened.
    needs_publishing: bool = False
    # None while the case is open.
    over_at: datetime | None = Field(default=None, sa_type=MOMENT)


class CaseReport(Table, Numbered, table=True):
    """The text of the report is stored by the service that received it."""

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
    """Deleted when the person is erased."""

    __tablename__ = "case_appeals"

    case_id: int = Field(primary_key=True, foreign_key="cases.id")
    user_id: int
    words: str
    at: datetime = Field(sa_type=MOMENT)


class CaseAcknowledgement(Table, table=True):
    __tablename__ = "case_acknowledgements"

    step_id: int = Field(primary_key=True, foreign_key="case_steps.id")
    case_id: int
    service: str
    outcome: str | None = None
    done_at: datetime | None = Field(default=None, sa_type=MOMENT)
