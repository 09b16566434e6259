"""What goes over HTTP about accounts that share a signal."""

from datetime import datetime

from libs.contracts.events.signals import SignalKind
from libs.kit.http.schemas import Out
from services.admin.schemas.cases import PersonOut


class SignalOut(Out):
    """What both accounts have: since when, and when both were last seen with it. Never what it is."""

    kind: SignalKind
    since: datetime
    seen_at: datetime


class LinkedAccountOut(Out):
    """Another account, and what it shares with this one."""

    person: PersonOut
    signals: list[SignalOut]


class LinkedAccountsOut(Out):
    """The accounts that share something with one, those seen last first."""

    accounts: list[LinkedAccountOut]
