import asyncio

import pytest

from libs.contracts.events.auth import UserBanned
from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import buggify, clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from libs.marketplace.tests.makers import ruled
from services.catalog.tests.makers import listed
from services.messaging.offers import favourites
from services.messaging.privacy.queries import forget_words
from services.messaging.tests.favourites import (
    answer,
    favourite_listing,
    offered_buyers,
    received,
    send,
    work,
)
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    carry,
    confirm,
    know_people,
)

pytestmark = pytest.mark.servers


BLOCKER, BLOCKED, BANNED = 9151, 9155, 9152


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)
    for user_id, name in ((BLOCKER, "blocker"), (BLOCKED, "blocked"), (BANNED, "banned")):
        await add_person(messaging, user_id, username=name)


async def test_favourite_offer_reaches_each_person_once(messaging: Service, catalog: Service) -> None:
    """P-B1"""
    product_id = await favourite_listing(catalog, messaging, BUYER, BLOCKER, BLOCKED, BANNED)
    await messaging.http.put(f"/api/conversations/{SELLER}/block", headers=signed_in(BLOCKER))
    await messaging.http.put(f"/api/conversations/{BLOCKED}/block", headers=SELLING)
    await messaging.deliver(UserBanned(user_id=BANNED, by_admin_id=None, banned_at=clock.about_now()))
    answers = await asyncio.gather(*(send(messaging, product_id) for _ in range(64)))
    assert {item.status_code for item in answers} <= {201, 503}, "some wait too long for the lock"
    last = await send(messaging, product_id)
    assert (last.status_code, "reach" in last.text) == (201, False)
    assert await received(messaging, BUYER, product_id) is None
    await asyncio.gather(*(work(messaging) for _ in range(4)))
    shown = await received(messaging, BUYER, product_id)
    assert shown is not None
    assert (shown["amount"], shown["sellerId"]) == (560, SELLER)
    for other in (THIRD, BLOCKER, BLOCKED, BANNED, SELLER):
        assert await received(messaging, other, product_id) is None
    assert await offered_buyers(messaging, product_id) == [BUYER]


async def test_favourite_offer_is_closed_while_last_piece_is_held(
    messaging: Service, catalog: Service
) -> None:
    """P-B2"""
    product_id = await favourite_listing(catalog, messaging, BUYER)
    await send(messaging, product_id)
    await work(messaging)
    shown = await received(messaging, BUYER, product_id)
    assert shown is not None
    card = (
        await messaging.http.post(
            "/api/messages/action", json={"receiverId": THIRD, "productId": product_id}, headers=SELLING
        )
    ).json()
    assert (await confirm(messaging, THIRD, card["id"])).status_code == 200
    await carry(catalog, messaging, product_id)
    assert await received(messaging, BUYER, product_id) is None
    refused = await answer(messaging, BUYER, shown["id"], "accept")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_negotiable")
    deal_id = card["card"]["transactionId"]
    await messaging.http.post(
        f"/api/transactions/{deal_id}/cancel", json={"reason": "other"}, headers=SELLING
    )
    await carry(messaging, catalog, deal_id)
    await carry(catalog, messaging, product_id)
    assert await received(messaging, BUYER, product_id) == shown


async def test_killed_favourite_offer_job_loses_and_repeats_nothing(
    messaging: Service, catalog: Service
) -> None:
    product_id = await favourite_listing(catalog, messaging, BUYER, THIRD)
    assert (await send(messaging, product_id)).status_code == 201
    for place in ("after-watchers", "before-outbox-insert", "after-outbox-insert"):
        buggify.crash_once(place)
        with pytest.raises(buggify.Crash):
            await work(messaging)
        assert await offered_buyers(messaging, product_id) == []
    await work(messaging)
    assert await offered_buyers(messaging, product_id) == [BUYER, THIRD]


