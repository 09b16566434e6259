import random
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import Event, make_envelope
from libs.contracts.events.admin import RiskCleared, RiskFlagged
from libs.contracts.events.auth import UserErased
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all
from services.admin.tests.accounts import BEGIN, OWNER, Account, robbed
from services.admin.tests.auctions import ring
from services.admin.tests.test_risk import AISYAH, RAHIM, bring, decide, events_of, forget_all, pairs

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_everything(admin)


async def forget_everything(admin: Service) -> None:
    await forget_all(admin)
    async with admin.database.transaction() as session:
        await session.execute(text("DELETE FROM risk_acts"))


async def score_of(admin: Service, events: Iterable[Event]) -> float:
    """0 without an open case."""
    await forget_everything(admin)
    await bring(admin, events)
    found = await pairs(admin)
    return float(found[0]["score"]) if found else 0.0


def codes(pair: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in pair["reasons"]]


async def test_emptied_account_opens_takeover_case_with_three_reasons(admin: Service) -> None:
    await add_person(admin, OWNER, username="mei")
    await bring(admin, robbed())
    (case,) = await pairs(admin)
    assert (case["kind"], case["level"], case["isMoneyHeld"]) == ("takeover", "hold", True)
    assert case["bidder"] == case["seller"] == {"id": OWNER, "username": "mei"}
    assert codes(case) == ["email_changed", "payout_account", "new_device"]
    (event,) = await events_of(admin, case["id"])
    assert isinstance(event, RiskFlagged)
    assert (event.kind, event.bidder_id, event.seller_id, event.reasons) == ("takeover", OWNER, OWNER, [])
    assert [takeover_reason.code for takeover_reason in event.takeover_reasons] == codes(case)
    waiting = (await admin.http.get("/api/admin/cases/waiting", headers=AISYAH)).json()
    assert next(item["count"] for item in waiting if item["what"] == "risk") == 1


