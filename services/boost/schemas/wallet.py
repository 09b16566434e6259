"""The wallet over HTTP; amounts are in cents."""

from datetime import datetime
from typing import Literal

from libs.kit.http.schemas import Out

Way = Literal["wallet", "bill"]


class WalletOut(Out):
    """What is in a wallet."""

    balance: int
    currency: Literal["MYR"]


class OwnWalletOut(WalletOut):
    """What is in one's own wallet, and in which ways one may pay now: with it, and by a bill."""

    ways: list[Way]


class EntryOut(Out):
    """A line of a statement, with what was in the wallet after it."""

    id: int
    at: datetime
    kind: Literal["credit", "debit"]
    amount: int
    balance: int
    reason: str
    order_id: str | None
    # The purchase whose money it is.
    deal_id: int | None


class EntriesOut(Out):
    """A page of a statement."""

    entries: list[EntryOut]
    next: str | None
