import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost import queries
from services.boost.protection.queries import lock_protection
from services.boost.protection.service import apply_event
from services.boost.tests.disputes import GIVEN, add_evidence, disputed
from services.boost.tests.moderation import Moderation, a_parcel, holds_of
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
STAFF = signed_in(7, "staff", roles=("moderator",))


async def staff_view(trade: Trade) -> dict[str, Any]:
    answer = await trade.boost.http.get(f"/api/admin/boost/disputes/{trade.deal_id}", headers=STAFF)
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def withheld_deals(trade: Trade) -> list[int]:
    found: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = {"state": "withheld"} | ({"cursor": cursor} if cursor else {})
        answer = await trade.boost.http.get("/api/admin/boost/disputes", params=asked, headers=STAFF)
        found += [dispute["dealId"] for dispute in answer.json()["disputes"]]
        cursor = answer.json()["next"]
    return found


@pytest.mark.parametrize("way", ["accepted", "by_chat", "by_time"])
async def test_payout_on_hold_is_paid_after_release(till: Till, way: str) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.flags()
    if way == "accepted":
        assert (await trade.accepts())["state"] == "withheld"
        assert (await trade.accepts())["state"] == "withheld"
    elif way == "by_chat":
        await trade.delivered()
    else:
        await trade.does("arrived")
        clock.forward(hours=73)
        await trade.end_due()
    for _ in range(3):
        clock.forward(days=20)
        await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("withheld", (0, 0))
    for who in (trade.buyer, trade.seller):
        shown = await trade.protection_view(who)
        assert (shown["state"], shown["dueAt"], shown["next"], shown["payoutHold"]) == (
            "withheld",
            None,
            [],
            None,
        )
    assert trade.deal_id in await withheld_deals(trade)
    await moderation.clears()
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("released", (0, PRICE))
    assert trade.deal_id not in await withheld_deals(trade)
    assert await trade.recorded_events() == ["FundsHeld", "FundsReleased"]
    reason = (await trade.boost.recorded(f"deal-{trade.deal_id}"))[-1]["data"]["reason"]
    assert reason == ("time_over" if way == "by_time" else "accepted")
    await conserved(till.boost)


async def test_late_hold_takes_nothing_back(till: Till) -> None:
    trade = await a_parcel(till)
    await trade.accepts()
    await Moderation(trade).flags()
    assert (await trade.state(), await trade.balances()) == ("released", (0, PRICE))
    assert (await staff_view(trade))["payoutHold"] is None


async def test_lower_score_and_other_people_hold_no_payout(till: Till) -> None:
    looked_at, other = await a_parcel(till), await a_parcel(till)
    await Moderation(looked_at).flags("review")
    await Moderation(await a_parcel(till)).flags()
    assert (await looked_at.accepts())["state"] == "released"
    assert (await other.accepts())["state"] == "released"


async def test_hold_covers_seller_buying_from_bidder(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade, is_other_way=True)
    await moderation.flags()
    assert (await trade.accepts())["state"] == "withheld"
    await moderation.clears()
    await trade.end_due()
    assert await trade.state() == "released"


async def test_mutual_bidders_wait_for_both_decisions(till: Till) -> None:
    trade = await a_parcel(till)
    one, other = Moderation(trade), Moderation(trade, is_other_way=True)
    await one.flags()
    await other.flags()
    await trade.accepts()
    await one.clears()
    await trade.end_due()
    assert await trade.state() == "withheld"
    await other.clears()
    await trade.end_due()
    assert await trade.state() == "released"


