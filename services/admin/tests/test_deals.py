import random
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.event import Event, make_envelope
from libs.contracts.events.admin import RiskFlagged
from libs.kit.events.inbox import Inbox
from libs.kit.testing import Service, as_message
from libs.marketplace.testing import add_person
from services.admin.audit.trimming import trim_all
from services.admin.tests.test_risk import AISYAH, bring, decide, events_of, forget_all, pairs
from services.admin.tests.test_signals import forget_links, sharing
from services.admin.tests.trades import BEGIN, FRIEND, SHOP, Purchase, review_ring

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def _nothing_known(admin: Service) -> None:
    await forget_deals(admin)


async def forget_deals(admin: Service) -> None:
    await forget_all(admin)
    await forget_links(admin)
    async with admin.database.transaction() as session:
        await session.execute(text("DELETE FROM risk_deals"))


def codes(pair: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in pair["reasons"]]


def events_in(purchases: Iterable[Purchase]) -> list[Event]:
    return [event for purchase in purchases for event in purchase.events]


async def account_status(admin: Service) -> list[tuple[str, int, int, float, list[Any]]]:
    return sorted(
        (pair["kind"], pair["bidder"]["id"], pair["seller"]["id"], pair["score"], pair["reasons"])
        for pair in await pairs(admin)
    )


async def test_repeated_mutual_reviews_open_a_risk_case(admin: Service) -> None:
    await add_person(admin, FRIEND, username="kamal")
    await bring(admin, review_ring(8))
    found = {(item["bidder"]["id"], item["seller"]["id"]): item for item in await pairs(admin)}
    assert sorted(found) == [(SHOP, FRIEND), (FRIEND, SHOP)]
    pair = found[FRIEND, SHOP]
    assert (pair["kind"], pair["bidder"]["username"], pair["level"]) == ("deals", "kamal", "hold")
    assert [(reason["code"], reason["figure"], reason["of"]) for reason in pair["reasons"]] == [
        ("bought_back", 8, None), ("quick", 8, 8), ("bought_again", 8, None),
    ]  # fmt: skip
    flag = (await events_of(admin, pair["id"]))[-1]
    assert isinstance(flag, RiskFlagged)
    assert (flag.kind, flag.reasons, flag.takeover_reasons) == ("deals", [], [])
    assert [further_reason.code for further_reason in flag.further_reasons] == codes(pair)


@pytest.mark.parametrize(
    "events",
    [
        events_in(Purchase(7 * n).arrives().praised() for n in range(12)),
        events_in(Purchase(7 * n).arrives(2).praised() for n in range(8)),
        events_in([*(Purchase(n).arrives() for n in range(3)), Purchase(9, FRIEND, SHOP).arrives()]),
        events_in(Purchase(n, won=True).cancelled("staff") for n in range(6)),
        events_in(Purchase(n, won=True).cancelled("buyer") for n in range(2)),
        [*sharing(SHOP, FRIEND), *events_in(Purchase(n).arrives() for n in range(2))],
    ],
    ids=[
        "a faithful buyer",
        "a neighbour",
        "two collectors",
        "of staff",
        "twice",
        "a household that bought twice",
    ],
)
async def test_honest_buyers_are_not_flagged(admin: Service, events: list[Event]) -> None:
    await bring(admin, events)
    assert await pairs(admin) == []


async def test_repeated_wins_and_cancellations_open_a_risk_case(admin: Service) -> None:
    await bring(admin, events_in(Purchase(n, won=True).cancelled("agreement") for n in range(6)))
    (pair,) = await pairs(admin)
    assert (pair["kind"], codes(pair)[0]) == ("deals", "won_and_cancelled")


async def test_loyal_buyer_in_sellers_browser_opens_a_risk_case(admin: Service) -> None:
    await bring(admin, events_in(Purchase(7 * n).arrives().praised() for n in range(8)))
    assert await pairs(admin) == []
    await bring(admin, sharing(SHOP, FRIEND))
    (pair,) = await pairs(admin)
    assert (pair["kind"], codes(pair)[0]) == ("deals", "shared_signal")


async def test_seller_with_failing_sales_is_reviewed_and_still_paid(admin: Service) -> None:
    sales = [Purchase(n, buyer=900 + n).arrives().disputed().refunded() for n in range(5)]
    await bring(admin, events_in([*sales, *(Purchase(20 + n, buyer=950 + n).arrives() for n in range(5))]))
    (case,) = await pairs(admin)
    assert (case["kind"], case["bidder"], case["level"]) == ("sales", case["seller"], "review")
    assert [(reason["code"], reason["figure"], reason["of"]) for reason in case["reasons"]] == [
        ("sales_disputed", 5, 10), ("sales_refunded", 5, 10),
    ]  # fmt: skip
    confirmed = (await decide(admin, case["id"], decision="confirm")).json()
    assert (confirmed["state"], confirmed["isMoneyHeld"]) == ("confirmed", False)


async def test_large_seller_with_few_disputes_is_not_flagged(admin: Service) -> None:
    sales = [Purchase(n, buyer=900 + n).arrives() for n in range(60)]
    await bring(admin, events_in([*sales, *(Purchase(61 + n, buyer=990 + n).disputed() for n in range(5))]))
    assert await pairs(admin) == []


async def test_deal_events_in_any_order_give_the_same_scores(admin: Service) -> None:
    events = [
        *review_ring(5),
        *events_in(Purchase(n, won=True, seller=811, buyer=812).cancelled("agreement") for n in range(6)),
        *events_in(Purchase(n, seller=813, buyer=900 + n).disputed().refunded() for n in range(7)),
        *sharing(811, 812),
    ]
    await bring(admin, events, 7)
    first = await account_status(admin)
    assert {kind for kind, *_ in first} == {"deals", "sales"}
    for seed in range(3):
        await forget_deals(admin)
        dice = random.Random(seed)
        await bring(admin, dice.sample(events, len(events)), dice.randrange(1, 40))
        assert await account_status(admin) == first


async def test_duplicate_deal_event_counts_once(admin: Service) -> None:
    messages = [as_message(make_envelope(item, 1)) for item in review_ring(5)]
    inbox = Inbox("admin", admin.database, admin.app.state.subscriptions)
    await inbox.handle_all(messages)
    first = await account_status(admin)
    await inbox.handle_all(messages)
    assert await account_status(admin) == first


async def test_released_deals_no_longer_count_against_a_pair(admin: Service) -> None:
    await bring(admin, review_ring())
    for pair in await pairs(admin):
        assert (await decide(admin, pair["id"])).status_code == 200
    more = events_in(Purchase(10 + n).arrives(1).praised() for n in range(4))
    await bring(admin, [*more, *sharing(SHOP, FRIEND)])
    assert await pairs(admin) == []


async def test_made_up_purchases_are_found_by_person(
    admin: Service,
) -> None:
    await bring(admin, review_ring())
    found = await admin.http.get(f"/api/admin/risk/about/{FRIEND}", headers=AISYAH)
    assert [pair["kind"] for pair in found.json()["pairs"]] == ["deals", "deals"]


async def test_purchases_beyond_the_window_expire(admin: Service) -> None:
    await bring(admin, review_ring(3))
    await trim_all(admin.database, BEGIN + timedelta(days=214))
    assert await admin.rows("SELECT 1 FROM risk_deals") == []
