import asyncio
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from libs.marketplace.tests.makers import ruled
from services.catalog.tests.makers import listed
from services.messaging.offers.service import EXPIRED_AT_ONCE, expire_offers
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    carry,
    confirm,
    for_sale,
    know_people,
    open_card,
    order,
    stock,
    thread,
)
from services.messaging.tests.makers import (
    offer as purchase_card,
)
from services.messaging.tests.offering import negotiable, offer_seen_by, offered, post
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def expire_all(messaging: Service) -> None:
    while await expire_offers(messaging.database) == EXPIRED_AT_ONCE:
        pass


async def recorded_events(messaging: Service, offer_id: int) -> list[str]:
    events = await messaging.recorded(f"offer-{offer_id}")
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    return [event["type"].split(".")[-2] for event in events]


async def test_sold_event_names_the_asking_price_and_not_the_agreed_one(
    messaging: Service, catalog: Service
) -> None:
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 560)
    accepted = await post(messaging, SELLER, f"/{card['id']}/accept")
    deal_id = accepted.json()["transactionId"]
    payment = await open_card(messaging, SELLER, BUYER, "CONFIRM_PAYMENT")
    assert (await confirm(messaging, SELLER, payment["id"])).status_code == 200
    await carry(messaging, catalog, deal_id)
    assert await stock(catalog, product_id) == ("sold", 0)
    events = [event for event in await catalog.recorded(product_id) if ".ProductSold." in event["type"]]
    assert [event["data"]["price"] for event in events] == [64_000]
    assert "56000" not in str(await catalog.recorded(product_id))


async def test_accepted_offer_reserves_bottle_and_starts_purchase(
    messaging: Service, catalog: Service
) -> None:
    """U18"""
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 560)
    assert (card["amount"], card["askingPrice"], card["by"], card["state"]) == (560, 640, "buyer", "open")
    given = (await thread(messaging, SELLER, BUYER))[-1]
    assert (given["content"], given["sentence"]) == (
        "I offer RM 560.00.", {"code": "offered", "name": "", "amount": 560},
    )  # fmt: skip
    seen = await offer_seen_by(messaging, SELLER, BUYER, card["id"])
    assert (seen["isOwn"], card["isOwn"]) == (False, True)
    for _ in range(2):
        answer = await post(messaging, SELLER, f"/{card['id']}/accept")
        assert (answer.status_code, answer.json()["status"]) == (200, "WAITING_PAYMENT"), answer.text
    deal = await order(messaging, BUYER, answer.json()["transactionId"])
    assert (deal["total"], deal["status"]) == (560, "pending")
    assert (await open_card(messaging, SELLER, BUYER, "CONFIRM_PAYMENT"))["card"]["amount"] == 560
    assert await stock(catalog, product_id) == ("active", 0)
    assert await recorded_events(messaging, card["id"]) == ["OfferMade", "OfferAccepted"]


async def test_buyer_accepts_sellers_counter_offer(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    first = await offered(messaging, product_id, 500)
    counters = await asyncio.gather(
        *(post(messaging, SELLER, f"/{first['id']}/counter", amount=600) for _ in range(8))
    )
    assert {answer.status_code for answer in counters} == {201}
    (counter_id,) = {answer.json()["offer"]["id"] for answer in counters}
    assert (await offer_seen_by(messaging, BUYER, SELLER, first["id"]))["state"] == "countered"
    own = await post(messaging, SELLER, f"/{counter_id}/accept")
    assert (own.status_code, own.json()["code"]) == (403, "not_your_turn")
    answer = await post(messaging, BUYER, f"/{counter_id}/accept")
    assert answer.status_code == 200
    assert (await order(messaging, SELLER, answer.json()["transactionId"]))["total"] == 600
    assert await recorded_events(messaging, first["id"]) == ["OfferMade", "OfferCountered"]
    assert await recorded_events(messaging, counter_id) == ["OfferMade", "OfferAccepted"]


async def test_concurrent_offer_answers_count_once(messaging: Service, catalog: Service) -> None:
    """P-B1"""
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 560)
    presses = [
        post(messaging, person, f"/{card['id']}/{reply}", **({"amount": 600} if reply == "counter" else {}))
        for _ in range(16)
        for person, reply in (
            (SELLER, "accept"),
            (SELLER, "decline"),
            (SELLER, "counter"),
            (BUYER, "withdraw"),
        )
    ]
    answers = await asyncio.gather(*presses)
    assert {answer.status_code for answer in answers} <= {200, 201, 409}
    kinds = {n % 4 for n, answer in enumerate(answers) if answer.status_code < 300}
    assert len(kinds) == 1, "all that succeeded pressed the same button"
    assert len(await recorded_events(messaging, card["id"])) == 2


