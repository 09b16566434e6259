"""The test sends messaging's events."""

import itertools
from dataclasses import dataclass, field
from typing import Any

import httpx2

from libs.contracts.events.trades import (
    ActionConfirmed,
    DealCancelled,
    DealDelivered,
    DealEvent,
    DealOpened,
    DealShipped,
)
from libs.kit.http.client import Answer
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.boost.payouts.sending import poll_due_payouts
from services.boost.protection.cancellations import settle_pending_cancellations
from services.boost.protection.jobs import end_due_states
from services.boost.tests.till import Till

PRICE = 80_000
_numbers = itertools.count(660_000)
TRADES: dict[int, "Trade"] = {}


class Deals:
    async def get(self, path: str) -> Answer:
        trade = TRADES[int(path.removeprefix("/internal/deals/"))]
        return Answer(200, {"isCancelled": trade.is_cancelled})

    async def post(self, path: str, body: dict[str, Any]) -> Answer:
        trade = TRADES[int(path.removeprefix("/internal/deals/").removesuffix("/call-off"))]
        if trade.is_posted:
            return Answer(409, {"code": "step_refused"})
        trade.is_cancelled = True
        return Answer(200, {"isCancelled": True})


@dataclass
class Trade:
    till: Till
    price: int = PRICE
    deal_id: int = field(default_factory=lambda: next(_numbers))
    buyer: int = field(default_factory=lambda: next(_numbers))
    published_by_messaging: int = 0
    account_status: dict[str, Any] = field(default_factory=dict)
    is_posted: bool = False
    is_cancelled: bool = False

    def __post_init__(self) -> None:
        TRADES[self.deal_id] = self

    @property
    def boost(self) -> Service:
        return self.till.boost

    @property
    def seller(self) -> int:
        return self.till.seller

    @property
    def ids(self) -> dict[str, Any]:
        return {
            "transaction_id": self.deal_id, "product_id": 5, "seller_id": self.seller, "buyer_id": self.buyer,
        }  # fmt: skip

    async def deliver(self, event: DealEvent) -> None:
        self.published_by_messaging += 1
        for _ in range(2):
            await self.boost.deliver(event, version=self.published_by_messaging)

    async def opened(self, **more: Any) -> "Trade":
        given: dict[str, Any] = {"conversation_id": 1, "sold_by": "fixed", "auction_id": None} | more
        await self.deliver(DealOpened(**self.ids, **given, amount=self.price, opened_at=clock.about_now()))
        return self

    async def paid_outside(self) -> None:
        given: dict[str, Any] = {"message_id": 1, "action_type": "CONFIRM_PAYMENT", "actor_id": self.seller}
        await self.deliver(ActionConfirmed(**self.ids, **given, confirmed_at=clock.about_now()))

    async def shipped(self, *, has_tracking: bool = True, by: Any = "seller") -> None:
        self.is_posted = True
        given: dict[str, Any] = {"courier": "poslaju", "has_tracking": has_tracking, "shipped_by": by}
        await self.deliver(DealShipped(**self.ids, **given, shipped_at=clock.about_now()))

    async def delivered(self, by: Any = "buyer") -> None:
        now = clock.about_now()
        await self.deliver(DealDelivered(**self.ids, amount=self.price, delivered_at=now, confirmed_by=by))

    async def cancelled(self, by: str = "agreement") -> None:
        self.is_cancelled = True
        given: dict[str, Any] = {"cancelled_by": by, "reason": "other", "was_paid": True}
        await self.deliver(DealCancelled(**self.ids, **given, cancelled_at=clock.about_now()))

    async def post(self, verb: str, who: int | None = None, **body: Any) -> httpx2.Response:
        """`account_status` is the account status in the token."""
        headers = signed_in(who or self.buyer, f"person{who or self.buyer}", **self.account_status)
        return await self.boost.http.post(
            f"/api/boost/deals/{self.deal_id}/{verb}", json=body or None, headers=headers
        )

    async def does(self, verb: str, who: int | None = None, **body: Any) -> dict[str, Any]:
        answer = await self.post(verb, who, **body)
        assert answer.status_code in (200, 201), answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    async def accepts(self) -> dict[str, Any]:
        if not self.is_posted:
            await self.shipped()
        return await self.does("accept")

    async def bill(self) -> dict[str, Any]:
        return await self.does("pay")

    async def paid(self, action: str = "success") -> dict[str, str]:
        fields = await self.till.pays(await self.bill(), action)
        await self.till.deliver()
        return fields

    async def protection_view(self, who: int | None = None) -> dict[str, Any]:
        person = who or self.buyer
        answer = await self.boost.http.get(
            f"/api/boost/deals/{self.deal_id}", headers=signed_in(person, f"person{person}")
        )
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    async def state(self) -> str:
        query = "SELECT state FROM protections WHERE deal_id = :id"
        (row,) = await self.boost.rows(query, id=self.deal_id)
        return str(row["state"])

    async def balance(self, who: int) -> int:
        answer = await self.boost.http.get("/api/boost/wallet", headers=signed_in(who, f"person{who}"))
        return int(answer.json()["balance"])

    async def balances(self) -> tuple[int, int]:
        return await self.balance(self.buyer), await self.balance(self.seller)

    async def decide(self, outcome: str, who: int = 7, **more: Any) -> httpx2.Response:
        path = f"/api/admin/boost/disputes/{self.deal_id}/decision"
        body = {"outcome": outcome, "reason": "As both have shown it"} | more
        return await self.boost.http.post(path, json=body, headers=signed_in(who, "staff", roles=("admin",)))

    async def settle(self, outcome: str) -> None:
        assert (await self.decide(outcome)).status_code == 200
        clock.forward(hours=48, minutes=1)
        await self.end_due()

    async def appeal(self, who: int, words: str = "My photograph was not seen.") -> httpx2.Response:
        return await self.post("appeal", who, words=words)

    async def end_due(self) -> None:
        messaging = self.boost.app.state.calls["messaging"]
        while await end_due_states(self.boost.database, messaging):
            pass

    async def settle_pending(self) -> None:
        clock.forward(minutes=2, seconds=1)
        messaging = self.boost.app.state.calls["messaging"]
        while await settle_pending_cancellations(self.boost.database, messaging):
            pass

    async def pay_out(self) -> None:
        while await poll_due_payouts(self.till.setup):
            pass

    async def recorded_events(self) -> list[str]:
        events = await self.boost.recorded(f"deal-{self.deal_id}")
        assert [event["version"] for event in events] == list(range(1, len(events) + 1))
        return [event["type"].split(".")[2] for event in events]

    async def keys(self) -> list[str]:
        query = "SELECT key FROM ledger_entries WHERE deal_id = :id ORDER BY id"
        return [row["key"] for row in await self.boost.rows(query, id=self.deal_id)]
