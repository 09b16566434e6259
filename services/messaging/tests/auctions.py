import itertools
from typing import Any

import httpx2

from libs.contracts.event import Envelope
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from libs.marketplace.testing import add_person
from services.auction.tests.makers import run_closing
from services.catalog.tests.makers import an_auction, listed
from services.messaging.tests.makers import SELLER, SELLING, carry, thread

# New buyers for each test, because strikes remain.
_buyers = itertools.count(9_500)


class Market:
    def __init__(self, catalog: Service, auction: Service, messaging: Service) -> None:
        self.catalog, self.auction, self.messaging = catalog, auction, messaging
        self.buyer, self.third = next(_buyers), next(_buyers)

    async def know_people(self) -> None:
        for user_id, name in ((SELLER, "siti"), (self.buyer, "amir"), (self.third, "raj")):
            await add_person(self.messaging, user_id, username=name)

    async def running(self, **terms: Any) -> tuple[int, int]:
        product = await listed(self.catalog, SELLING, body=an_auction(**terms))
        for other in (self.auction, self.messaging):
            await carry(self.catalog, other, product["id"])
        return product["auction"]["id"], product["id"]

    async def bid(self, auction_id: int, amount: float, who: int) -> None:
        path, form = f"/api/auctions/{auction_id}/bids", {"amount": amount}
        answer = await self.auction.http.post(path, json=form, headers=signed_in(who, f"bidder{who}"))
        assert answer.status_code == 201, answer.text

    async def ended(self, *bids: tuple[int, float], **terms: Any) -> tuple[int, int]:
        auction_id, product_id = await self.running(**terms)
        for who, amount in bids:
            await self.bid(auction_id, amount, who)
        clock.forward(days=7, minutes=1)
        await run_closing(self.auction)
        return auction_id, product_id

    async def deliver(self, auction_id: int) -> None:
        """Delivers the events of the auction's sales twice."""
        for kind in ("won", "sale"):
            for row in await self.auction.recorded(f"{kind}-{auction_id}"):
                await self._bring(row, self.messaging, self.catalog)

    async def report(self, deal_id: int) -> None:
        for row in await self.messaging.recorded(deal_id):
            if "transactionId" in row["data"]:
                await self._bring(row, self.auction, self.catalog)

    async def _bring(self, row: dict[str, Any], *targets: Service) -> None:
        envelope = Envelope.model_validate(row)
        for target in targets:
            inbox = Inbox(target.app.state.name, target.database, target.app.state.subscriptions)
            for _ in range(2):
                await inbox.handle(as_message(envelope))

    async def settle_on_page(self, auction_id: int, *, paid: bool, sale: int = 1) -> httpx2.Response:
        path, given = f"/api/auctions/{auction_id}/settle", {"sale": sale, "paid": paid}
        return await self.messaging.http.post(path, json=given, headers=SELLING)

    async def act(
        self, deal_id: int, verb: str, who: int = SELLER, reason: str | None = None
    ) -> httpx2.Response:
        path = f"/api/transactions/{deal_id}/{verb}"
        given = {"reason": reason} if reason else None
        return await self.messaging.http.post(path, json=given, headers=signed_in(who))

    async def sales(self, auction_id: int) -> list[tuple[int, bool | None, str | None]]:
        """Buyer, whether they paid, who cancelled."""
        rows = await self.auction.rows(
            "SELECT buyer_id, paid, cancelled_by FROM sales WHERE auction_id = :id ORDER BY number",
            id=auction_id,
        )
        return [(row["buyer_id"], row["paid"], row["cancelled_by"]) for row in rows]

    async def deals(self, auction_id: int) -> list[tuple[int | None, int, str]]:
        rows = await self.messaging.rows(
            "SELECT sale_number, buyer_id, state FROM deals WHERE auction_id = :id ORDER BY id", id=auction_id
        )
        return [(row["sale_number"], row["buyer_id"], row["state"]) for row in rows]

    async def deal_id(self, auction_id: int, sale: int = 1) -> int:
        (row,) = await self.messaging.rows(
            "SELECT id FROM deals WHERE auction_id = :id AND sale_number = :sale", id=auction_id, sale=sale
        )
        found: int = row["id"]
        return found

    async def card(self, product_id: int, action: str, who: int | None = None, other: int = SELLER) -> Any:
        shown = await thread(self.messaging, who or self.buyer, other)
        return [item for item in shown if item["productId"] == product_id and item["actionType"] == action][
            -1
        ]
