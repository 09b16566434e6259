import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from libs.kit.process import buggify, clock
from libs.kit.testing import Service, signed_in
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLER, confirm, thread

pytestmark = pytest.mark.servers
NOBODYS, REFUSED = 987_654_321, {403, 404, 409}
VERBS: dict[str, dict[str, Any]] = {
    "ship": {"courier": "in_person"}, "cancel": {"reason": "other"}, "not-paid": {}, "buyer-rating": {"rating": 0},
}  # fmt: skip
POINTS = ("before-outbox-insert", "after-outbox-insert")
AGREED = {
    None: {"offered", "awaiting_payment"},
    True: {"awaiting_delivery"},
    False: {"cancelled"},
}


class Walk:
    def __init__(self, market: Market, auction_id: int, product_id: int) -> None:
        self.market, self.auction_id, self.product_id = market, auction_id, product_id
        self.moves: list[Callable[[], Awaitable[Any]]] = [
            self.press_purchase,
            self.press_payment,
            self.not_paid,
            lambda: self.cancel(SELLER),
            lambda: self.cancel(market.buyer),
            lambda: market.settle_on_page(auction_id, paid=True),
            lambda: market.settle_on_page(auction_id, paid=False),
            lambda: market.deliver(auction_id),
            self.report,
            self.attack,
        ]

    async def deal_id(self) -> int | None:
        deals = await self.market.deals(self.auction_id)
        return await self.market.deal_id(self.auction_id) if deals else None

    async def _press(self, who: int, action: str) -> None:
        for message in await thread(self.market.messaging, SELLER, self.market.buyer):
            if message["productId"] == self.product_id and message["actionType"] == action:
                await confirm(self.market.messaging, who, message["id"])

    async def press_purchase(self) -> None:
        await self._press(self.market.buyer, "INITIATE")

    async def press_payment(self) -> None:
        await self._press(SELLER, "CONFIRM_PAYMENT")

    async def not_paid(self) -> None:
        if (deal_id := await self.deal_id()) is not None:
            await self.market.act(deal_id, "not-paid")

    async def cancel(self, who: int) -> None:
        if (deal_id := await self.deal_id()) is not None:
            await self.market.act(deal_id, "cancel", who, reason="other")

    async def report(self) -> None:
        if (deal_id := await self.deal_id()) is not None:
            await self.market.report(deal_id)

    async def attack(self) -> None:
        market, headers = self.market, signed_in(self.market.third, "raj", roles=("seller",))
        deal_id = await self.deal_id() or NOBODYS
        cards = [
            message["id"]
            for message in await thread(market.messaging, SELLER, market.buyer)
            if message["productId"] == self.product_id and message["actionType"]
        ]
        offered = {"receiverId": market.buyer, "productId": self.product_id}
        presses: list[tuple[Service, str, dict[str, Any]]] = [
            *((market.messaging, "/messages/action/confirm", {"messageId": card}) for card in cards),
            *((market.messaging, f"/messages/submit-review/{card}", {"rating": 5}) for card in cards),
            *((market.messaging, f"/transactions/{deal_id}/{verb}", body) for verb, body in VERBS.items()),
            (market.messaging, f"/orders/{deal_id}/reports", {"reason": "scam"}),
            (market.messaging, "/messages/action", offered),
            *((market.messaging, f"/auctions/{self.auction_id}/settle", {"sale": 1, "paid": paid})
              for paid in (True, False)),
            (market.auction, f"/auctions/{self.auction_id}/second-chance", {}),
            (market.auction, f"/auctions/{self.auction_id}/second-chance/answer", {"accept": True}),
        ]  # fmt: skip
        for service, path, body in presses:
            answer = await service.http.post(f"/api{path}", json=body, headers=headers)
            assert answer.status_code in REFUSED, (path, answer.status_code, answer.text)
        order = await market.messaging.http.get(f"/api/orders/{deal_id}", headers=headers)
        assert order.status_code == 404

    async def arrive(self) -> None:
        for _ in range(3):
            await self.market.deliver(self.auction_id)
            await self.report()


@pytest.mark.parametrize("walk_number", range(24))
async def test_both_services_agree_after_any_walk(
    catalog: Service, auction: Service, messaging: Service, walk_number: int
) -> None:
    """W3, P-C3"""
    market = Market(catalog, auction, messaging)
    await market.know_people()
    auction_id, product_id = await market.ended((market.buyer, 120))
    walk = Walk(market, auction_id, product_id)
    if random.random() < 0.6:
        await market.deliver(auction_id)
        await walk.press_purchase()
    for _ in range(12):
        if random.random() < 0.15:
            clock.forward(hours=25)
        if random.random() < 0.25:
            buggify.crash_once(random.choice(POINTS))
        with contextlib.suppress(buggify.Crash):
            await random.choice(walk.moves)()
        buggify.disarm()
    await walk.arrive()
    ((_, paid, by),) = await market.sales(auction_id)
    ((number, buyer, state),) = await market.deals(auction_id)
    assert (number, buyer) == (1, market.buyer)
    assert state in AGREED[paid], (paid, by, state)
    strikes = await auction.recorded(f"strikes-{market.buyer}")
    assert len(strikes) == (paid is False and by is None)
    shown = [
        message["actionType"]
        for message in await thread(messaging, SELLER, market.buyer)
        if message["productId"] == product_id and message["actionType"]
    ]
    assert shown == ["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY"][: len(shown)]
