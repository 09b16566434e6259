from urllib.parse import urlsplit

import pytest

from libs.kit.http.picture_store import picture_store_of
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.protection.evidence import delete_unused_files
from services.boost.tests.disputes import GIVEN, TOTAL, add_evidence, disputed, show
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers


@pytest.fixture
async def trade(till: Till) -> Trade:
    return await disputed(till)


async def test_buyer_disputes_shipped_parcel_and_stops_every_deadline(till: Till) -> None:
    trade = await Trade(till).opened()
    for step in ("pay", "ship"):
        assert (await trade.post("dispute", **GIVEN)).json()["code"] == "protection_step_refused"
        await (trade.paid() if step == "pay" else trade.shipped())
    assert (await trade.post("dispute", trade.seller, **GIVEN)).json()["code"] == "not_your_step"
    for _ in range(2):
        shown = await trade.does("dispute", **GIVEN)
    assert (shown["state"], shown["dueAt"], shown["dispute"]["words"]) == ("disputed", None, GIVEN["words"])
    clock.forward(days=400)
    await trade.end_due()
    assert await trade.state() == "disputed"
    assert await trade.recorded_events() == ["FundsHeld", "DisputeOpened"]
    assert "words" not in str((await trade.boost.recorded(f"deal-{trade.deal_id}"))[-1]["data"])


async def test_both_sides_add_limited_evidence_until_deadline(trade: Trade) -> None:
    await add_evidence(trade)
    await trade.does("evidence", kind="tracking", words="EH123456789MY")
    for who in (trade.buyer, trade.seller):
        assert (await show(trade, who)).status_code == 201
    assert (await show(trade, 5_550_002)).status_code == 404
    shown = (await trade.protection_view(trade.seller))["dispute"]["evidence"]
    assert [(item["author"], item["kind"]) for item in shown] == [
        ("seller", "statement"), ("buyer", "tracking"), ("buyer", "photograph"), ("seller", "photograph"),
    ]  # fmt: skip
    await add_evidence(trade)
    assert len((await trade.protection_view())["dispute"]["evidence"]) == 4, (
        "the same words again are said once"
    )
    for number in range(17):
        await trade.does("evidence", trade.seller, kind="statement", words=f"Once more, {number}.")
    assert (await show(trade, trade.seller)).status_code == 201
    refused = await trade.post("evidence", trade.seller, kind="statement", words="And more.")
    assert refused.json()["code"] == "too_much_evidence"
    clock.forward(days=7)
    refused = await trade.post("evidence", kind="statement", words="Too late.")
    assert refused.json()["code"] == "evidence_closed"
    assert (await show(trade, trade.buyer)).json()["code"] == "evidence_closed"


async def test_photograph_address_is_for_one_reader(trade: Trade) -> None:
    await show(trade, trade.buyer)
    (shown,) = (await trade.protection_view(trade.seller))["dispute"]["evidence"]
    http = trade.boost.http
    whole, small = await http.get(shown["url"]), await http.get(shown["smallUrl"])
    assert (whole.status_code, whole.headers["content-type"]) == (200, "image/webp")
    assert len(small.content) < len(whole.content)
    place = urlsplit(shown["url"])
    assert (await http.get(f"{place.path}?{place.query.replace('for=', 'for=1')}")).status_code == 404
    clock.forward(days=2)
    store = picture_store_of(trade.boost.app)
    await store.put("f" * 32, b"left by a process that died")
    await delete_unused_files(trade.boost.database, store, clock.about_now())
    assert await store.get("f" * 32) is None
    assert await store.get(place.path.rsplit("/", 1)[1]) is not None


@pytest.mark.parametrize(
    ("outcome", "state", "balances"),
    [("release", "released", (0, PRICE)), ("refund", "refunded", (TOTAL, 0))],
)
async def test_staff_decide_once_after_evidence_of_both_sides(
    trade: Trade, outcome: str, state: str, balances: tuple[int, int]
) -> None:
    refused = await trade.decide(outcome)
    assert refused.json()["code"] == "dispute_still_open"
    await add_evidence(trade)
    assert (await trade.decide(outcome, reason=" ")).status_code == 422
    for own in (trade.buyer, trade.seller):
        assert (await trade.decide(outcome, who=own)).json()["code"] == "own_money"
    for _ in range(2):
        assert (await trade.decide(outcome)).json()["state"] == state
    assert (await trade.decide("split", buyerAmount=5)).json()["code"] == "protection_step_refused"
    shown = await trade.protection_view()
    assert shown["dispute"]["decisionWords"] == "As both have shown it"
    assert await trade.balances() == balances
    events = await trade.recorded_events()
    assert events[-2:] == ["DisputeResolved", "FundsReleased" if outcome == "release" else "FundsRefunded"]
    await conserved(trade.boost)


async def test_split_divides_money_exactly(trade: Trade) -> None:
    await add_evidence(trade)
    for wrong in (PRICE, PRICE + 1):
        assert (await trade.decide("split", buyerAmount=wrong)).json()["code"] == "invalid_split"
    assert (await trade.decide("split")).status_code == 422
    shown = (await trade.decide("split", buyerAmount=12_345)).json()
    assert (shown["state"], shown["refunded"], shown["sellerAmount"]) == ("split", 12_345, PRICE - 12_345)
    assert await trade.balances() == (12_345, PRICE - 12_345)
    assert await trade.keys() == [f"deal-held:{trade.deal_id}", f"deal-ended:{trade.deal_id}"]
    await conserved(trade.boost)


async def test_staff_list_open_disputes_oldest_first_and_decided_ones(till: Till) -> None:
    first, second = await disputed(till), await disputed(till, reason="counterfeit")
    headers = signed_in(7, "staff", roles=("admin",))
    answer = await till.boost.http.get("/api/admin/boost/disputes", headers=headers)
    own = {dispute["dealId"]: dispute["isEscalated"] for dispute in answer.json()["disputes"]}
    while (following := answer.json()["next"]) is not None:
        answer = await till.boost.http.get(f"/api/admin/boost/disputes?cursor={following}", headers=headers)
        own |= {dispute["dealId"]: dispute["isEscalated"] for dispute in answer.json()["disputes"]}
    assert (own[first.deal_id], own[second.deal_id]) == (False, True)
    await second.decide("refund")
    decided = await till.boost.http.get("/api/admin/boost/disputes?state=decided", headers=headers)
    (line,) = [dispute for dispute in decided.json()["disputes"] if dispute["dealId"] == second.deal_id]
    assert line["outcome"] == "refunded"
    page = await till.boost.http.get(f"/api/admin/boost/disputes/{first.deal_id}", headers=headers)
    assert (page.json()["role"], page.json()["next"]) == ("staff", [])
