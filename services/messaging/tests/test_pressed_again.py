import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from libs.kit.testing import Service, signed_in, until
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    carry,
    confirm,
    deal_events,
    for_sale,
    know_people,
    stock,
)
from tests.support.death import dies_at

pytestmark = pytest.mark.servers
HANDS = 64
POINTS = ("after-outbox-insert", "after-reserved")
# More than the longest step has lines.
LINES = 11
BOUGHT = ("initiate", "confirm", "payment", "ship", "delivery", "review", "rate", "reply")
BY_OFFER = ("make", "accept", "payment", "ship", "delivery", "review")
CANCELLED = ("initiate", "confirm", "cancel")
GIVEN_UP = ("initiate", "confirm", "payment", "ask", "agree")
WAYS = pytest.mark.parametrize(
    "steps", [BOUGHT, BY_OFFER, CANCELLED, GIVEN_UP], ids=["bought", "by offer", "cancelled", "given up"]
)
EXPECTED_EVENTS = {
    "confirm": ["DealOpened", "ActionConfirmed"],
    "accept": ["DealOpened", "ActionConfirmed"],
    "payment": ["ActionConfirmed"],
    "ship": ["DealShipped"],
    "delivery": ["ActionConfirmed", "DealDelivered"],
    "review": ["ActionConfirmed", "ReviewSubmitted", "DealCompleted"],
    "rate": ["ReviewSubmitted", "ReviewRevealed", "ReviewRevealed"],
    "reply": ["ReviewReplied"],
    "cancel": ["DealCancelled"],
    "ask": ["CancellationAsked"],
    "agree": ["DealCancelled"],
}
NOTED = {
    "initiate": "offered", "confirm": "initiate", "payment": "confirm_payment", "ship": "shipped",
    "delivery": "confirm_delivery", "review": "reviewed", "rate": "buyer_rated", "cancel": "cancelled",
    "ask": "cancel_asked", "agree": "cancelled",
}  # fmt: skip
HELD = ("awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review", "completed")


@dataclass
class Purchase:
    messaging: Service
    catalog: Service
    product_id: int
    done: list[str] = field(default_factory=list)

    def button(self, step: str) -> Callable[[], Awaitable[httpx2.Response]]:
        card = {"confirm": "INITIATE", "payment": "CONFIRM_PAYMENT", "delivery": "CONFIRM_DELIVERY"}
        if step in card:
            return lambda: self._confirm(SELLER if step == "payment" else BUYER, card[step])
        buttons: dict[str, Callable[[], Awaitable[httpx2.Response]]] = {
            "initiate": lambda: self._post(
                SELLER, "/messages/action", receiverId=BUYER, productId=self.product_id, actionType="INITIATE"
            ),
            "make": lambda: self._post(BUYER, "/offers", productId=self.product_id, amount=300),
            "accept": self._accept,
            "ship": lambda: self._on_deal(SELLER, "ship", courier="in_person"),
            "cancel": lambda: self._on_deal(BUYER, "cancel", reason="other"),
            "review": self._review,
            "rate": lambda: self._on_deal(SELLER, "buyer-rating", rating=4.5),
            "reply": self._reply,
            "ask": lambda: self._on_deal(BUYER, "cancel", reason="other"),
            "agree": lambda: self._on_deal(SELLER, "cancel", reason="other"),
        }
        return buttons[step]

    async def press(self, step: str) -> httpx2.Response:
        answer = await self.button(step)()
        assert answer.status_code in (200, 201), answer.text
        self.done += [step] if step not in self.done else []
        return answer

    async def check(self) -> None:
        """Catalog's reservations match the deals."""
        for deal in await self._deals():
            events = await deal_events(self.messaging, deal["id"])
            expected = [name for step in self.done for name in EXPECTED_EVENTS.get(step, [])]
            assert [event["type"].split(".")[2] for event in events] == expected
            assert [event["version"] for event in events] == list(range(1, len(events) + 1))
            lines = "SELECT kind FROM deal_events WHERE deal_id = :id ORDER BY number"
            kinds = [row["kind"] for row in await self.messaging.rows(lines, id=deal["id"])]
            steps = ["initiate", "confirm", *self.done[2:]] if "accept" in self.done else self.done
            assert kinds[: len(steps)] == [NOTED[step] for step in steps if step in NOTED]
            if deal["state"] in HELD:
                assert await self._reserved_deals() == [deal["id"]]
        seqs = "SELECT c.seq, (SELECT max(changed_seq) FROM messages WHERE conversation_id = c.id) AS last "
        for row in await self.messaging.rows(f"{seqs} FROM conversations c WHERE low_id = {SELLER}"):
            assert row["seq"] == row["last"]

    async def settle(self) -> tuple[str, int]:
        for deal in await self._deals():
            for _ in range(2):
                await carry(self.messaging, self.catalog, deal["id"])
        return await stock(self.catalog, self.product_id)

    async def _deals(self) -> list[dict[str, Any]]:
        query = "SELECT id, state FROM deals WHERE product_id = :id"
        found = await self.messaging.rows(query, id=self.product_id)
        assert len(found) <= 1
        return found

    async def _reserved_deals(self) -> list[int]:
        query = "SELECT deal_id FROM reservations WHERE product_id = :id AND state <> 'released'"
        return [row["deal_id"] for row in await self.catalog.rows(query, id=self.product_id)]

    async def _card(self, action: str) -> int:
        query = (
            "SELECT m.id FROM messages m JOIN deals d ON d.id = m.deal_id "
            "WHERE d.product_id = :id AND action_type = :action"
        )
        (row,) = await self.messaging.rows(query, id=self.product_id, action=action)
        return int(row["id"])

    async def _confirm(self, who: int, action: str) -> httpx2.Response:
        return await confirm(self.messaging, who, await self._card(action))

    async def _accept(self) -> httpx2.Response:
        query = "SELECT id FROM offers WHERE product_id = :id"
        (row,) = await self.messaging.rows(query, id=self.product_id)
        return await self._post(SELLER, f"/offers/{row['id']}/accept")

    async def _review(self) -> httpx2.Response:
        return await self._post(BUYER, f"/messages/submit-review/{await self._card('REVIEW')}", rating=5)

    async def _reply(self) -> httpx2.Response:
        query = "SELECT id FROM reviews WHERE product_id = :id AND about = 'seller'"
        (row,) = await self.messaging.rows(query, id=self.product_id)
        return await self._post(SELLER, f"/reviews/{row['id']}/reply", text="Thank you.")

    async def _on_deal(self, who: int, verb: str, **body: Any) -> httpx2.Response:
        (deal,) = await self._deals()
        return await self._post(who, f"/transactions/{deal['id']}/{verb}", **body)

    async def _post(self, who: int, path: str, **body: Any) -> httpx2.Response:
        headers = SELLING if who == SELLER else signed_in(who)
        return await self.messaging.http.post(f"/api{path}", json=body or None, headers=headers)


