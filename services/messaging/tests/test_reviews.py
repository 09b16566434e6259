import asyncio
import json
from typing import Any

import httpx2
import pytest

from libs.contracts.events.admin import RiskCleared, RiskFlagged
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.messaging.privacy.queries import forget_words
from services.messaging.reviews.service import REVEALED_AT_ONCE, reveal_due
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    deal_events,
    delivered,
    know_people,
    paid,
)

pytestmark = pytest.mark.servers


SECRET = "The cap was cracked."


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def of_seller(messaging: Service) -> dict[str, Any]:
    shown: dict[str, Any] = (await messaging.http.get(f"/api/sellers/{SELLER}/reviews")).json()
    return shown


async def of_buyer(messaging: Service) -> dict[str, Any]:
    shown: dict[str, Any] = (await messaging.http.get(f"/api/buyers/{BUYER}/reviews")).json()
    return shown


async def of_deal(messaging: Service, person: int, deal_id: int) -> dict[str, Any]:
    path = f"/api/transactions/{deal_id}/reviews"
    shown: dict[str, Any] = (await messaging.http.get(path, headers=signed_in(person))).json()
    return shown


async def review(messaging: Service, card: int, rating: float = 2, comment: str = SECRET) -> httpx2.Response:
    body = {"rating": rating, "comment": comment}
    path = f"/api/messages/submit-review/{card}"
    return await messaging.http.post(path, json=body, headers=signed_in(BUYER))


async def rate(messaging: Service, deal_id: int, rating: float = 4.5, comment: str = "") -> httpx2.Response:
    body = {"rating": rating, "comment": comment}
    path = f"/api/transactions/{deal_id}/buyer-rating"
    return await messaging.http.post(path, json=body, headers=SELLING)


