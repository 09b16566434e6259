import random
import secrets
import string
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import urlencode

from deploy.billplz.payouts import PayoutDesk
from libs.kit.process import clock
from services.boost.payments.providers import signatures
from services.boost.settings import STAND_IN

MAX_BILLS, MAX_COLLECTIONS, MAX_DELIVERIES = 2_000, 200, 4_000
MALAYSIA = timezone(timedelta(hours=8))
# Seconds after the previous attempt. Up to 300 random seconds are added. There are at most five attempts.
RETRIES = (15, 900, 900, 86_400)
BY_CHANCE, SLOW_SECONDS, LATE_SECONDS = 300, 30, 600
WORST_RANK = 10.0
# Actions of the payment page besides "success" and "failed".
MISBEHAVIOURS = ("abandon", "slow", "twice", "lost", "late", "forged", "wrong_amount")
ACTIONS = ("success", "failed", *MISBEHAVIOURS)
BANKS = {
    "MB2U0227": "Maybank2u", "BCBB0235": "CIMB Clicks", "PBB0233": "Public Bank PBe", "RHB0218": "RHB Now",
    "HLB0224": "HLB Connect", "BIMB0340": "Bank Islam", "BP-TNG01": "Touch 'n Go", "BP-BST01": "Boost",
    "BP-2C2PGRB": "GrabPay", "BP-FKR01": "Billplz Simulator",
}  # fmt: skip
WALLETS = {"BP-TNG01": "TOUCHNGO", "BP-BST01": "BOOST", "BP-2C2PGRB": "TWOCTWOPWALLET", "BP-FKR01": "BILLPLZ"}
Fields = dict[str, str]


@dataclass
class Transaction:
    id: str
    status: str
    channel: str
    completed_at: datetime | None = None


@dataclass
class Bill:
    id: str
    collection_id: str
    amount: int
    email: str
    mobile: str | None
    name: str
    description: str
    callback_url: str
    redirect_url: str | None
    references: Fields
    url: str
    due_at: str
    state: str = "due"
    paid_amount: int = 0
    paid_at: datetime | None = None
    transactions: list[Transaction] = field(default_factory=list)

    @property
    def is_paid(self) -> bool:
        """True if the bill was paid, even if it was deleted."""
        return self.paid_at is not None


@dataclass
class Delivery:
    due_at: datetime
    url: str
    body: str
    attempt: int = 1
    # The id of the bill that is settled when the callback is sent.
    settles: str | None = None


