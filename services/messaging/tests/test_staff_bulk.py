import asyncio
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer
from libs.kit.testing import Service, signed_in
from services.boost.tests.till import Till
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import BUYER, SELLER, confirm, deal_events, know_people
from services.messaging.tests.sagas import held_purchase
from services.messaging.tests.test_staff_orders import STAFF, STAFF_ID, WORDS, bought, put
from tests.support.death import dies_at

pytestmark = pytest.mark.servers
PATH = "/api/admin/orders/bulk"
POINTS = ("after-outbox-insert",)
# More than one order has.
LINES = 8


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


def form(ids: list[int], status: str = "processing") -> dict[str, Any]:
    return {"ids": ids, "status": status, "reason": "courier", "words": WORDS}


async def preview(
    messaging: Service, ids: list[int], status: str = "processing"
) -> list[tuple[str, str | None]]:
    answer = await messaging.http.post(f"{PATH}/preview", json=form(ids, status), headers=STAFF)
    assert answer.status_code == 200, answer.text
    return [(line["outcome"], line["code"]) for line in answer.json()["lines"]]


async def act(
    messaging: Service, ids: list[int], status: str = "processing", key: str | None = None
) -> dict[str, Any]:
    headers = STAFF | {"Idempotency-Key": key or str(uuid4())}
    answer = await messaging.http.post(PATH, json=form(ids, status), headers=headers)
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


def outcomes(done: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(line["outcome"], line["code"]) for line in done["lines"]]


async def acts_of(messaging: Service, batch_id: str) -> list[int]:
    rows = await messaging.rows("SELECT key FROM outbox WHERE key LIKE :key", key=f"batch-{batch_id}-%")
    return sorted(int(row["key"].rsplit("-", 1)[1]) for row in rows)


async def statuses(messaging: Service, ids: list[int]) -> list[str]:
    return [
        (await messaging.http.get(f"/api/admin/orders/{item_id}", headers=STAFF)).json()["status"]
        for item_id in ids
    ]


async def test_bulk_order_changes_are_previewed_and_set_separately(
    messaging: Service, catalog: Service
) -> None:
    """ADM-11"""
    (first, _), (second, _) = await bought(messaging, catalog), await bought(messaging, catalog)
    await put(messaging, second, "processing")
    await put(messaging, second, "shipped")
    ids = [first, second, 99_999_999]
    expected = [("possible", None), ("refused", "step_refused"), ("refused", "not_found")]
    assert await preview(messaging, ids) == expected
    assert await statuses(messaging, [first]) == ["pending"], "the preview changed nothing"
    done = await act(messaging, ids)
    assert outcomes(done) == [("done", None), *expected[1:]]
    assert await statuses(messaging, ids[:2]) == ["processing", "shipped"]
    assert await acts_of(messaging, done["batchId"]) == [first]
    events = [
        event["data"] for event in await deal_events(messaging, first) if "OrderSetByStaff" in event["type"]
    ]
    assert [(item["byAdminId"], item["reason"]) for item in events] == [(STAFF_ID, "courier")]


