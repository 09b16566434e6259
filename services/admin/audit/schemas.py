"""What goes over HTTP about the record and its figures."""

from datetime import date, datetime
from typing import Any

from libs.kit.http.schemas import Out
from services.admin.audit.rules import PublicKind


class AuditEntryOut(Out):
    """One fact of the record."""

    id: int
    event_id: str
    type: str
    source: str
    subject: str
    version: int
    happened_at: datetime
    # Of staff who did it, as known now: the record itself holds no names.
    by_name: str
    data: dict[str, Any]


class FactOut(Out):
    """How often something happened: in all, and on each day."""

    name: str
    total: int
    days: list[int]


class OverviewOut(Out):
    """What happened on each day from `since` to `until`, by the calendar of Malaysia."""

    since: date
    until: date
    facts: list[FactOut]


class ChainOut(Out):
    """Whether the newest entries of the record hang together; `faults` says where they do not."""

    checked: int
    is_whole: bool
    faults: list[str]
    # The hash of the newest entry of each chain, to be noted elsewhere.
    heads: dict[str, str]


class EventOut(Out):
    """A public event: its kind, when it happened, and its figures as in the catalogue of events; amounts are
    in sen."""

    type: PublicKind
    time: datetime
    data: dict[str, Any]
