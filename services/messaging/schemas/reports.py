"""What goes over HTTP to staff about reports."""

from datetime import datetime
from typing import Literal

from libs.contracts.events.messaging import ReportReason
from libs.kit.http.schemas import Out

ReportedKind = Literal["message", "review", "person", "purchase"]


class SaidOut(Out):
    """One message around a report."""

    sender_id: int
    username: str
    content: str


class ReportOut(Out):
    """One report with its words, and the messages or the steps of the purchase around it."""

    reporter_id: int
    reason: ReportReason
    words: str
    created_at: datetime
    said: list[SaidOut]
    steps: list[str]
