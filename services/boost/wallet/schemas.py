"""The wallet over HTTP; amounts are in cents."""

from datetime import datetime
from typing import Literal

from libs.kit.http.schemas import Out
from services.boost.payouts.schemas import PayoutOut

Way = Literal["wallet", "bill"]


class WalletOut(Out):
    """What is in a wallet."""

    balance: int
    currency: Literal["MYR"]


class MoneyHeldOut(Out):
    """Of how many purchases money is held now, and how much, with the fees of protection."""

    deals: int
    amount: int
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


class HeldOut(Out):
    """A purchase or sale of a person whose money is held."""

    deal_id: int
    role: Literal["buyer", "seller"]
    state: str
    amount: int
    fee: int
    held_at: datetime


class PersonMoneyOut(Out):
    """The money of a person, for staff; each list has its newest."""

    balance: int
    held: list[HeldOut]
    payouts: list[PayoutOut]
    entries: list[EntryOut]