async def test_heavy_use_after_strange_sign_in_opens_takeover_case(admin: Service) -> None:
    thief = Account().signs_in_anew(0).lists(1, 12).writes(2, 25).cuts_prices(1, 6)
    assert await score_of(admin, thief.events) >= 0.6
    (case,) = await pairs(admin)
    assert [(reason["code"], reason["figure"], reason["of"]) for reason in case["reasons"]] == [
        ("conversations", 25, 0), ("listings", 12, 0), ("new_device", 1, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "owner",
    [
        Account().signs_in_anew(0).changes(0.5, "password_reset").changes(1, "passkey_added"),
        Account().signs_in_anew(0).sets_account(1),
        Account().signs_in_anew(0, is_new_network=False).lists(1, 6).writes(2, 5),
        Account().sets_account(0).lists(1, 30).writes(2, 40).cuts_prices(1, 20).asks_for_payout(3),
        Account().signs_in_anew(0).changes(1, "second_factor_off").changes(2, "second_factor_on"),
        Account().changes(0, "password_changed").sets_account(1).offers(2, 10),
    ],
    ids=["new phone", "new bank", "sells from a new phone", "a large seller", "second factor", "cautious"],
)
async def test_owner_changing_one_or_two_things_is_not_flagged(admin: Service, owner: Account) -> None:
    assert await score_of(admin, owner.events) == 0


async def test_activity_three_days_after_trigger_does_not_count(admin: Service) -> None:
    soon = robbed()
    assert await score_of(admin, soon) >= 0.85
    late = Account().signs_in_anew(0, way="reset").changes(0, "password_reset")
    late.sets_account(72.5).asks_for_payout(73)
    assert await score_of(admin, late.events) == 0


async def test_repeated_triggers_keep_the_first_trigger(admin: Service) -> None:
    thief = Account().signs_in_anew(0, way="reset").changes(0, "password_reset").changes(1, "email_changed")
    for quarter in range(24):
        thief.changes(1.5 + quarter / 4, "password_changed")
    assert await score_of(admin, thief.sets_account(8).asks_for_payout(9).events) >= 0.85


async def test_habitual_heavy_seller_is_not_flagged(admin: Service) -> None:
    def seller(usual: int) -> list[Event]:
        account = Account()
        for day in range(1, 25):
            account.lists(-24 * day, usual).writes(-24 * day, 2 * usual)
        account.signs_in_anew(0).changes(0, "password_reset")
        return account.lists(1, 12).writes(2, 25).events

    assert await score_of(admin, seller(0)) >= 0.6
    assert await score_of(admin, seller(4)) == 0


async def test_browser_that_is_always_new_does_not_count(admin: Service) -> None:
    private = Account()
    for day in range(1, 12):
        private.signs_in_anew(-24 * day)
    private.signs_in_anew(0).sets_account(1).changes(1, "email_changed").changes(1, "password_changed")
    strange = Account().signs_in_anew(0).sets_account(1).changes(1, "email_changed")
    assert await score_of(admin, private.events) == 0
    assert await score_of(admin, strange.changes(1, "password_changed").events) >= 0.6


async def test_boosts_and_listing_edits_do_not_count(admin: Service) -> None:
    account = Account().signs_in_anew(0).changes(0, "password_reset").changes(1, "email_changed")
    beside = await score_of(admin, [*account.events, *Account().sets_account(1).events])
    spent = Account().sets_account(1).asks_for_payout(2, order_id=5).cuts_prices(2, 9, changed="description")
    assert await score_of(admin, [*account.events, *spent.events]) == beside
    taken = Account().sets_account(1).asks_for_payout(2)
    assert await score_of(admin, [*account.events, *taken.events]) > beside


async def test_takeover_events_in_any_order_give_the_same_scores(admin: Service) -> None:
    dice = random.Random(7)
    people = [robbed(OWNER + n, BEGIN + timedelta(hours=5 * n)) for n in range(4)]
    people.append(Account(OWNER + 9).signs_in_anew(0).lists(1, 12).writes(2, 25).cuts_prices(1, 6).events)
    events = [item for person in people for item in person]
    await bring(admin, events, together=1)
    live = await scores(admin)
    assert len(live) == 5
    for together in (3, 200):
        await forget_everything(admin)
        dice.shuffle(events)
        await bring(admin, events, together)
        assert await scores(admin) == live


async def scores(admin: Service) -> list[tuple[int, float, list[Any]]]:
    return sorted((pair["bidder"]["id"], pair["score"], pair["reasons"]) for pair in await pairs(admin))


async def test_duplicate_takeover_event_counts_once(admin: Service) -> None:
    messages = [
        as_message(make_envelope(event, 1)) for event in Account().signs_in_anew(0).writes(1, 3).events
    ]
    inbox = Inbox("admin", admin.database, admin.app.state.subscriptions)
    for _ in range(2):
        await inbox.handle_all(messages)
    rows = await admin.rows("SELECT code, sum(times) AS times FROM risk_acts GROUP BY code ORDER BY code")
    assert [(row["code"], int(row["times"])) for row in rows] == [
        ("conversations", 3), ("new_device", 1), ("new_network", 1),
    ]  # fmt: skip


async def test_released_activity_no_longer_counts(admin: Service) -> None:
    await bring(admin, robbed())
    (case,) = await pairs(admin)
    released = (await decide(admin, case["id"])).json()
    assert (released["state"], released["isMoneyHeld"]) == ("released", False)
    assert isinstance((await events_of(admin, case["id"]))[-1], RiskCleared)
    await bring(admin, Account().lists(4, 20).writes(5, 30).events)
    assert await pairs(admin) == []
    await bring(admin, robbed(begin=clock.about_now() + timedelta(hours=1)))
    (again,) = await pairs(admin)
    assert (again["id"], again["decided"]["state"]) == (case["id"], "released")


async def test_confirmed_takeover_is_released_when_owner_recovers_account(admin: Service) -> None:
    await bring(admin, robbed())
    (case,) = await pairs(admin)
    confirmed = (await decide(admin, case["id"], decision="confirm")).json()
    assert (confirmed["state"], confirmed["isMoneyHeld"]) == ("confirmed", True)
    released = (await decide(admin, case["id"], RAHIM)).json()
    assert (released["state"], released["isMoneyHeld"]) == ("released", False)
    over = await decide(admin, case["id"], decision="confirm")
    assert (over.status_code, over.json()["code"]) == (409, "case_over")


async def test_staff_cannot_decide_about_own_account(admin: Service) -> None:
    await bring(admin, robbed())
    (case,) = await pairs(admin)
    own = await decide(admin, case["id"], signed_in(OWNER, "mei", roles=("moderator",)))
    assert (own.status_code, own.json()["code"]) == (409, "own_case")


async def test_bid_and_takeover_cases_share_a_queue_searchable_by_person(admin: Service) -> None:
    await bring(admin, [*ring(shill=OWNER), *robbed()])
    assert sorted(pair["kind"] for pair in await pairs(admin)) == ["bids", "takeover"]
    # An auction that ends later does not change the score.
    before = {pair["kind"]: pair["score"] for pair in await pairs(admin)}
    await bring(admin, ring(1, since=9, shill=OWNER))
    after = {pair["kind"]: pair["score"] for pair in await pairs(admin)}
    assert after["takeover"] == before["takeover"]
    found = await admin.http.get(f"/api/admin/risk/about/{OWNER}", headers=AISYAH)
    assert sorted(pair["kind"] for pair in found.json()["pairs"]) == ["bids", "takeover"]
    other = await admin.http.get(f"/api/admin/risk/about/{OWNER + 1}", headers=AISYAH)
    assert other.json() == {"pairs": []}
    shop = signed_in(OWNER, "mei")
    assert (await admin.http.get(f"/api/admin/risk/about/{OWNER}", headers=shop)).status_code == 403


async def test_old_and_erased_takeover_scores_are_deleted(admin: Service) -> None:
    await bring(admin, [*robbed(), *robbed(OWNER + 1)])
    await bring(admin, [UserErased(user_id=OWNER, erased_at=BEGIN)])
    assert {row["user_id"] for row in await admin.rows("SELECT user_id FROM risk_acts")} == {OWNER + 1}
    await trim_all(admin.database, BEGIN + timedelta(days=36))
    assert await admin.rows("SELECT 1 FROM risk_acts") == []
