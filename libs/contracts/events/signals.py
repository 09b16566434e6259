"""Events of signals that accounts share. They contain the kind of signal, never its value or a hash of the
value."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id

SignalKind = Literal["device", "address", "payout_account"]
# Signals shared by more accounts are ignored, for example a shop's computer or a block of flats.
MAX_SHARERS = 20
# How long a signal counts after it was last seen.
COUNTS_FOR = timedelta(days=180)


class SharedSignal(Event):
    """Several accounts share a signal.
    `signal` is a random number that these accounts have in common. It is not derived from the value, and
    changes after all accounts have been forgotten."""

    unrecorded: ClassVar[frozenset[str]] = frozenset({"signal"})

    user_id: Id
    signal: Id
    # When the account was first seen with the signal.
    since: datetime
    seen_at: datetime

    @property
    def kind(self) -> SignalKind:
        raise NotImplementedError

    @property
    def key(self) -> str:
        return f"signals-{self.user_id}"


class AccountSignalShared(SharedSignal):
    """A few accounts signed in from the same browser or use the same delivery address."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    by: Literal["device", "address"]

    @property
    def kind(self) -> SignalKind:
        return self.by


class PayoutAccountShared(SharedSignal):
    """A few accounts have the same bank account for payouts."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    @property
    def kind(self) -> SignalKind:
        return "payout_account"


class LinkedAccountsRead(Event):
    """Staff viewed the accounts linked to an account."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    user_id: Id
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"links-{self.user_id}"