async def a_purchase(messaging: Service, catalog: Service, steps: tuple[str, ...]) -> Purchase:
    """Negotiable if the steps begin with an offer."""
    await know_people(messaging)
    kind = "negotiable" if "make" in steps else "fixed"
    product = await for_sale(catalog, messaging, listingType=kind)
    return Purchase(messaging, catalog, product["id"])


@WAYS
async def test_each_button_pressed_64_times_is_one_step(
    messaging: Service, catalog: Service, steps: tuple[str, ...]
) -> None:
    """P-B1, P-B2"""
    purchase = await a_purchase(messaging, catalog, steps)
    for step in steps:
        press = purchase.button(step)
        answers = await asyncio.gather(*(press() for _ in range(HANDS)))
        # On a busy machine the last requests exceed the lock time-out.
        assert {answer.status_code for answer in answers} <= {200, 201, 503}, step
        await pressed_until_answered(press)
        purchase.done.append(step)
        await purchase.check()
    assert await purchase.settle() == (("active", 1) if steps in (CANCELLED, GIVEN_UP) else ("sold", 0))


@WAYS
async def test_step_killed_at_any_line_completes_when_pressed_again(
    messaging: Service, catalog: Service, steps: tuple[str, ...]
) -> None:
    """P-B1, P-B2"""
    killed: list[int] = []
    for line in range(1, LINES + 1):
        purchase = await a_purchase(messaging, catalog, steps)
        killed.append(0)
        for step in steps:
            if await dies_at(line, POINTS, purchase.button(step)):
                killed[-1] += 1
                if step != "accept":  # Only an accepted offer changes the price.
                    await purchase.check()
            await purchase.press(step)
            await purchase.press(step)
            await purchase.check()
        assert await purchase.settle() == (("active", 1) if steps in (CANCELLED, GIVEN_UP) else ("sold", 0))
        if not killed[-1]:
            break  # No step has so many lines.
    assert killed[0] == len(steps), "each step has a line at which it may die"
    assert killed[-1] == 0, "no step has more lines than were tried"


async def pressed_until_answered(press: Callable[[], Awaitable[httpx2.Response]]) -> None:
    answer: httpx2.Response | None = None

    async def is_answered() -> bool:
        nonlocal answer
        answer = await press()
        return answer.status_code != 503

    await until(is_answered)
    assert answer is not None
    assert answer.status_code in (200, 201), answer.text