async def test_bottle_is_promised_to_one_of_two_buyers(messaging: Service, catalog: Service) -> None:
    """P-B2"""
    product_id = await negotiable(catalog, messaging)
    cards = [await offered(messaging, product_id, 560, buyer) for buyer in (BUYER, THIRD)]
    answers = await asyncio.gather(*(post(messaging, SELLER, f"/{card['id']}/accept") for card in cards))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    loser = THIRD if answers[0].status_code == 200 else BUYER
    card = await open_card(messaging, loser, SELLER, "INITIATE")
    assert card["card"]["text"] == "No longer available"


@pytest.mark.parametrize(("hours", "status"), [(47, 200), (48, 409)])
async def test_accepted_offer_resumes_for_48_hours(
    messaging: Service, catalog: Service, hours: int, status: int
) -> None:
    product_id = await negotiable(catalog, messaging)
    path = f"/api/products/{product_id}"
    card = await offered(messaging, product_id, 560)
    assert (await catalog.http.post(f"{path}/archive", headers=SELLING)).status_code == 200
    gone = await post(messaging, SELLER, f"/{card['id']}/accept")
    assert (gone.status_code, gone.json()["code"]) == (409, "no_longer_available")
    assert (await catalog.http.post(f"{path}/restore", headers=SELLING)).status_code == 200
    clock.forward(hours=hours)
    again = await post(messaging, SELLER, f"/{card['id']}/accept")
    assert again.status_code == status, again.text
    is_late = status == 409
    assert again.json().get("code") == ("offer_not_open" if is_late else None)
    assert await stock(catalog, product_id) == ("active", 1 if is_late else 0)
    clock.forward(hours=48)
    late = await post(messaging, SELLER, f"/{card['id']}/accept")
    assert late.status_code == status, "a started purchase is returned at any time"


async def test_unanswered_offer_expires_after_48_hours(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 560)
    clock.forward(hours=47, minutes=59)
    await expire_all(messaging)
    assert (await offer_seen_by(messaging, BUYER, SELLER, card["id"]))["state"] == "open"
    clock.forward(minutes=1)
    late = await post(messaging, SELLER, f"/{card['id']}/accept")
    assert (late.status_code, late.json()["code"], late.json()["details"]) == (
        409, "offer_not_open", {"state": "expired"},
    )  # fmt: skip
    await expire_all(messaging)
    assert (await offer_seen_by(messaging, BUYER, SELLER, card["id"]))["state"] == "expired"
    assert await recorded_events(messaging, card["id"]) == ["OfferMade", "OfferExpired"]
    assert (await offered(messaging, product_id, 570))["state"] == "open"