class OddCatalog(InternalClient):
    def __init__(self, catalog: InternalClient, odd: dict[int, Answer | Exception]) -> None:
        self._catalog, self._odd = catalog, odd

    async def get(self, path: str, token: str | None = None) -> Answer:
        odd = self._odd.get(int(path.split("/")[3]))
        if isinstance(odd, Exception):
            raise odd
        return odd or await self._catalog.get(path, token)


async def test_failing_catalog_answer_blocks_no_other_offer(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(favourites, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(favourites, "SENT_AT_ONCE", 2)
    listings = [await favourite_listing(catalog, messaging, BUYER) for _ in range(5)]
    for listing in listings:
        assert (await send(messaging, listing)).status_code == 201
    away, odd, odder, silent, good = listings
    answers: dict[int, Answer | Exception] = {
        away: Unavailable(), odd: Answer(200, {}), odder: Answer(200, {"ids": None}), silent: OSError("cut off"),
    }  # fmt: skip
    calls = OddCatalog(messaging.app.state.calls["catalog"], answers)
    assert await favourites.send_waiting(messaging.database, calls) == 1
    assert await offered_buyers(messaging, good) == [BUYER]
    del answers[odd]
    assert await favourites.send_waiting(messaging.database, calls) == 1
    assert await offered_buyers(messaging, odd) == [BUYER]
    clock.forward(days=7)
    await favourites.send_waiting(messaging.database, calls)
    await work(messaging)
    for item in (away, odder, silent):
        assert await offered_buyers(messaging, item) == []
        assert (await send(messaging, item)).status_code == 201


async def test_favourite_offer_is_for_own_negotiable_listing_weekly(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-A8, P-C3"""
    product_id = await favourite_listing(catalog, messaging, BUYER)
    assert (await send(messaging, product_id, headers=signed_in(BUYER))).status_code == 404
    assert (await send(messaging, 987_654_321)).status_code == 404
    assert (await send(messaging, product_id, 640)).json()["code"] == "offer_not_below_price"
    fixed = await listed(catalog, SELLING)
    await carry(catalog, messaging, fixed["id"])
    assert (await send(messaging, fixed["id"], 5)).json()["code"] == "not_negotiable"
    assert (await send(messaging, product_id)).status_code == 201
    assert (await send(messaging, product_id, 500)).json()["code"] == "offered_lately"
    clock.forward(hours=49)
    assert (await send(messaging, product_id)).json()["code"] == "offered_lately"
    change = await catalog.http.post(f"/api/products/{product_id}/archive", headers=SELLING)
    assert change.status_code == 200, change.text
    await carry(catalog, messaging, product_id)
    await work(messaging)
    assert await offered_buyers(messaging, product_id) == []
    clock.forward(days=7)
    others = [await favourite_listing(catalog, messaging) for _ in range(2)]
    async with ruled(messaging, favourite_offers_a_day=1):
        answers = [(await send(messaging, other)).status_code for other in others]
    assert answers == [201, 409]


async def test_concurrent_favourite_offers_respect_daily_limit(messaging: Service, catalog: Service) -> None:
    """P-B1"""
    listings = [await favourite_listing(catalog, messaging) for _ in range(8)]
    clock.forward(days=30)
    async with ruled(messaging, favourite_offers_a_day=2):
        answers = await asyncio.gather(*(send(messaging, listing) for listing in listings))
    assert sorted(item.status_code for item in answers) == [201, 201, *[409] * 6]


async def test_erased_persons_favourite_offers_are_deleted(messaging: Service, catalog: Service) -> None:
    """P-G2"""
    product_id = await favourite_listing(catalog, messaging, THIRD)
    await send(messaging, product_id)
    await work(messaging)
    export = await messaging.ask(f"/internal/users/{THIRD}/export")
    assert "offers_received_as_favourite" in export.text
    async with messaging.database.transaction() as session:
        while await forget_words(session, THIRD):
            pass
    assert await messaging.rows("SELECT 1 FROM favourite_offers WHERE buyer_id = :id", id=THIRD) == []
