import asyncio
from typing import Any

import pytest

from libs.contracts.events.auth import UserRenamed
from libs.kit.process import clock
from libs.kit.testing import signed_in
from services.boost.payouts.queries import delete_account, lock_account
from services.boost.tests.test_payouts import (
    ACCOUNT,
    Names,
    as_seller,
    payouts,
    recorded_events,
    with_account,
)
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade
from services.boost.wallet.queries import lock_wallets

pytestmark = pytest.mark.servers
OTHER = ACCOUNT | {"accountNumber": "5140998877", "bankCode": "CIBBMYKL"}


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    await with_account(trade)
    return trade


async def changes(trade: Trade) -> list[str]:
    rows = await trade.boost.rows(
        "SELECT id FROM payout_account_changes WHERE user_id = :id ORDER BY id", id=trade.seller
    )
    events = [await trade.boost.recorded(f"account-change-{row['id']}") for row in rows]
    assert [len(event) for event in events] == [1] * len(events)
    assert "5678" not in str(events)
    return [one["data"]["change"] for (one,) in events]


async def renamed(trade: Trade) -> None:
    now = clock.about_now()
    await trade.boost.deliver(UserRenamed(user_id=trade.seller, renamed_at=now), version=trade.seller)


async def test_bank_account_change_needs_a_proof(trade: Trade) -> None:
    await trade.accepts()
    for method, form in (("PUT", OTHER), ("DELETE", None)):
        for word in ("", "somebody.elses"):
            answer = await as_seller(
                trade, method, "/payout-account", json=form, headers={"Wangi-Proof": word}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "proof_needed")
            assert answer.json()["details"] == {"methods": ["password"]}
    assert (await as_seller(trade, "GET", "/payout-account")).json()["lastFour"] == "5678"
    assert ([payout["status"] for payout in await payouts(trade)], await changes(trade)) == (
        ["waiting"],
        ["set"],
    )
    assert (await as_seller(trade, "DELETE", "/payout-account")).status_code == 204
    assert await changes(trade) == ["set", "dropped"]


@pytest.mark.parametrize("change", ["set", "dropped", "renamed"])
async def test_account_or_name_change_cancels_pending_payouts(trade: Trade, change: str) -> None:
    await trade.accepts()
    (payout,) = await payouts(trade)
    assert payout["status"] == "waiting"
    if change == "set":
        await with_account(trade, OTHER, days=0)
        await with_account(trade, OTHER, days=0)  # Repeating it changes nothing.
    elif change == "dropped":
        assert (await as_seller(trade, "DELETE", "/payout-account")).status_code == 204
    else:
        await renamed(trade)
    (payout,) = await payouts(trade)
    assert (payout["status"], await recorded_events(trade, payout)) == ("cancelled", ["PayoutCancelled"])
    assert (await trade.balance(trade.seller), await changes(trade)) == (PRICE, ["set", change])
    assert len(await trade.till.staff("get", "/payouts?state=cancelled")) == 2
    await trade.pay_out()
    assert trade.till.bank.payouts.orders == {}
    if change != "dropped":
        asked = await as_seller(trade, "POST", "/payouts", json={"amount": PRICE})
        assert asked.status_code == 201
        clock.forward(days=6, hours=23)
        await trade.pay_out()
        assert [item["status"] for item in await payouts(trade)] == ["waiting", "cancelled"]
        clock.forward(hours=2)
        await trade.pay_out()
        assert [item["status"] for item in await payouts(trade)] == ["sent", "cancelled"]
    await conserved(trade.boost)


async def test_payout_started_during_account_change_waits(trade: Trade) -> None:
    async with trade.boost.database.transaction() as change:
        await lock_account(change, trade.seller)
        releasing = asyncio.create_task(trade.accepts())
        while not await trade.boost.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            assert not releasing.done()
        assert await lock_wallets(change, [trade.seller])
        await delete_account(change, trade.seller)
    await releasing
    assert (await payouts(trade), await trade.balance(trade.seller)) == ([], PRICE)
    await conserved(trade.boost)


async def test_sent_payout_continues_after_account_change(trade: Trade) -> None:
    await trade.accepts()
    await trade.pay_out()
    await with_account(trade, OTHER, days=0)
    assert [payout["status"] for payout in await payouts(trade)] == ["sent"]
    assert await trade.balance(trade.seller) == 0
    await conserved(trade.boost)


async def test_owner_cancels_own_pending_payout_once(trade: Trade) -> None:
    await trade.accepts()
    (payout,) = await payouts(trade)
    path = f"/payouts/{payout['id']}/cancel"
    other = signed_in(trade.buyer, "somebody")
    assert (await trade.boost.http.post(f"/api/boost{path}", headers=other)).status_code == 404
    for _ in range(2):
        answer = await as_seller(trade, "POST", path)
        assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert (await trade.balance(trade.seller), await recorded_events(trade, payout)) == (
        PRICE,
        ["PayoutCancelled"],
    )
    statement = (await as_seller(trade, "GET", "/wallet/entries")).json()["entries"]
    assert statement[0]["reason"] == "payout_cancelled"
    (again,) = [(await as_seller(trade, "POST", "/payouts", json={"amount": PRICE})).json()]
    await trade.pay_out()
    late = await as_seller(trade, "POST", f"/payouts/{again['id']}/cancel")
    assert (late.status_code, late.json()["code"]) == (409, "payout_not_waiting")
    await conserved(trade.boost)


async def test_auth_learns_about_bank_account_and_its_change(trade: Trade) -> None:
    async def known(who: int) -> Any:
        return (await trade.boost.ask(f"/internal/users/{who}/payout-account")).json()

    assert (await known(trade.seller), await known(trade.buyer)) == ({"isKnown": True}, {"isKnown": False})
    (row,) = await trade.boost.rows(
        "SELECT id FROM payout_account_changes WHERE user_id = :id", id=trade.seller
    )
    answer = await trade.boost.ask(f"/internal/payout-account-changes/{row['id']}")
    assert answer.json() == {"bankName": "Maybank", "lastFour": "5678"}