async def test_bulk_change_skips_own_orders(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    for own in (BUYER, SELLER):
        headers = signed_in(own, "own", roles=("admin", "seller")) | {"Idempotency-Key": str(uuid4())}
        for path in (f"{PATH}/preview", PATH):
            (line,) = (await messaging.http.post(path, json=form([deal_id]), headers=headers)).json()["lines"]
            assert (line["outcome"], line["code"]) == ("refused", "own_order")
    assert await statuses(messaging, [deal_id]) == ["pending"]


async def test_repeated_bulk_order_change_does_nothing_twice(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    key = str(uuid4())
    first = await act(messaging, [deal_id], key=key)
    await put(messaging, deal_id, "shipped")
    assert await act(messaging, [deal_id], key=key) == first
    assert await statuses(messaging, [deal_id]) == ["shipped"]
    assert await acts_of(messaging, first["batchId"]) == [deal_id]
    other = await messaging.http.post(
        PATH, json=form([deal_id], "delivered"), headers=STAFF | {"Idempotency-Key": key}
    )
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_concurrent_bulk_order_change_sets_each_once(messaging: Service, catalog: Service) -> None:
    deal_id, _ = await bought(messaging, catalog)
    key = str(uuid4())
    one, other = await asyncio.gather(*(act(messaging, [deal_id], key=key) for _ in range(2)))
    assert outcomes(one) == outcomes(other) == [("done", None)]
    events = [event for event in await deal_events(messaging, deal_id) if "OrderSetByStaff" in event["type"]]
    assert len(events) == 1


async def test_killed_bulk_order_change_continues_with_its_key(messaging: Service, catalog: Service) -> None:
    """P-A6"""
    ids = [(await bought(messaging, catalog))[0] for _ in range(3)]
    key = str(uuid4())
    assert await dies_at(8, POINTS, partial(act, messaging, ids, key=key))
    assert len(set(await statuses(messaging, ids))) == 2, "some are done, some are not"
    done = await act(messaging, ids, key=key)
    assert outcomes(done) == [("done", None)] * 3
    assert await acts_of(messaging, done["batchId"]) == sorted(ids)
    for item_id in ids:
        events = [
            event for event in await deal_events(messaging, item_id) if "OrderSetByStaff" in event["type"]
        ]
        assert len(events) == 1


async def test_preview_of_an_auction_order_matches_the_result(market: Market) -> None:
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (await confirm(market.messaging, market.buyer, card["id"])).status_code == 200
    deal_id = await market.deal_id(auction_id)
    assert await preview(market.messaging, [deal_id], "cancelled") == [("possible", None)]
    assert await preview(market.messaging, [deal_id], "processing") == [("possible", None)]
    assert outcomes(await act(market.messaging, [deal_id], "cancelled")) == [("done", None)]
    assert await statuses(market.messaging, [deal_id]) == ["cancelled"]
    await market.report(deal_id)
    assert await market.sales(auction_id) == [(market.buyer, False, "staff")]


async def test_bulk_order_change_needs_key_and_up_to_100_lines(messaging: Service) -> None:
    for ids in ([], list(range(1, 102))):
        answer = await messaging.http.post(f"{PATH}/preview", json=form(ids), headers=STAFF)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert len(await preview(messaging, [7_777_777, 7_777_777])) == 1
    answer = await messaging.http.post(PATH, json=form([1]), headers=STAFF)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")


async def test_bulk_line_killed_anywhere_is_changed_and_recorded_or_neither(
    messaging: Service, catalog: Service
) -> None:
    """P-A6"""
    killed = []
    for line in range(1, LINES + 1):
        deal_id, _ = await bought(messaging, catalog)
        killed.append(await dies_at(line, POINTS, partial(act, messaging, [deal_id])))
        linked = await messaging.rows("SELECT 1 FROM outbox WHERE key LIKE :key", key=f"batch-%-{deal_id}")
        assert (await statuses(messaging, [deal_id]) == ["processing"]) == (len(linked) == 1)
    assert killed[0], "a line has points at which it may die"
    assert not killed[-1], "it has no more of them than were tried"


async def test_preview_of_a_cancellation_matches_what_boost_allows(market: Market, till: Till) -> None:
    market.buyer = BUYER
    held, disputed = await held_purchase(market, till), await held_purchase(market, till)
    disputed.trade.published_by_messaging = 10
    await disputed.trade.shipped()  # Boost knows more than messaging.
    await disputed.trade.does("dispute", reason="counterfeit", words="Not what it says.")
    ids = [held.deal_id, disputed.deal_id]
    expected = [("possible", None), ("refused", "cancellation_closed")]
    assert await preview(market.messaging, ids, "cancelled") == expected
    assert not await held.is_cancellation_pending(), "the preview changed nothing"
    assert outcomes(await act(market.messaging, ids, "cancelled")) == [("done", None), expected[1]]


class Away:
    async def get(self, path: str) -> Answer:
        raise Unavailable


async def test_preview_is_unknown_while_boost_is_unavailable(
    messaging: Service, catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_id, _ = await bought(messaging, catalog)
    monkeypatch.setitem(messaging.app.state.calls, "boost", Away())
    assert await preview(messaging, [deal_id], "cancelled") == [("unknown", None)]
