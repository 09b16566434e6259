from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from deploy.demo.shop import BUYERS, SELLERS
from deploy.demo.shop_client import Shop, with_shop
from deploy.demo.talk import STRANGER
from deploy.local import environment
from deploy.local.stack import Stack

pytestmark = pytest.mark.servers
FIRST, SECOND = BUYERS[0][0], BUYERS[1][0]


class Reader:
    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    async def get(self, who: str, path: str) -> Any:
        status, shown = await self._shop.post("messaging", f"/api{path}", None, who, method="GET")
        assert status == 200, shown
        return shown

    async def thread(self, who: str, other: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.get(
            who, f"/messages/conversation/{self._shop.ids[other]}?limit=100"
        )
        return found

    async def order_from(self, buyer: str, seller: str) -> dict[str, Any]:
        orders = await self.get(buyer, "/orders?role=buyer&limit=100")
        found: dict[str, Any] = next(
            order for order in orders if order["seller"]["id"] == self._shop.ids[seller]
        )
        return found


async def asking(reader: Reader) -> None:
    thread = await reader.thread(FIRST, SELLERS[0].username)
    asked = [at for at, one in enumerate(thread) if one["content"].startswith("Is it still available?")]
    # An auction of this seller may add its own card.
    question, answer = [message for message in thread[asked[-1] :] if message["actionType"] is None][:2]
    assert (question["sender"]["username"], answer["sender"]["username"]) == (FIRST, SELLERS[0].username)


async def bargaining(reader: Reader) -> None:
    offers = [
        message["offer"] for message in await reader.thread(SECOND, SELLERS[1].username) if message["offer"]
    ]
    own, counter = offers[-2:]
    assert (own["isOwn"], own["state"]) == (True, "countered")
    assert (counter["isOwn"], counter["state"]) == (False, "open")
    assert own["amount"] < counter["amount"] < counter["askingPrice"]


async def won_and_to_be_paid(reader: Reader) -> None:
    cards = [
        message["card"]
        for seller in SELLERS
        for message in await reader.thread(FIRST, seller.username)
        if message["actionType"] == "INITIATE" and message["card"]["auctionId"] is not None
    ]
    assert cards, "auction published the winner"
    assert {card["state"] for card in cards} == {"open"}
    assert datetime.fromisoformat(cards[0]["payBy"]) > datetime.now(UTC)


async def parcel_under_way(reader: Reader) -> None:
    order = await reader.order_from(FIRST, SELLERS[3].username)
    assert (order["status"], order["courier"]) == ("shipped", "poslaju")
    assert order["trackingNumber"].startswith("EH")
    (card,) = [
        message
        for message in await reader.thread(FIRST, SELLERS[3].username)
        if message["actionType"] == "CONFIRM_DELIVERY"
    ]
    assert card["card"]["state"] == "open"


async def both_reviews(reader: Reader) -> None:
    orders = await reader.get(SECOND, "/orders?role=buyer&status=delivered&limit=100")
    reviews = [await reader.get(SECOND, f"/transactions/{order['id']}/reviews") for order in orders]
    (both,) = [
        review
        for review in reviews
        if review["yours"] and review["yours"]["comment"] == "Wrapped like glass, level as shown."
    ]
    assert both["theirs"]["comment"] == "Paid at once and easy to talk to."


async def scammer_is_blocked(reader: Reader) -> None:
    talks = await reader.get(FIRST, "/conversations?limit=100")
    (talk,) = [item for item in talks if item["user"]["username"] == STRANGER[0]]
    assert talk["isBlocked"] is True
    (message,) = await reader.thread(FIRST, STRANGER[0])
    assert {"bank_account", "link", "payment"} <= set(message["warnings"])


STAGES = (asking, bargaining, won_and_to_be_paid, parcel_under_way, both_reviews, scammer_is_blocked)


@pytest.mark.parametrize("stands", STAGES)
async def test_each_demo_conversation_is_at_its_stage(
    platform: Stack, monkeypatch: pytest.MonkeyPatch, stands: Callable[[Reader], Awaitable[None]]
) -> None:
    for name, value in environment.environment_of_part(platform.state, "setup").items():
        monkeypatch.setenv(name, value)

    async def look(shop: Shop) -> None:
        for who in (FIRST, SECOND, STRANGER[0], *(seller.username for seller in SELLERS)):
            await shop.stay_signed_in(who)
        await stands(Reader(shop))

    await with_shop(look)