@dataclass
class Bank:
    """The state of the sandbox. Every collection is limited, and the oldest entries are deleted first."""

    base_url: str = "http://localhost:8026"
    api_key: str = STAND_IN["wangi_billplz_api_key"]
    x_signature_key: str = STAND_IN["wangi_billplz_x_signature_key"]
    speed: float = 10.0
    # Whether callbacks contain the transaction ("Extra Payment Completion Information").
    is_extra: bool = False
    now: Callable[[], datetime] = clock.about_now
    chance: Callable[[], float] = random.random
    bills: "OrderedDict[str, Bill]" = field(default_factory=OrderedDict)
    collections: "OrderedDict[str, str]" = field(default_factory=OrderedDict)
    deliveries: list[Delivery] = field(default_factory=list)
    rank: float = 0.0
    # How many of the next calls of each kind fail. Kinds for bills are `create-422`, `create-500`, `get-429`
    # and `get-500`. Kinds for payouts are `payout-422`, `payout-500` and `payout-empty`.
    faults: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.collections[STAND_IN["wangi_billplz_collection_id"]] = "Boosts"
        self.payouts = PayoutDesk(self.x_signature_key)

    def fails(self, kind: str) -> bool:
        """Returns True if the current call must fail, and counts the call."""
        left = self.faults.get(kind, 0)
        self.faults[kind] = max(0, left - 1)
        return left > 0

    def open_collection(self, title: str) -> str:
        number = _id()
        self.collections[number] = title
        _limit(self.collections, MAX_COLLECTIONS)
        return number

    def make(self, form: Fields) -> Bill:
        number = _id()
        today = self.now().astimezone(MALAYSIA)
        references = {
            name: form.get(name, usual)
            for name, usual in (
                ("reference_1_label", "Reference 1"), ("reference_1", ""),
                ("reference_2_label", "Reference 2"), ("reference_2", ""),
            )
        }  # fmt: skip
        bill = Bill(
            id=number,
            collection_id=form["collection_id"],
            amount=int(form["amount"]),
            email=form.get("email", ""),
            mobile=form.get("mobile"),
            name=form["name"].upper(),
            description=form["description"],
            callback_url=form["callback_url"],
            redirect_url=form.get("redirect_url"),
            references=references,
            url=f"{self.base_url}/bills/{number}",
            due_at=form.get("due_at") or f"{today.year}-{today.month}-{today.day}",
        )
        self.bills[number] = bill
        _limit(self.bills, MAX_BILLS)
        return bill

    def pay(self, bill: Bill, action: str, bank: str) -> Fields | None:
        """Applies an action of the payment page. Returns the signed fields of the redirect, or None."""
        if action == "abandon" or bill.is_paid:
            return None if action == "abandon" else self.redirect(bill, None)
        transaction = self._tried(bill, action, bank)
        if action == "forged":
            self._send_callback(bill, self.callback(bill, transaction, is_paid=True), key="a-wrong-key")
            return self.redirect(bill, transaction, is_paid=True, key="a-wrong-key")
        if action not in ("failed", "slow"):
            self.settle(bill, transaction)
        answer = self.callback(bill, transaction)
        if action == "wrong_amount":
            answer["amount"] = answer["paid_amount"] = str(bill.amount + 100)
        waits = {"late": LATE_SECONDS, "slow": SLOW_SECONDS}.get(action, 0)
        if action == "slow":
            answer = self.callback(bill, transaction, is_paid=True)
            self._send_callback(bill, answer, after=waits, settles=True)
        elif action != "lost":
            self._send_callback(bill, answer, after=waits)
        if action == "twice":
            self._send_callback(bill, answer)
        return self.redirect(bill, transaction)

    def settle(self, bill: Bill, transaction: Transaction) -> None:
        """Marks the bill as paid. A deleted bill is restored."""
        bill.state, bill.paid_at, bill.paid_amount = "paid", self.now(), bill.amount
        transaction.status, transaction.completed_at = "completed", bill.paid_at

    def due(self) -> list[Delivery]:
        now = self.now()
        due = [delivery for delivery in self.deliveries if delivery.due_at <= now]
        self.deliveries = [delivery for delivery in self.deliveries if delivery.due_at > now]
        if self.payouts.callback_url is not None:
            due += [Delivery(now, self.payouts.callback_url, body) for body in self.payouts.due(now)]
        for bill in (self.bills.get(item.settles) for item in due if item.settles is not None):
            if bill is not None and not bill.is_paid:
                self.settle(bill, bill.transactions[-1])
        return due

    def delivered(self, delivery: Delivery, *, is_well: bool) -> None:
        """Records the result of a callback. A failed callback is retried and lowers the rank."""
        if is_well:
            return
        self.rank = min(WORST_RANK, self.rank + 1)
        if delivery.attempt <= len(RETRIES):
            wait = RETRIES[delivery.attempt - 1] + BY_CHANCE * self.chance()
            due_at = self.now() + timedelta(seconds=wait / self.speed)
            self._put(Delivery(due_at, delivery.url, delivery.body, delivery.attempt + 1))

    def _tried(self, bill: Bill, action: str, bank: str) -> Transaction:
        status = "failed" if action == "failed" else "pending"
        transaction = Transaction(_id(12).upper(), status, WALLETS.get(bank, "FPX"))
        bill.transactions.append(transaction)
        del bill.transactions[:-100]
        return transaction

    def _send_callback(
        self, bill: Bill, fields: Fields, *, after: float = 0, key: str | None = None, settles: bool = False
    ) -> None:
        signed = fields | {signatures.SIGNATURE: signatures.sign(key or self.x_signature_key, fields.items())}
        due_at = self.now() + timedelta(seconds=after / self.speed)
        settled = bill.id if settles else None
        self._put(Delivery(due_at, bill.callback_url, urlencode(signed), settles=settled))

    def _put(self, delivery: Delivery) -> None:
        self.deliveries.append(delivery)
        del self.deliveries[:-MAX_DELIVERIES]

    def callback(self, bill: Bill, transaction: Transaction, *, is_paid: bool | None = None) -> Fields:
        paid = bill.is_paid if is_paid is None else is_paid
        fields = {
            "id": bill.id,
            "collection_id": bill.collection_id,
            "paid": "true" if paid else "false",
            "state": "paid" if paid else bill.state,
            "amount": str(bill.amount),
            "paid_amount": str(bill.amount if paid else 0),
            "due_at": bill.due_at,
            "email": bill.email,
            "mobile": bill.mobile or "",
            "name": bill.name,
            "url": bill.url,
            "paid_at": self._moment(bill.paid_at or self.now()) if paid else "",
        }
        return fields | (self._extra(transaction, is_paid=paid) if self.is_extra else {})

    def redirect(
        self,
        bill: Bill,
        transaction: Transaction | None,
        *,
        is_paid: bool | None = None,
        key: str | None = None,
    ) -> Fields:
        paid = bill.is_paid if is_paid is None else is_paid
        fields = {"id": bill.id, "paid": "true" if paid else "false"}
        fields["paid_at"] = self._moment(bill.paid_at or self.now()) if paid else ""
        if self.is_extra and transaction is not None:
            fields |= self._extra(transaction, is_paid=paid)
        signed = signatures.sign(key or self.x_signature_key, [("billplz" + n, v) for n, v in fields.items()])
        return {
            f"billplz[{name}]": value for name, value in (fields | {signatures.SIGNATURE: signed}).items()
        }

    def _extra(self, transaction: Transaction, *, is_paid: bool) -> Fields:
        status = "completed" if is_paid else transaction.status
        return {"transaction_id": transaction.id, "transaction_status": status}

    def _moment(self, at: datetime) -> str:
        return at.astimezone(MALAYSIA).strftime("%Y-%m-%d %H:%M:%S +0800")


def _id(length: int = 8) -> str:
    return "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(length))


def _limit(kept: "OrderedDict[str, Any]", most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
