"""Traders who retry each button during failures."""

import asyncio
import time
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import aiohttp

from libs.kit.testing import PATIENCE, until
from tests.faults import people
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.faults.watchers import PACE, PASSING

BOTTLE: dict[str, Any] = {
    "name": "Oud",
    "brand": "Wangi",
    "description": "Little used.",
    "categoryId": 2,
    "volume": 50,
}
ENDS_IN = timedelta(seconds=4)
STEPS = {
    "fixed": "offered initiate confirm_payment shipped confirm_delivery reviewed",
    "negotiable": "offered initiate confirm_payment shipped confirm_delivery reviewed",
    "auction": "won initiate confirm_payment shipped confirm_delivery reviewed",
}


# In order. A negotiated purchase begins with an accepted offer.
BUTTONS = ("INITIATE", "CONFIRM_PAYMENT", "SHIP", "CONFIRM_DELIVERY", "REVIEW")


@dataclass(frozen=True)
class Button:
    who: Person
    path: str
    form: dict[str, Any]


@dataclass
class Trade:
    platform: Platform
    http: aiohttp.ClientSession
    seller: Person
    buyer: Person
    way: str
    # Listings, and their purchases.
    listings: list[int] = field(default_factory=list)
    deals: dict[int, int] = field(default_factory=dict)
    unanswered: int = 0

    async def prepare(self, bottles: int) -> None:
        self.listings = [await self._listed() for _ in range(bottles)]

    async def become_known(self) -> None:
        """Fails with the lagging service."""
        try:
            await until(self.is_known)
        except TimeoutError:
            raise AssertionError(f"{self.listings} are unknown; {await self.platform.stragglers()}") from None

    async def is_known(self) -> bool:
        query = "SELECT 1 FROM messaging.product_replicas WHERE product_id = ANY($1::bigint[])"
        return len(await self.platform.rows(query, self.listings)) == len(self.listings)

    async def open(self, product_id: int, button: str) -> Button:
        if button == "SHIP":
            parcel = {"courier": "in_person"}
            return Button(self.seller, f"/transactions/{self.deals[product_id]}/ship", parcel)
        if button == "INITIATE" and self.way == "negotiable":
            form: dict[str, Any] = {"productId": product_id, "amount": 300}
            offer = (await self._press(Button(self.buyer, "/offers", form)))["offer"]
            return Button(self.seller, f"/offers/{offer['id']}/accept", {})
        if button == "INITIATE" and self.way == "fixed":
            form = {"productId": product_id, "receiverId": self.buyer.id, "actionType": "INITIATE"}
            await self._press(Button(self.seller, "/messages/action", form))
        card = await self._card(product_id, button)
        if button == "REVIEW":
            return Button(self.buyer, f"/messages/submit-review/{card}", {"rating": 4.5})
        who = self.seller if button == "CONFIRM_PAYMENT" else self.buyer
        return Button(who, "/messages/action/confirm", {"messageId": card})

    async def press(self, product_id: int, button: Button) -> None:
        answer = await self._press(button)
        self.deals.setdefault(product_id, int(answer.get("transactionId", 0)))
        await self._press(button)

    async def order(self, deal_id: int) -> dict[str, Any]:
        found: dict[str, Any] = await self._ask("GET", self.buyer, f"/orders/{deal_id}", None, (200,))
        return found

    async def _listed(self) -> int:
        if self.way == "auction":
            auction_id = await people.listed(self.http, self.seller, ENDS_IN)
            bid = {"amount": (people.TERMS.start + people.TERMS.increment) / 100}
            await self._press(Button(self.buyer, f"/auctions/{auction_id}/bids", bid))
            return int((await self.platform.auction(auction_id))["product_id"])
        form = BOTTLE | {"listingType": self.way, "price": 390, "stockQuantity": 1}
        return int((await self._press(Button(self.seller, "/products", form)))["id"])

    async def _card(self, product_id: int, action: str) -> int:
        """An auction's card appears after messaging consumed the end."""
        began, path = time.monotonic(), f"/messages/conversation/{self.seller.id}?productId={product_id}"
        while time.monotonic() < began + PATIENCE:
            thread: Any = await self._ask("GET", self.buyer, path, None, (200,))
            for message in thread:
                if message["actionType"] == action:
                    return int(message["id"])
            await asyncio.sleep(PACE)
        raise AssertionError(f"no card {action} for {product_id}")

    async def _press(self, button: Button) -> dict[str, Any]:
        """404 is normal until other services have caught up."""
        answer: dict[str, Any] = await self._ask("POST", button.who, button.path, button.form, (200, 201))
        return answer

    async def _ask(
        self, method: str, who: Person, path: str, form: dict[str, Any] | None, wanted: tuple[int, ...]
    ) -> Any:
        key, began = uuid.uuid4().hex, time.monotonic()
        headers, words = who.headers | {"Idempotency-Key": key}, ""
        while time.monotonic() < began + PATIENCE:
            try:
                async with self.http.request(method, f"/api{path}", json=form, headers=headers) as answer:
                    words = await answer.text()
                    if answer.status in wanted:
                        return await answer.json()
                    assert answer.status in PASSING or answer.status == 404, (
                        f"{path}: {answer.status} {words}"
                    )
            except (aiohttp.ClientError, OSError, TimeoutError):
                pass
            self.unanswered += 1
            await asyncio.sleep(PACE)
        raise AssertionError(f"{path} was never answered: {words}")
