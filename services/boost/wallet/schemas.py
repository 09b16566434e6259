"""Amounts are in sen."""

from datetime import datetime
from typing import Literal

from libs.kit.http.schemas import Out
from services.boost.payouts.schemas import PayoutOut

Way = Literal["wallet", "bill"]


class WalletOut(Out):
    balance: int
    currency: Literal["MYR"]


class MoneyHeldOut(Out):
    """`amount` includes fees."""

    deals: int
    amount: int
    currency: Literal["MYR"]


class OwnWalletOut(WalletOut):
    ways: list[Way]


class EntryOut(Out):
    id: int
    at: datetime
    kind: Literal["credit", "debit"]
    amount: int
    balance: int
    reason: str
    order_id: str | None
    deal_id: int | None


class EntriesOut(Out):
    entries: list[EntryOut]
    next: str | None


class HeldOut(Out):
    deal_id: int
    role: Literal["buyer", "seller"]
    state: str
    amount: int
    fee: int
    held_at: datetime


class PersonMoneyOut(Out):
    """Each list contains the newest rows."""

    balance: int
    held: list[HeldOut]
    payouts: list[PayoutOut]
    entries: list[EntryOut]
