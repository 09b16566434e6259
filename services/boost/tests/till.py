"""The test sends the payment sandbox's callbacks."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
from sqlalchemy import text

from deploy.billplz.app import application
from deploy.billplz.bank import Bank, Bill
from libs.contracts.events.catalog import ProductRemoved
from libs.kit.process import clock
from libs.kit.testing import Service, serve, signed_in
from services.auction.tests.makers import a_listing
from services.boost.boosts.service import end_due_boosts
from services.boost.dependencies import setup_of
from services.boost.payments.callbacks import judge_waiting
from services.boost.payments.polling import poll_due
from services.boost.payments.providers import signatures
from services.boost.payments.providers.choice import provider_of
from services.boost.payments.setup import Setup
from services.boost.tests import books

Fields = dict[str, str]
_numbers = itertools.count(880_000)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Till:
    boost: Service
    bank: Bank
    seller: int = field(default_factory=lambda: next(_numbers))

    @property
    def me(self) -> dict[str, str]:
        return signed_in(self.seller, f"seller{self.seller}", roles=("seller",))

    @property
    def setup(self) -> Setup:
        return setup_of(self.boost.app)

    async def listings(self, count: int, seller: int | None = None) -> list[int]:
        ids = [next(_numbers) for _ in range(count)]
        for item_id in ids:
            await self.boost.deliver(a_listing(1, item_id, seller or self.seller))
        return ids

    async def remove(self, product_id: int, reason: str = "moderated") -> None:
        event = ProductRemoved(
            product_id=product_id,
            seller_id=self.seller,
            auction_id=None,
            reason=reason,  # type: ignore[arg-type]
            removed_at=clock.about_now(),
        )
        for version in (8, 9):
            await self.boost.deliver(event, version=version)

    async def post(self, path: str, **body: Any) -> httpx2.Response:
        return await self.boost.http.post(f"/api/boost{path}", json=body, headers=self.me)

    async def get(self, path: str) -> Any:
        answer = await self.boost.http.get(f"/api/boost{path}", headers=self.me)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ordered(self, product_ids: list[int], package: int = 1, **more: Any) -> dict[str, Any]:
        answer = await self.post("/create-order", boostPackageId=package, productIds=product_ids, **more)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def bill(self, order: dict[str, Any]) -> Bill:
        return self.bank.bills[urlsplit(order["paymentUrl"]).path.rsplit("/", 1)[1]]

    async def pays(self, order: dict[str, Any], action: str = "success") -> dict[str, str]:
        return self.bank.pay(self.bill(order), action, "MB2U0227") or {}

    async def call_back(self, body: str) -> httpx2.Response:
        return await self.boost.http.post("/api/boost/callback", content=body, headers=FORM)

    async def deliver(self) -> int:
        due = self.bank.due()
        for item in due:
            answer = await self.call_back(item.body)
            self.bank.delivered(item, is_well=answer.status_code == 200)
        await self.judge()
        return len(due)

    async def judge(self) -> None:
        await judge_waiting(self.setup)

    async def come_back(self, fields: dict[str, str]) -> dict[str, str]:
        answer = await self.boost.http.get(f"/api/boost/return?{urlencode(fields)}")
        assert answer.status_code == 302
        place = urlsplit(answer.headers["location"])
        assert place.path == "/seller/dashboard"
        assert not place.netloc
        return {name: values[0] for name, values in parse_qs(place.query).items()}

    async def come_back_to(self, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
        answer = await self.boost.http.get(f"/api/boost/return?{urlencode(fields)}")
        place = urlsplit(answer.headers["location"])
        return place.path, {name: values[0] for name, values in parse_qs(place.query).items()}

    async def poll(self) -> int:
        return await poll_due(self.setup)

    async def end_due(self) -> None:
        while await end_due_boosts(self.boost.database):
            pass

    async def order(self, order: dict[str, Any]) -> dict[str, Any]:
        shown: dict[str, Any] = await self.get(f"/orders/{order['orderId']}")
        return shown

    async def paid(self, product_ids: list[int], package: int = 1, **more: Any) -> dict[str, Any]:
        order = await self.ordered(product_ids, package, **more)
        await self.pays(order)
        await self.deliver()
        shown = await self.order(order)
        assert shown["status"] == "paid"
        return shown

    async def balance(self) -> int:
        wallet = await self.get("/wallet")
        return int(wallet["balance"])

    async def with_credit(self, amount: int = 1000) -> None:
        assert amount % 1000 == 0
        for product_id in await self.listings(amount // 1000):
            order = await self.paid([product_id])
            await self.staff("post", f"/orders/{order['orderId']}/refund", json={"reason": "A mistake"})

    async def staff(self, method: str, path: str, **more: Any) -> Any:
        headers = signed_in(7, "staff", roles=("admin",))
        if method == "post":
            more.setdefault("json", {"reason": "Its owner has asked"})
        answer = await self.boost.http.request(
            method.upper(), f"/api/admin/boost{path}", headers=headers, **more
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def recorded_events(self, order: dict[str, Any]) -> list[str]:
        events = await self.boost.recorded(order["orderId"])
        assert [event["version"] for event in events] == list(range(1, len(events) + 1))
        return [event["type"].split(".")[2] for event in events]


@asynccontextmanager
async def a_sandbox() -> AsyncIterator[Bank]:
    bank = Bank()
    async with serve(application(bank)) as address:
        bank.base_url = address
        yield bank


@asynccontextmanager
async def a_till(boost: Service, bank: Bank) -> AsyncIterator[Till]:
    vars(bank).update(vars(Bank(base_url=bank.base_url, chance=lambda: 0.0, speed=1.0)))
    await forget_all(boost)
    before = boost.app.state.provider
    own = boost.app.state.settings
    settings = own.model_copy(update={"sandbox_url": bank.base_url, "wangi_protected_purchase": True})
    boost.app.state.provider, boost.app.state.settings = provider_of(settings), settings
    yield Till(boost, bank)
    boost.app.state.provider, boost.app.state.settings = before, own


async def forget_all(boost: Service) -> None:
    async with boost.database.transaction() as session:
        for left in (
            "DELETE FROM provider_asks",
            "UPDATE payments SET ask_at = NULL WHERE ask_at IS NOT NULL",
            "UPDATE payments SET status = 'deleted' WHERE status = 'review'",
            "UPDATE payment_notifications SET judged_at = now(), judgement = 'left' WHERE judged_at IS NULL",
            # Tests that moved the clock leave rows in the future.
            "UPDATE payment_notifications SET received_at = now() WHERE received_at > now()",
            "UPDATE boost_orders SET expires_at = '3000-01-01' WHERE status = 'pending'",
            "UPDATE protections SET due_at = NULL WHERE due_at IS NOT NULL",
            "UPDATE payouts SET due_at = NULL WHERE due_at IS NOT NULL",
        ):
            await session.execute(text(left))


async def conserved(boost: Service) -> None:
    """The ledger sums to zero and matches the orders."""
    wrong = await books.faults(boost.rows)
    assert not wrong, wrong


async def is_paid_once(till: Till, order: dict[str, str]) -> None:
    assert (await till.order(order))["status"] == "paid"
    assert await till.recorded_events(order) == ["BoostOrdered", "BoostPaid"]
    assert await till.balance() == 0
    entries = await till.boost.rows(
        "SELECT key FROM ledger_entries WHERE order_id = :id", id=int(order["orderId"])
    )
    assert [entry["key"] for entry in entries] == [f"paid:{order['orderId']}"]
    await conserved(till.boost)


def signed(till: Till, fields: Fields, key: str | None = None) -> str:
    plain = {name: value for name, value in fields.items() if name != "x_signature"}
    return urlencode(
        plain | {"x_signature": signatures.sign(key or till.bank.x_signature_key, plain.items())}
    )


def callback_of(till: Till, order: dict[str, str], *, is_paid: bool | None = None) -> str:
    bill = till.bill(order)
    tried = bill.transactions[-1] if bill.transactions else None
    return signed(till, till.bank.callback(bill, tried, is_paid=is_paid))  # type: ignore[arg-type]
