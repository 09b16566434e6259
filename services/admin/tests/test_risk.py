import itertools
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from libs.contracts.event import EVENTS, Event, make_envelope
from libs.contracts.events.admin import RiskCleared, RiskFlagged
from libs.contracts.events.auth import UserErased
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all
from services.admin.tests.auctions import (
    BEGIN,
    BUYER,
    SELLER,
    SHILL,
    AuctionStory,
    driven_up,
    registered,
    ring,
)

pytestmark = pytest.mark.servers
AISYAH, RAHIM = (
    signed_in(user, name, roles=("moderator",)) for user, name in ((61, "aisyah"), (62, "rahim"))
)
RELEASED = {"decision": "release", "words": "Two collectors who know each other."}


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_all(admin)


async def forget_all(admin: Service) -> None:
    for table in ("risk_pairs", "risk_auctions", "risk_accounts"):
        async with admin.database.transaction() as session:
            await session.execute(text(f"DELETE FROM {table}"))


async def bring(admin: Service, events: Iterable[Event], together: int = 200) -> None:
    inbox = Inbox("admin", admin.database, admin.app.state.subscriptions)
    messages = [as_message(make_envelope(event, 1)) for event in events]
    for first in range(0, len(messages), together):
        await inbox.handle_all(messages[first : first + together])


async def pairs(admin: Service, state: str = "open") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = {"state": state} | ({"cursor": cursor} if cursor else {})
        answer = await admin.http.get("/api/admin/risk", params=asked, headers=AISYAH)
        assert answer.status_code == 200, answer.text
        found, cursor = found + answer.json()["pairs"], answer.json()["next"]
    return found


async def decide(admin: Service, pair: int, who: dict[str, str] = AISYAH, **body: Any) -> httpx2.Response:
    return await admin.http.post(f"/api/admin/risk/{pair}/decision", json=RELEASED | body, headers=who)


async def events_of(admin: Service, pair: int) -> list[Any]:
    """Each version is one more than the last."""
    events = await admin.recorded(f"risk-{pair}")
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert [event["data"]["step"] for event in events] == list(range(1, len(events) + 1))
    return [EVENTS[event["type"]].parse(event["data"]) for event in events]


async def test_price_raising_bidder_opens_risk_case_with_three_reasons(
    admin: Service,
) -> None:
    await add_person(admin, SHILL, username="kamal")
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    assert (pair["bidder"], pair["seller"]["id"]) == ({"id": SHILL, "username": "kamal"}, SELLER)
    assert pair["score"] >= 0.6
    assert [(reason["code"], reason["figure"], reason["of"]) for reason in pair["reasons"]] == [
        ("concentrated", 18, 18), ("answers", 12, 18), ("never_wins", 0, 6),
    ]  # fmt: skip
    first, *more = await events_of(admin, pair["id"])
    assert isinstance(first, RiskFlagged)
    assert (first.bidder_id, first.seller_id, first.level) == (SHILL, SELLER, "review")
    assert all(isinstance(item, RiskFlagged) and item.level == "hold" for item in more)
    waiting = (await admin.http.get("/api/admin/cases/waiting", headers=AISYAH)).json()
    assert next((item["count"], item["since"]) for item in waiting if item["what"] == "risk") == (
        1, pair["flaggedAt"],
    )  # fmt: skip


async def test_loyal_buyer_who_wins_and_pays_is_not_flagged(admin: Service) -> None:
    for n in range(8):
        auction = AuctionStory(n).bid(BUYER + n, 1, 0)
        for hour in (2, 2.02, 2.04):
            auction.bid(310, hour).bid(BUYER + n, hour + 0.01, 1_000)
        await bring(admin, auction.bid(310, 167).end() if n % 2 else auction.end())
    assert await pairs(admin) == []