async def test_buyer_makes_at_most_three_offers_per_listing(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    for amount in (400, 450):
        card = await offered(messaging, product_id, amount)
        assert (await offered(messaging, product_id, amount))["id"] == card["id"], (
            "the same again is the same"
        )
        other = await post(messaging, BUYER, "", productId=product_id, amount=amount + 1)
        assert other.json()["code"] == "offer_open"
        assert (await post(messaging, BUYER, f"/{card['id']}/withdraw")).status_code == 200
    last = await offered(messaging, product_id, 500)
    countered = (await post(messaging, SELLER, f"/{last['id']}/counter", amount=620)).json()["offer"]
    fourth = await post(messaging, BUYER, f"/{countered['id']}/counter", amount=550)
    assert (fourth.status_code, fourth.json()["code"], fourth.json()["details"]) == (
        409, "too_many_offers", {"most": 3},
    )  # fmt: skip
    assert (await offer_seen_by(messaging, BUYER, SELLER, countered["id"]))["state"] == "open", (
        "nothing is lost"
    )


async def test_offer_limit_follows_operator_rule(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 400)
    assert (await post(messaging, BUYER, f"/{card['id']}/withdraw")).status_code == 200
    async with ruled(messaging, offers_for_a_listing=1):
        second = await post(messaging, BUYER, "", productId=product_id, amount=450)
        assert (second.json()["code"], second.json()["details"]) == ("too_many_offers", {"most": 1})
    assert (await offered(messaging, product_id, 450))["state"] == "open"


@pytest.mark.parametrize("amount", [0, -1, "abc", 0.001, 1e9, None, True, "NaN", 640, 700])
async def test_offer_is_whole_sen_below_asking_price(
    messaging: Service, catalog: Service, amount: Any
) -> None:
    """P-A8"""
    product_id = await negotiable(catalog, messaging)
    refused = await post(messaging, BUYER, "", productId=product_id, amount=amount)
    assert refused.status_code == 422, refused.text


async def test_fixed_price_listing_takes_no_offers(messaging: Service, catalog: Service) -> None:
    """U18"""
    fixed = await for_sale(catalog, messaging)
    refused = await post(messaging, BUYER, "", productId=fixed["id"], amount=5)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_negotiable")
    product_id = await negotiable(catalog, messaging)
    own = await post(messaging, SELLER, "", productId=product_id, amount=5, buyerId=SELLER)
    assert (own.status_code, own.json()["code"]) == (403, "cannot_message_yourself")
    unnamed = await post(messaging, SELLER, "", productId=product_id, amount=5)
    assert unnamed.status_code == 422
    assert (await post(messaging, BUYER, "", productId=987654321, amount=5)).status_code == 404


async def test_third_person_cannot_see_or_answer_offer(messaging: Service, catalog: Service) -> None:
    """P-C3"""
    product_id = await negotiable(catalog, messaging)
    card = await offered(messaging, product_id, 560)
    for reply in ("accept", "decline", "withdraw", "counter"):
        body = {"amount": 600} if reply == "counter" else {}
        assert (await post(messaging, THIRD, f"/{card['id']}/{reply}", **body)).status_code == 404
        assert (await post(messaging, THIRD, f"/987654321/{reply}", **body)).status_code == 404


async def test_open_purchase_card_gets_agreed_price(messaging: Service, catalog: Service) -> None:
    product_id = await negotiable(catalog, messaging)
    card = await purchase_card(messaging, product_id)
    assert card["card"]["amount"] == 640
    agreed = await offered(messaging, product_id, 600)
    answer = await post(messaging, SELLER, f"/{agreed['id']}/accept")
    assert answer.json()["transactionId"] == card["card"]["transactionId"]
    assert (await order(messaging, BUYER, answer.json()["transactionId"]))["total"] == 600


async def test_erased_persons_offers_keep_no_words(messaging: Service, catalog: Service) -> None:
    """P-G2"""
    leaving_seller, leaving_buyer = 9131, 9132
    for user_id in (leaving_seller, leaving_buyer):
        await add_person(messaging, user_id, username=f"leaves{user_id}")
    selling = signed_in(leaving_seller, "leaves", roles=("seller",))
    product_id = (await listed(catalog, selling, listingType="negotiable", price=640))["id"]
    await carry(catalog, messaging, product_id)
    await messaging.http.put(f"/api/offers/floors/{product_id}", json={"amount": 500}, headers=selling)
    card = await offered(messaging, product_id, 560, leaving_buyer)
    now = clock.about_now() - timedelta(seconds=1)
    for person in (leaving_seller, leaving_buyer):
        await messaging.deliver(UserErased(user_id=person, erased_at=now))
    await finish_forgetting(messaging)
    assert await messaging.rows("SELECT 1 FROM offer_floors WHERE seller_id = :id", id=leaving_seller) == []
    (row,) = await messaging.rows(
        "SELECT m.content, o.amount FROM messages AS m JOIN offers AS o ON o.id = m.offer_id WHERE o.id = :id",
        id=card["id"],
    )
    assert (row["content"], row["amount"]) == ("", 56_000)
