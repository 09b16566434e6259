"""The test delivers events."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx2

from libs.contracts.event import Envelope
from libs.kit.events.inbox import Inbox
from libs.kit.http.client import Answer, InternalClient
from libs.kit.testing import as_message, signed_in
from services.boost.tests.till import Till
from services.boost.tests.trades import Trade
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLER, confirm, for_sale, offer, open_card


class BoostWithRace:
    """Acts once after boost allowed the first cancellation."""

    def __init__(self, boost: InternalClient, race: Callable[[], Awaitable[object]]) -> None:
        self._boost, self._race = boost, race
        self._has_raced = False

    async def post(self, path: str, body: dict[str, Any]) -> Answer:
        answer = await self._boost.post(path, body)
        if path.endswith("/cancellation") and not self._has_raced:
            self._has_raced = True
            await self._race()
        return answer


class Saga:
    def __init__(self, market: Market, till: Till, deal_id: int) -> None:
        self.market, self.deal_id = market, deal_id
        self.trade = Trade(till, deal_id=deal_id, buyer=market.buyer)
        self.services = (market.messaging, market.auction, market.catalog, till.boost)

    async def report(self) -> None:
        """Twice, until nothing is new."""
        before = -1
        while (events := [row for key in await self._keys() for row in key]) and len(events) != before:
            before = len(events)
            for row in events:
                for service in self.services:
                    inbox = Inbox(service.app.state.name, service.database, service.app.state.subscriptions)
                    for _ in range(2):
                        await inbox.handle(as_message(Envelope.model_validate(row)))

    async def _keys(self) -> list[list[dict[str, Any]]]:
        deal = await self.market.messaging.recorded(self.deal_id)
        (row,) = await self.market.messaging.rows(
            "SELECT auction_id FROM deals WHERE id = :id", id=self.deal_id
        )
        sale = await self.market.auction.recorded(f"sale-{row['auction_id']}") if row["auction_id"] else []
        money = await self.trade.boost.recorded(f"deal-{self.deal_id}")
        return [[item for item in deal if "transactionId" in item["data"]], money, sale]

    async def state(self) -> str:
        (row,) = await self.market.messaging.rows("SELECT state FROM deals WHERE id = :id", id=self.deal_id)
        return str(row["state"])

    async def states(self) -> tuple[str, str]:
        return await self.state(), await self.trade.state()

    async def is_cancellation_pending(self) -> bool:
        query = "SELECT cancelling_since FROM protections WHERE deal_id = :id"
        (row,) = await self.trade.boost.rows(query, id=self.deal_id)
        return row["cancelling_since"] is not None

    async def kinds(self) -> list[str]:
        query = "SELECT kind FROM deal_events WHERE deal_id = :id ORDER BY number"
        return [row["kind"] for row in await self.market.messaging.rows(query, id=self.deal_id)]

    async def ask_to_cancel(self, who: int) -> httpx2.Response:
        return await self.market.act(self.deal_id, "cancel", who, "changed_mind")

    async def withdraw(self, who: int) -> httpx2.Response:
        path = f"/api/transactions/{self.deal_id}/cancel"
        return await self.market.messaging.http.delete(path, headers=signed_in(who))

    async def ship(self) -> httpx2.Response:
        return await self.market.messaging.http.post(
            f"/api/transactions/{self.deal_id}/ship",
            json={"courier": "poslaju", "trackingNumber": "EH123456789MY"},
            headers=signed_in(SELLER),
        )

    async def set_by_staff(self, status: str) -> httpx2.Response:
        body = {"status": status, "reason": "other", "words": "As both have asked."}
        return await self.market.messaging.http.patch(
            f"/api/admin/orders/{self.deal_id}/status",
            json=body,
            headers=signed_in(7, "staff", roles=("admin",)),
        )

    async def deliver(self) -> httpx2.Response:
        card = await open_card(self.market.messaging, self.market.buyer, SELLER, "CONFIRM_DELIVERY")
        return await confirm(self.market.messaging, self.market.buyer, card["id"])


async def bought(market: Market, till: Till, **fields: Any) -> tuple[Saga, int]:
    product = await for_sale(market.catalog, market.messaging, **fields)
    card = await offer(market.messaging, product["id"], market.buyer)
    assert (await confirm(market.messaging, market.buyer, card["id"])).status_code == 200
    till.seller = SELLER
    saga = Saga(market, till, card["card"]["transactionId"])
    await saga.report()
    return saga, product["id"]


async def held_purchase(market: Market, till: Till) -> Saga:
    saga, _ = await bought(market, till)
    await saga.trade.paid()
    await saga.report()
    return saga