async def test_proxy_bids_do_not_count_as_bidder_habit(admin: Service) -> None:
    def auctions(**how: Any) -> Iterable[Event]:
        for n in range(6):
            auction = AuctionStory(n).bid(BUYER + n, 1, 0)
            for hour in (2, 2.02, 2.04):
                auction.bid(SHILL, hour, **how).bid(BUYER + n, hour + 0.01, 1_000)
            yield from auction.bid(BUYER + n, 160, 1_000).end()

    await bring(admin, auctions(is_auto=True, answers_id=BUYER))
    counted = "SELECT sum(bids) AS bids, sum(raises + least_raises + answers) AS habits FROM risk_bidders "
    (row,) = await admin.rows(counted + "WHERE bidder_id = :shill", shill=SHILL)
    assert (int(row["bids"]), int(row["habits"])) == (18, 0)
    scores = [pair["score"] for pair in await pairs(admin)]
    await bring(admin, auctions())
    assert [pair["score"] for pair in await pairs(admin)] > scores


async def test_unpaid_wins_reach_the_hold_level_and_are_published_once(
    admin: Service,
) -> None:
    await bring(admin, ring(7))
    (pair,) = await pairs(admin)
    for day in (10, 11):
        auction = AuctionStory(day).bid(BUYER, 1, 0).bid(SHILL, 2)
        await bring(admin, auction.end())
        (won,) = await pairs(admin)
        unpaid, taken = auction.unpaid(SHILL, BUYER)
        await bring(admin, [unpaid])
        assert (await pairs(admin))[0]["score"] > won["score"]
        await bring(admin, [taken])
    (after,) = await pairs(admin)
    assert (after["level"], after["id"]) == ("hold", pair["id"])
    assert (pair["isMoneyHeld"], after["isMoneyHeld"]) == (False, True)
    assert after["score"] > pair["score"]
    assert [event.level for event in await events_of(admin, pair["id"])] == ["review", "hold"]


async def test_bid_events_in_any_batches_give_the_same_scores(admin: Service) -> None:
    auctions = [driven_up(n, shill=shill, seller=seller, buyer=BUYER + n)
            for n in range(6) for shill, seller in ((SHILL, SELLER), (303, SELLER), (SELLER, SHILL))]  # fmt: skip
    unpaid = AuctionStory(8).bid(BUYER, 1, 0).bid(SHILL, 2)
    accounts: list[Event] = [registered(who, BEGIN - timedelta(days=5)) for who in (SHILL, 303, SELLER)]
    sale = unpaid.unpaid(SHILL, BUYER)
    await bring(
        admin, [*accounts, *itertools.chain.from_iterable(auctions), *unpaid.end(), *sale], together=1
    )
    live = await scores(admin)
    assert len(live) == 3
    await forget_all(admin)
    # The events of an auction keep their order, otherwise they are mixed.
    mixed = [item for turn in itertools.zip_longest(*reversed(auctions)) for item in turn if item is not None]
    await bring(admin, [*reversed(sale), *unpaid.end(), *mixed, *accounts], together=7)
    assert await scores(admin) == live


async def scores(admin: Service) -> list[dict[str, Any]]:
    gone = {"id", "flaggedAt", "dueAt", "level", "isMoneyHeld"}
    found = [{name: value for name, value in pair.items() if name not in gone} for pair in await pairs(admin)]
    return sorted(found, key=lambda one: (one["bidder"]["id"], one["seller"]["id"]))


async def test_staff_release_a_pair_once_with_a_reason(admin: Service) -> None:
    await add_person(admin, 61, username="aisyah")
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    before = len(await events_of(admin, pair["id"]))
    answer = await decide(admin, pair["id"])
    assert answer.status_code == 200, answer.text
    assert answer.json()["decided"] | {"at": ""} == {
        "state": "released", "by": {"id": 61, "username": "aisyah"}, "words": RELEASED["words"], "at": "",
        "reason": "other",
    }  # fmt: skip
    assert (await decide(admin, pair["id"])).status_code == 200
    second = await decide(admin, pair["id"], RAHIM, decision="confirm")
    assert (second.status_code, second.json()["code"]) == (409, "case_over")
    event = (await events_of(admin, pair["id"]))[before]
    assert isinstance(event, RiskCleared)
    assert (event.by_admin_id, len(await events_of(admin, pair["id"]))) == (61, before + 1)
    assert await pairs(admin) == []
    assert [item["id"] for item in await pairs(admin, "released")] == [pair["id"]]
    assert await pairs(admin, "confirmed") == []