async def test_older_risk_events_change_nothing(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.clears(step=3)
    await moderation.flags(step=2)
    await moderation.flags("review", step=1)
    assert (await trade.accepts())["state"] == "released"
    confirmed = await a_parcel(till)
    moderation = Moderation(confirmed)
    await moderation.confirms(step=3)
    await moderation.clears(step=2)
    assert (await staff_view(confirmed))["payoutHold"]["isConfirmed"]


async def test_hold_blocks_paying_seller_but_not_refunding(
    till: Till,
) -> None:
    trade, other = await disputed(till), await disputed(till)
    for item in (trade, other):
        await add_evidence(item)
        await Moderation(item).flags()
    shown = await staff_view(trade)
    assert shown["payoutHold"] == {"isConfirmed": False, "secondPerson": None}
    for outcome, more in (("release", {}), ("split", {"buyerAmount": 10})):
        refused = await trade.decide(outcome, **more)
        assert (refused.status_code, refused.json()["code"]) == (409, "payout_on_hold")
    assert (await trade.decide("refund")).json()["state"] == "refunded"
    assert (await other.accepts())["state"] == "withheld"
    await conserved(till.boost)


@pytest.mark.parametrize(
    ("outcome", "state", "balances"),
    [
        ("release", "released", (0, PRICE)),
        ("refund", "refunded", (PRICE + 2_400, 0)),
        ("split", "split", (30_000, PRICE - 30_000)),
    ],
)
async def test_confirmed_hold_stays_until_staff_decide(
    till: Till, outcome: str, state: str, balances: tuple[int, int]
) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.flags()
    await trade.accepts()
    more = {"buyerAmount": 30_000} if outcome == "split" else {}
    refused = await trade.decide(outcome, **more)
    assert (refused.status_code, refused.json()["code"]) == (409, "payout_on_hold")
    await moderation.confirms()
    await moderation.flags()  # Later scores do not weaken it.
    clock.forward(days=60)
    await trade.end_due()
    assert (await trade.state(), await trade.balances()) == ("withheld", (0, 0))
    assert (await staff_view(trade))["payoutHold"]["isConfirmed"]
    waiting = (await trade.boost.http.get("/api/admin/boost/waiting", headers=STAFF)).json()
    assert next(item["count"] for item in waiting if item["what"] == "withheld") >= 1
    assert (await trade.decide("return")).json()["code"] == "protection_step_refused"
    own = await trade.decide(outcome, who=trade.seller, **more)
    assert own.json()["code"] == "own_money"
    for _ in range(2):
        assert (await trade.decide(outcome, **more)).json()["state"] == state
    assert await trade.balances() == balances
    assert (await trade.protection_view())["decisionWords"] == "As both have shown it"
    await conserved(till.boost)


async def test_staff_cancellation_refunds_money_on_hold(till: Till) -> None:
    trade = await a_parcel(till)
    await Moderation(trade).flags()
    await trade.accepts()
    await trade.cancelled("staff")
    assert (await trade.state(), await trade.balances()) == ("refunded", (PRICE + 2_400, 0))


async def test_acceptance_of_disputed_deal_respects_the_hold(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.flags()
    await trade.does("dispute", **GIVEN)
    assert (await trade.accepts())["state"] == "withheld"
    assert (await trade.post("dispute", **GIVEN)).json()["code"] == "protection_step_refused"
    await moderation.clears()
    await trade.end_due()
    resolved = next(
        event["data"] for event in await trade.boost.recorded(f"deal-{trade.deal_id}")
        if "DisputeResolved" in event["type"]
    )  # fmt: skip
    assert (await trade.state(), resolved["resolvedBy"]) == ("released", "buyer")


async def test_newly_flagged_pair_is_held_again_before_payout(
    till: Till,
) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.flags()
    await trade.accepts()
    await moderation.clears()
    await moderation.flags()
    await trade.end_due()
    assert await trade.state() == "withheld"
    await moderation.clears()
    await trade.end_due()
    assert await trade.state() == "released"


async def test_hold_and_running_payout_are_serialised(
    till: Till,
) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    async with till.boost.database.transaction() as session:
        row = await lock_protection(session, trade.deal_id)
        assert row is not None
        await apply_event(session, row, "ACCEPTED", trade.buyer, await clock.now(session))
        holding = asyncio.create_task(moderation.flags())
        await _waits_for_a_lock(till)
        assert not holding.done(), "a hold is handled while a payout that it does not stop is on its way"
    await holding
    assert await trade.state() == "released"


async def test_release_finds_payout_held_concurrently(till: Till) -> None:
    trade = await a_parcel(till)
    moderation = Moderation(trade)
    await moderation.flags()
    async with till.boost.database.transaction() as session:
        row = await lock_protection(session, trade.deal_id)
        assert row is not None
        await apply_event(session, row, "ACCEPTED", trade.buyer, await clock.now(session))
        clearing = asyncio.create_task(moderation.clears())
        await _waits_for_a_lock(till)
    await clearing
    await trade.end_due()
    assert await trade.state() == "released"


async def _waits_for_a_lock(till: Till) -> None:
    async with asyncio.timeout(20):
        while not await till.boost.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            pass


async def test_old_holds_are_deleted_unless_they_hold_money(till: Till) -> None:
    open_pair, cleared, confirmed, waits = [await a_parcel(till) for _ in range(4)]
    await Moderation(open_pair).flags()
    await Moderation(cleared).clears()
    for item in (confirmed, waits):
        await Moderation(item).confirms()
    await waits.accepts()
    await confirmed.cancelled()

    async def trim_after(days: int) -> None:
        async with till.boost.database.transaction() as session:
            age = "UPDATE payout_holds SET changed_at = changed_at - CAST(:age AS interval)"
            await session.execute(text(age), {"age": timedelta(days=days)})
        await queries.delete_old_rows(till.boost.database, clock.about_now())

    await trim_after(131)
    assert [await holds_of(item) for item in (cleared, confirmed)] == [[], ["confirmed"]]
    await trim_after(400 - 131 + 1)
    assert await holds_of(confirmed) == []
    assert [await holds_of(item) for item in (open_pair, waits)] == [["held"], ["confirmed"]]


async def test_erased_persons_holds_are_deleted(till: Till) -> None:
    trade = await a_parcel(till)
    await Moderation(trade).clears()
    await trade.accepts()
    await till.boost.deliver(UserErased(user_id=trade.buyer, erased_at=clock.about_now()))
    await finish_forgetting(till.boost)
    assert await holds_of(trade) == []
