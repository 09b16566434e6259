"""People who buy and sell while things die around them: each button is pressed until it is answered."""

import asyncio
import random
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import aiohttp

from tests.faults import people
from tests.faults.people import GIVE_UP, Person
from tests.faults.platform import Platform
from tests.faults.watchers import PACE, PASSING

BOTTLE: dict[str, Any] = {
    "name": "Oud",
    "brand": "Wangi",
    "description": "Little used.",
    "categoryId": 2,
    "volume": 50,
}
# A consumer that a kill has left standing still begins again after thirty seconds.
PATIENCE = 4 * GIVE_UP
ENDS_IN = timedelta(seconds=4)
# About as long as an answer takes, in seconds.
A_PRESS = 0.03
# What stands in the timeline of a purchase that went to its end, by how it was sold.
STEPS = {
    "fixed": "offered initiate confirm_payment shipped confirm_delivery reviewed",
    "negotiable": "offered initiate confirm_payment shipped confirm_delivery reviewed",
    "auction": "won initiate confirm_payment shipped confirm_delivery reviewed",
}


@dataclass
class Trade:
    """What one seller and one buyer trade, one purchase after another."""

    platform: Platform
    http: aiohttp.ClientSession
    seller: Person
    buyer: Person
    way: str
    # At which step of whose purchase which process is killed; one at a time, whoever trades.
    strikes: dict[int, tuple[str, str]] = field(default_factory=dict)
    strike: tuple[str, str] | None = None
    killing: asyncio.Lock = field(default_factory=asyncio.Lock)
    # The purchases that went to their end, by their listings.
    done: dict[int, int] = field(default_factory=dict)
    struck: int = 0
    unanswered: int = 0

    async def prepare(self, strikes: Sequence[tuple[str, str]]) -> None:
        """List a bottle for each purchase."""
        self.strikes = {await self._listed(): strike for strike in strikes}

    async def is_known(self) -> bool:
        """Whether messaging has heard of all that is for sale."""
        query = "SELECT 1 FROM messaging.product_copies WHERE product_id = ANY($1::bigint[])"
        return len(await self.platform.rows(query, list(self.strikes))) == len(self.strikes)

    async def run(self) -> None:
        """Buy one bottle after another, each with a process killed in the middle of a step."""
        for number, (product_id, strike) in enumerate(self.strikes.items(), start=1):
            self.strike = strike
            deal_id = await self._begun(product_id)
            await self._confirm(self.seller, product_id, "CONFIRM_PAYMENT")
            parcel = {"courier": "in_person"}
            await self._step("SHIP", self.seller, f"/transactions/{deal_id}/ship", parcel)
            await self._confirm(self.buyer, product_id, "CONFIRM_DELIVERY")
            review = await self._card(product_id, "REVIEW")
            await self._step("REVIEW", self.buyer, f"/messages/submit-review/{review}", {"rating": 4.5})
            assert self.struck == number, f"never came to {strike}"
            self.done[product_id] = deal_id

    async def order(self, deal_id: int) -> dict[str, Any]:
        """A purchase as its buyer reads it."""
        found: dict[str, Any] = await self._ask("GET", self.buyer, f"/orders/{deal_id}", None, (200,))
        return found

    async def _listed(self) -> int:
        if self.way == "auction":
            auction_id = await people.listed(self.http, self.seller, ENDS_IN)
            bid = {"amount": (people.TERMS.start + people.TERMS.increment) / 100}
            await self._press(self.buyer, f"/auctions/{auction_id}/bids", bid)
            return int((await self.platform.auction(auction_id))["product_id"])
        form = BOTTLE | {"listingType": self.way, "price": 390, "stockQuantity": 1}
        return int((await self._press(self.seller, "/products", form))["id"])

    async def _begun(self, product_id: int) -> int:
        """The purchase, confirmed by its buyer: by the seller's card, an accepted offer, or the hammer."""
        form: dict[str, Any] = {"productId": product_id}
        if self.way == "negotiable":
            offer = (await self._press(self.buyer, "/offers", form | {"amount": 300}))["offer"]
            agreed = await self._step("ACCEPT", self.seller, f"/offers/{offer['id']}/accept", {})
            return int(agreed["transactionId"])
        if self.way == "fixed":
            form |= {"receiverId": self.buyer.id, "actionType": "INITIATE"}
            await self._press(self.seller, "/messages/action", form)
        return int((await self._confirm(self.buyer, product_id, "INITIATE"))["transactionId"])

    async def _confirm(self, who: Person, product_id: int, action: str) -> dict[str, Any]:
        card = await self._card(product_id, action)
        return await self._step(action, who, "/messages/action/confirm", {"messageId": card})

    async def _step(self, step: str, who: Person, path: str, form: dict[str, Any]) -> dict[str, Any]:
        """Press a button, and once more, which changes nothing; where it is its turn, kill meanwhile."""
        if self.strike is None or self.strike[0] != step:
            return await self._press(who, path, form)
        (_, part), self.strike = self.strike, None
        self.struck += 1
        async with self.killing, asyncio.TaskGroup() as group:
            group.create_task(self._kill(part))
            await self._press(who, path, form)
        return await self._press(who, path, form)

    async def _kill(self, part: str) -> None:
        """Within the time that a press takes."""
        await asyncio.sleep(random.uniform(0.0, A_PRESS))
        await self.platform.kill(part)

    async def _card(self, product_id: int, action: str) -> int:
        """The card of a step; that of a sale comes when the hammer has fallen and auction was heard."""
        began, path = time.monotonic(), f"/messages/conversation/{self.seller.id}?productId={product_id}"
        while time.monotonic() < began + PATIENCE:
            thread: Any = await self._ask("GET", self.buyer, path, None, (200,))
            for message in thread:
                if message["actionType"] == action:
                    return int(message["id"])
            await asyncio.sleep(PACE)
        raise AssertionError(f"no card {action} for {product_id}")

    async def _press(self, who: Person, path: str, form: dict[str, Any]) -> dict[str, Any]:
        """Press until it is answered; what others have not heard of yet is not found for a while."""
        answer: dict[str, Any] = await self._ask("POST", who, path, form, (200, 201))
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