async def test_staff_see_that_confirmed_pairs_money_is_on_hold(
    admin: Service,
) -> None:
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    confirmed = (await decide(admin, pair["id"], decision="confirm")).json()
    assert (confirmed["state"], confirmed["isMoneyHeld"]) == ("confirmed", True)
    await bring(admin, ring(8, since=(clock.about_now() - BEGIN).days + 1))
    (again,) = await pairs(admin)
    assert (again["id"], again["isMoneyHeld"]) == (pair["id"], True)
    assert (await decide(admin, pair["id"])).json()["isMoneyHeld"] is False


@pytest.mark.parametrize(
    "wrong", [{"words": " "}, {"words": "x" * 501}, {"decision": "ban"}, {"decision": None}, {"more": 1}]
)
async def test_risk_decision_needs_reason_and_known_kind(admin: Service, wrong: dict[str, Any]) -> None:
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    assert (await decide(admin, pair["id"], **wrong)).status_code == 422
    assert (await decide(admin, pair["id"] + 1)).status_code == 404
    own = await decide(admin, pair["id"], signed_in(SELLER, "shop", roles=("moderator",)))
    assert (own.status_code, own.json()["code"]) == (409, "own_case")
    assert len(await pairs(admin)) == 1


async def test_auctions_before_a_release_no_longer_count(admin: Service) -> None:
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    await decide(admin, pair["id"])
    days = (clock.about_now() - BEGIN).days
    await bring(admin, driven_up(days, buyer=BUYER))
    assert await pairs(admin) == []
    await bring(admin, ring(5, since=days + 1))
    (again,) = await pairs(admin)
    assert again["id"] == pair["id"]
    assert again["decided"]["state"] == "released"
    assert {reason["of"] for reason in again["reasons"] if reason["code"] == "never_wins"} == {6}


async def test_risk_queue_pages_by_score(admin: Service) -> None:
    shills = range(500, 560)
    for n in range(10):
        auction = AuctionStory(n).bid(BUYER, 1, 0)
        for hour, shill in enumerate(shills, 2):
            for at in (hour, hour + 0.02):
                auction.bid(shill, at).bid(BUYER, at + 0.01, 1_000)
        await bring(admin, auction.end())
    found = await pairs(admin)
    assert sorted(item["bidder"]["id"] for item in found) == list(shills)
    assert [item["score"] for item in found] == sorted((item["score"] for item in found), reverse=True)
    for item in found:
        await decide(admin, item["id"])
    assert len({pair["id"] for pair in await pairs(admin, "released")}) == len(shills)
    for cursor in ("x", "WzEsMl0gIA", "WyJ4IiwxXQ"):
        for state in ("open", "released"):
            asked = {"state": state, "cursor": cursor}
            answer = await admin.http.get("/api/admin/risk", params=asked, headers=AISYAH)
            assert answer.status_code == (200 if (state, cursor) == ("open", "WzEsMl0gIA") else 422)


async def test_old_auctions_expire_and_decisions_later(admin: Service) -> None:
    await bring(admin, ring())
    (pair,) = await pairs(admin)
    await decide(admin, pair["id"])
    await trim_all(admin.database, clock.about_now() + timedelta(days=120))
    assert await counts(admin) == {"risk_auctions": 0, "risk_bidders": 0, "risk_accounts": 1, "risk_pairs": 1}
    await trim_all(admin.database, clock.about_now() + timedelta(days=401))
    assert await counts(admin) == {"risk_auctions": 0, "risk_bidders": 0, "risk_accounts": 0, "risk_pairs": 0}


async def test_erased_persons_scores_are_deleted(admin: Service) -> None:
    await bring(admin, [registered(SHILL, BEGIN)])
    assert (await counts(admin))["risk_accounts"] == 1
    await bring(admin, [UserErased(user_id=SHILL, erased_at=BEGIN)])
    assert (await counts(admin))["risk_accounts"] == 0


async def counts(admin: Service) -> dict[str, int]:
    tables: Sequence[str] = ("risk_auctions", "risk_bidders", "risk_accounts", "risk_pairs")
    found = {}
    for table in tables:
        ((count,),) = [row.values() for row in await admin.rows(f"SELECT count(*) FROM {table}")]
        found[table] = count
    return found
