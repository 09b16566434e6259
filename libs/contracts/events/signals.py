"""Events of signals shared by accounts. They contain the kind of signal, never its value or a hash of it."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

from libs.contracts.event import Event, Id

SignalKind = Literal["device", "address", "payout_account"]
# A signal shared by more accounts means nothing, such as a shop's computer or a block of flats.
MAX_SHARERS = 20
# How long a signal counts after it was last seen.
COUNTS_FOR = timedelta(days=180)


class SharedSignal(Event):
    """Several accounts share a signal. `signal` is a random number common to them, not derived from the
    value. It changes once all have been forgotten."""

    unrecorded: ClassVar[frozenset[str]] = frozenset({"signal"})

    user_id: Id
    signal: Id
    # When the account was first seen with it.
    since: datetime
    seen_at: datetime

    @property
    def kind(self) -> SignalKind:
        raise NotImplementedError

    @property
    def key(self) -> str:
        """A key for each account."""
        return f"signals-{self.user_id}"


class AccountSignalShared(SharedSignal):
    """A few accounts signed in from one browser or use the same delivery address."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    by: Literal["device", "address"]

    @property
    def kind(self) -> SignalKind:
        return self.by


class PayoutAccountShared(SharedSignal):
    """A few accounts are paid to the same bank account."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    @property
    def kind(self) -> SignalKind:
        return "payout_account"


class LinkedAccountsRead(Event):
    """Staff viewed the accounts linked to this one."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    user_id: Id
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"links-{self.user_id}"
