import asyncio
import itertools
from collections.abc import Awaitable
from typing import Any, ClassVar, Literal, cast

import httpx2
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.catalog.tests.makers import listed
from services.messaging.tests.makers import carry

NOBODYS = 987_654_321
Who = Literal["seller", "buyer", "attacker"]
_people = itertools.count(970_000)


class Pressing(RuleBasedStateMachine):
    messaging: ClassVar[Service]
    catalog: ClassVar[Service]
    loop: ClassVar[asyncio.AbstractEventLoop]
    reached: ClassVar[set[str]] = set()

    def __init__(self) -> None:
        super().__init__()
        self.ids: dict[str, int] = {who: next(_people) for who in ("seller", "buyer", "attacker")}
        self.headers = {
            who: signed_in(one, f"{who}{one}", roles=("seller",)) for who, one in self.ids.items()
        }
        self.states: dict[int, str] = {}
        self.offers: dict[int, tuple[str, str]] = {}
        self.status = "active"
        self.gone: set[int] = set()  # Deals that were cancelled after the bottle was sent.

    @initialize(bottles=st.sampled_from((1, 2)))
    def begin(self, bottles: int) -> None:
        self.bottles = bottles
        self.product_id: int = self.do(self._listed())

    def do(self, work: Awaitable[Any]) -> Any:
        """Run in the services' event loop."""
        return asyncio.run_coroutine_threadsafe(cast("Any", work), self.loop).result(30)

    async def _listed(self) -> int:
        for who, one in self.ids.items():
            await add_person(self.messaging, one, username=f"{who}{one}")
        form = {"listingType": "negotiable", "price": 640, "stockQuantity": self.bottles}
        product = await listed(self.catalog, self.headers["seller"], **form)
        await carry(self.catalog, self.messaging, product["id"])
        return int(product["id"])

    def post(self, who: Who, path: str, **body: Any) -> httpx2.Response:
        headers = self.headers[who]
        answer: httpx2.Response = self.do(self.messaging.http.post(f"/api{path}", json=body, headers=headers))
        assert answer.status_code < 500, answer.text
        return answer

    def rows(self, query: str, **values: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.do(self.messaging.rows(query, **values))
        return found

    def deal(self, pick: int) -> tuple[int, str]:
        some = sorted(self.states.items(), reverse=True)
        return some[pick % len(some)] if some else (NOBODYS, "")

    def offer(self, pick: int) -> int:
        some = sorted(self.offers)
        return some[-1 - pick % len(some)] if some else NOBODYS

    def card(self, deal_id: int, action: str) -> int:
        found = self.rows(
            "SELECT id FROM messages WHERE deal_id = :id AND action_type = :action", id=deal_id, action=action
        )
        return found[0]["id"] if found else NOBODYS

    def has_stock(self) -> bool:
        (row,) = self.do(
            self.catalog.rows("SELECT stock_quantity FROM products WHERE id = :id", id=self.product_id)
        )
        return bool(row["stock_quantity"] > 0)

    def thread(self, who: str, other: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(who, f"/messages/conversation/{other}")
        return found

    def get(self, who: str, path: str) -> Any:
        return self.do(self.messaging.http.get(f"/api{path}", headers=self.headers[who])).json()
