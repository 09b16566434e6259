from datetime import date, datetime
from typing import Any

from libs.kit.http.schemas import Out
from services.admin.audit.rules import PublicKind


class AuditEntryOut(Out):
    id: int
    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime
    # The person's current name. The audit log itself stores no names.
    by_name: str
    data: dict[str, Any]
    # True if the entry may concern the reader. Then `eventId`, `subject`, `byName` and `data` are empty.
    is_hidden: bool


class EventCountOut(Out):
    name: str
    total: int
    days: list[int]


class OverviewOut(Out):
    """Days are days in Malaysia."""

    since: date
    until: date
    events: list[EventCountOut]


class ChainOut(Out):
    """Whether the newest entries of the audit log are intact. `faults` describes gaps and changes."""

    checked: int
    is_whole: bool
    faults: list[str]
    # The newest hash of each chain, so that it can be stored elsewhere.
    heads: dict[str, str]


class StreamEventOut(Out):
    """A public event with its figures, as in the event catalogue. Amounts are in sen."""

    type: PublicKind
    time: datetime
    data: dict[str, Any]
