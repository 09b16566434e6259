"""Facts about what accounts share: which ones, by which kind of signal. Never the value, never a hash of
it."""

from datetime import datetime, timedelta
from typing import ClassVar, Literal

from libs.contracts.fact import Fact, Id

SignalKind = Literal["device", "address", "payout_account"]
# What more accounts than these share says nothing of any of them: a shop's computer, a block of flats.
MOST_SHARERS = 20
# For how long after it was last seen a signal counts.
COUNTS_FOR = timedelta(days=180)


class SharedSignal(Fact):
    """An account has a signal that another one has too. `signal` is a random number that those who share it
    have in common; it cannot be made from the value, and is another one when all have forgotten that."""

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
        """Return one key for each account, whatever it shares with others."""
        return f"signals-{self.user_id}"


class AccountSignalShared(SharedSignal):
    """Two accounts or more, but few, signed in at one browser or wrote down the same delivery address."""

    topic: ClassVar[str] = "wangi.users"
    producer: ClassVar[str] = "auth"

    by: Literal["device", "address"]

    @property
    def kind(self) -> SignalKind:
        return self.by


class PayoutAccountShared(SharedSignal):
    """Two accounts or more, but few, are paid to the same bank account."""

    topic: ClassVar[str] = "wangi.boosts"
    producer: ClassVar[str] = "boost"

    @property
    def kind(self) -> SignalKind:
        return "payout_account"


class LinkedAccountsRead(Fact):
    """One of staff looked at which accounts share a signal with this one."""

    topic: ClassVar[str] = "wangi.moderation"
    producer: ClassVar[str] = "admin"

    user_id: Id
    by_admin_id: Id
    read_at: datetime

    @property
    def key(self) -> str:
        return f"links-{self.user_id}"