def names_of_events(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"].split(".")[-2] for event in events]


async def test_review_is_hidden_until_other_side_reviewed(messaging: Service, catalog: Service) -> None:
    """U30, REV-04"""
    seller_before, buyer_before = await of_seller(messaging), await of_buyer(messaging)
    deal_id, card = await delivered(messaging, catalog)
    assert (await review(messaging, card)).json()["isPublic"] is False
    assert await of_seller(messaging) == seller_before
    own = await of_deal(messaging, BUYER, deal_id)
    assert (own["yours"]["comment"], own["theirs"], own["mayWrite"]) == (SECRET, None, False)
    waiting = await of_deal(messaging, SELLER, deal_id)
    assert (waiting["yours"], waiting["theirs"], waiting["isTheirsHidden"]) == (None, None, True)
    assert waiting["mayWrite"] is True
    events = await deal_events(messaging, deal_id)
    assert "ReviewRevealed" not in names_of_events(events)
    assert "rating" not in json.dumps(events)
    export = await messaging.ask(f"/internal/users/{SELLER}/export")
    assert SECRET not in export.text

    for _ in range(2):
        assert (await rate(messaging, deal_id)).status_code == 200
    assert (await rate(messaging, deal_id, 1)).json()["code"] == "review_closed"
    shown, of_amir = await of_seller(messaging), await of_buyer(messaging)
    assert (shown["total"], shown["reviews"][0]["comment"]) == (seller_before["total"] + 1, SECRET)
    assert shown["stars"][3] == seller_before["stars"][3] + 1
    assert (of_amir["total"], of_amir["reviews"][0]["user"]["username"]) == (
        buyer_before["total"] + 1,
        "siti",
    )
    assert (await of_deal(messaging, SELLER, deal_id))["theirs"]["rating"] == 2
    assert (await of_deal(messaging, BUYER, deal_id))["theirs"]["rating"] == 4.5
    revealed = [event["data"] for event in (await deal_events(messaging, deal_id))[-2:]]
    assert [(item["about"], item["ratingTenths"]) for item in revealed] == [("seller", 20), ("buyer", 45)]


async def test_unanswered_review_is_public_after_fourteen_days(messaging: Service, catalog: Service) -> None:
    """U30"""
    clock.forward(days=60)
    while await reveal_due(messaging.database) == REVEALED_AT_ONCE:
        pass
    before = await of_seller(messaging)
    deal_id, card = await delivered(messaging, catalog)
    assert (await review(messaging, card)).status_code == 200
    clock.forward(days=13, hours=23)
    await reveal_due(messaging.database)
    assert await of_seller(messaging) == before
    clock.forward(hours=2)
    assert (await rate(messaging, deal_id)).json()["code"] == "review_closed"
    await asyncio.gather(*(reveal_due(messaging.database) for _ in range(4)))
    assert (await of_seller(messaging))["total"] == before["total"] + 1
    assert names_of_events(await deal_events(messaging, deal_id)).count("ReviewRevealed") == 1


async def test_concurrent_reviews_are_revealed_once(messaging: Service, catalog: Service) -> None:
    """U30"""
    before = await of_seller(messaging)
    deal_id, card = await delivered(messaging, catalog)
    presses = [review(messaging, card) for _ in range(8)] + [rate(messaging, deal_id) for _ in range(8)]
    answers = await asyncio.gather(*presses)
    assert {answer.status_code for answer in answers} == {200}
    assert names_of_events(await deal_events(messaging, deal_id)).count("ReviewRevealed") == 2
    assert (await of_seller(messaging))["total"] == before["total"] + 1


async def test_only_seller_rates_buyer_after_delivery(messaging: Service, catalog: Service) -> None:
    """U30, REV-01"""
    _, waiting = await paid(messaging, catalog)
    assert (await rate(messaging, waiting)).json()["code"] == "step_refused"
    deal_id, _ = await delivered(messaging, catalog)
    path = f"/api/transactions/{deal_id}/buyer-rating"
    for person, status in ((BUYER, 403), (THIRD, 404)):
        answer = await messaging.http.post(path, json={"rating": 5}, headers=signed_in(person))
        assert answer.status_code == status
    third = await messaging.http.get(f"/api/transactions/{deal_id}/reviews", headers=signed_in(THIRD))
    assert third.status_code == 404
    assert (await rate(messaging, deal_id, 4.3)).status_code == 422
    assert (await rate(messaging, deal_id, 5, "x" * 1_001)).status_code == 422


async def test_seller_answers_a_public_review_once(messaging: Service, catalog: Service) -> None:
    """REV-04, U30"""
    deal_id, card = await delivered(messaging, catalog)
    review_id = (await review(messaging, card)).json()["id"]
    path = f"/api/reviews/{review_id}/reply"

    async def reply(text: str, headers: dict[str, str] = SELLING) -> httpx2.Response:
        return await messaging.http.post(path, json={"text": text}, headers=headers)

    assert (await reply("Sorry")).status_code == 404
    await rate(messaging, deal_id)
    assert (await reply("Mine", signed_in(BUYER))).status_code == 404
    assert (await reply(" ")).status_code == 422
    for _ in range(2):
        assert (await reply("Sorry, I will pay for a new cap.")).json()["reply"]["text"].startswith("Sorry")
    assert (await reply("Not my fault.")).json()["code"] == "reply_closed"
    assert (await of_seller(messaging))["reviews"][0]["reply"]["text"] == "Sorry, I will pay for a new cap."
    assert names_of_events(await deal_events(messaging, deal_id)).count("ReviewReplied") == 1


async def test_erased_persons_review_words_go_and_stars_stay(messaging: Service, catalog: Service) -> None:
    """REV-04"""
    deal_id, card = await delivered(messaging, catalog)
    review_id = (await review(messaging, card, 4, "Lovely")).json()["id"]
    await rate(messaging, deal_id, 5, "Quick")
    await messaging.http.post(f"/api/reviews/{review_id}/reply", json={"text": "Thanks"}, headers=SELLING)
    async with messaging.database.transaction() as session:
        await forget_words(session, SELLER)
    rows = await messaging.rows("SELECT about, comment, reply FROM reviews WHERE deal_id = :id", id=deal_id)
    assert sorted((row["about"], row["comment"], row["reply"]) for row in rows) == [
        ("buyer", "", ""), ("seller", "Lovely", ""),
    ]  # fmt: skip


async def test_home_page_quotes_satisfied_buyers_public_reviews(messaging: Service, catalog: Service) -> None:
    """HOME-09"""

    async def quoted() -> list[str]:
        return [item["comment"] for item in (await messaging.http.get("/api/testimonials")).json()]

    for rating, words in ((5, "Wonderful"), (4, "Fine"), (4.5, ""), (4.5, "Just as shown")):
        deal_id, card = await delivered(messaging, catalog)
        await review(messaging, card, rating, words)
        assert words == "" or words not in await quoted()
        await rate(messaging, deal_id)
    shown = await quoted()
    assert shown[:2] == ["Just as shown", "Wonderful"]
    assert len(shown) <= 3


async def test_testimonials_leave_out_reviews_between_suspected_people(
    messaging: Service, catalog: Service
) -> None:
    async def quoted() -> list[str]:
        return [item["comment"] for item in (await messaging.http.get("/api/testimonials")).json()]

    deal_id, card = await delivered(messaging, catalog)
    await review(messaging, card, 5, "Best seller ever")
    await rate(messaging, deal_id)
    assert "Best seller ever" in await quoted()
    pair: dict[str, Any] = {"pair_id": 9_301, "bidder_id": SELLER, "seller_id": BUYER, "kind": "deals"}
    now = clock.about_now()
    flagged = RiskFlagged(**pair, score_percent=60, level="review", reasons=[], flagged_at=now)
    await messaging.deliver(flagged)
    assert "Best seller ever" not in await quoted()
    await messaging.deliver(RiskCleared(**pair, by_admin_id=61, decided_at=now))
    assert "Best seller ever" in await quoted()
