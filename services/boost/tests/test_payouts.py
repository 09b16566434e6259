from typing import Any

import httpx2
import pytest
from pydantic import SecretStr

from libs.kit.http.client import Answer
from libs.kit.process import buggify, clock
from libs.kit.testing import signed_in
from services.boost.tests.till import Till, conserved
from services.boost.tests.trades import PRICE, Trade

pytestmark = pytest.mark.servers
ACCOUNT = {"bankCode": "MBBEMYKL", "accountNumber": "164012345678", "holderName": "Siti Rahman"}
REFUSED = ACCOUNT | {"accountNumber": "164012340000"}


PROOF = {"Wangi-Proof": "shown.a-moment-ago"}


class Names:
    """The rules are tested in `services/auth/tests/test_holder_names.py` and `test_proofs.py`."""

    async def post(self, path: str, body: dict[str, Any]) -> Answer:
        if path.endswith("/proof"):
            is_proven = body["proof"] == PROOF["Wangi-Proof"] and "sessionId" in body
            return Answer(200, {"isProven": is_proven, "methods": [] if is_proven else ["password"]})
        assert path.endswith("/holder-name")
        return Answer(200, {"matches": body["name"] == ACCOUNT["holderName"]})


@pytest.fixture
async def trade(till: Till, monkeypatch: pytest.MonkeyPatch) -> Trade:
    monkeypatch.setitem(till.boost.app.state.calls, "auth", Names())
    trade = await Trade(till).opened()
    await trade.paid()
    return trade


async def as_seller(trade: Trade, method: str, path: str, **more: Any) -> httpx2.Response:
    headers = signed_in(trade.seller, f"person{trade.seller}") | PROOF | more.pop("headers", {})
    return await trade.boost.http.request(method, f"/api/boost{path}", headers=headers, **more)


async def with_account(trade: Trade, account: dict[str, str] = ACCOUNT, days: int = 8) -> None:
    answer = await as_seller(trade, "PUT", "/payout-account", json=account)
    assert answer.status_code == 200, answer.text
    clock.forward(days=days)


async def payouts(trade: Trade) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await as_seller(trade, "GET", "/payouts")).json()["payouts"]
    return found


async def recorded_events(trade: Trade, payout: dict[str, Any]) -> list[str]:
    return [row["type"].split(".")[2] for row in await trade.boost.recorded(f"payout-{payout['id']}")]


async def test_bank_account_is_encrypted_and_shows_last_digits(trade: Trade) -> None:
    assert (await as_seller(trade, "GET", "/payout-account")).status_code == 404
    wrong = await as_seller(trade, "PUT", "/payout-account", json=ACCOUNT | {"holderName": "Another Name"})
    assert wrong.json()["code"] == "holder_name_mismatch"
    await with_account(trade, days=0)
    shown = (await as_seller(trade, "GET", "/payout-account")).json()
    assert (shown["lastFour"], shown["bankName"]) == ("5678", "Maybank")
    assert ACCOUNT["accountNumber"] not in str(shown)
    (row,) = await trade.boost.rows("SELECT sealed FROM payout_accounts WHERE user_id = :id", id=trade.seller)
    assert b"5678" not in row["sealed"]
    assert b"Siti" not in row["sealed"]
    assert (await as_seller(trade, "DELETE", "/payout-account")).status_code == 204
    assert (await as_seller(trade, "GET", "/payout-account")).status_code == 404


async def test_seller_is_paid_out_once_when_provider_confirms(trade: Trade) -> None:
    await with_account(trade)
    await trade.accepts()
    (payout,) = await payouts(trade)
    assert (payout["status"], payout["amount"], payout["dealId"]) == ("waiting", PRICE, trade.deal_id)
    assert await trade.balances() == (0, 0)
    for _ in range(3):
        await trade.pay_out()
    (payout,) = await payouts(trade)
    assert (payout["status"], await recorded_events(trade, payout)) == ("sent", [])
    await conserved(trade.boost)
    clock.forward(minutes=16)
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert (payout["status"], await recorded_events(trade, payout)) == ("completed", ["PayoutSent"])
    assert len(trade.till.bank.payouts.orders) == 1
    await conserved(trade.boost)


async def test_new_account_waits_seven_days(trade: Trade) -> None:
    await with_account(trade, days=0)
    await trade.accepts()
    clock.forward(days=6, hours=23)
    await trade.pay_out()
    assert ([payout["status"] for payout in await payouts(trade)], len(trade.till.bank.payouts.orders)) == (
        ["waiting"],
        0,
    )
    clock.forward(hours=2)
    await trade.pay_out()
    assert [payout["status"] for payout in await payouts(trade)] == ["sent"]


@pytest.mark.parametrize("how", ["bank", "provider"])
async def test_failed_payout_returns_to_wallet(trade: Trade, how: str) -> None:
    await with_account(trade, REFUSED if how == "bank" else ACCOUNT)
    await trade.accepts()
    trade.till.bank.faults["payout-422"] = how == "provider"
    await trade.pay_out()
    clock.forward(minutes=16)
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert (payout["status"], await recorded_events(trade, payout)) == ("failed", ["PayoutFailed"])
    assert await trade.balance(trade.seller) == PRICE
    await conserved(trade.boost)


async def test_lost_answer_or_dead_process_pays_once(trade: Trade) -> None:
    await with_account(trade)
    await trade.accepts()
    orders_at_bank = trade.till.bank.payouts
    trade.till.bank.faults["payout-500"] = 1
    await trade.pay_out()
    buggify.crash_once("after-payout-sent")
    for _ in range(3):
        clock.forward(minutes=6)
        await trade.pay_out()
    assert len(orders_at_bank.orders) == 1
    assert [item["status"] for item in await payouts(trade)] == ["sending"]
    (body,) = orders_at_bank.due(clock.about_now())
    path = "/api/boost/payouts/callback"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    forged = body.replace("completed", "refunded")
    for given in (forged, "checksum=x", body, body):
        assert (await trade.boost.http.post(path, content=given, headers=form)).status_code == 200
        if given is forged:
            await trade.pay_out()
            assert [item["status"] for item in await payouts(trade)] == ["sending"]
    buggify.disarm()
    await trade.pay_out()
    (payout,) = await payouts(trade)
    assert (payout["status"], await recorded_events(trade, payout)) == ("completed", ["PayoutSent"])
    assert (len(orders_at_bank.orders), await trade.balance(trade.seller)) == (1, 0)
    await conserved(trade.boost)


async def test_empty_platform_account_keeps_payouts_waiting(trade: Trade) -> None:
    await with_account(trade)
    await trade.accepts()
    trade.till.bank.faults["payout-empty"] = 1
    await trade.pay_out()
    assert [payout["status"] for payout in await payouts(trade)] == ["waiting"]
    clock.forward(minutes=6)
    await trade.pay_out()
    assert [payout["status"] for payout in await payouts(trade)] == ["sent"]


async def test_requested_payout_is_idempotent_and_within_balance(
    trade: Trade,
) -> None:
    await trade.accepts()
    ask = {"amount": 30_000}
    assert (await as_seller(trade, "POST", "/payouts", json=ask)).json()["code"] == "no_payout_account"
    await with_account(trade)
    key = {"Idempotency-Key": "one"}
    answers = [await as_seller(trade, "POST", "/payouts", json=ask, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    more = await as_seller(trade, "POST", "/payouts", json={"amount": PRICE})
    assert (more.json()["code"], more.json()["details"]["balance"]) == ("not_enough_balance", PRICE - 30_000)
    assert await trade.balance(trade.seller) == PRICE - 30_000
    await conserved(trade.boost)


async def test_undecryptable_account_blocks_no_other_payout(trade: Trade) -> None:
    await with_account(trade)
    await trade.accepts()
    lost = trade.boost.app.state.settings.model_copy(update={"payout_secret": SecretStr("x" * 43)})
    kept = trade.boost.app.state.settings
    trade.boost.app.state.settings = lost  # Restored by the till.
    await trade.pay_out()
    assert (await as_seller(trade, "GET", "/payout-account")).status_code == 404
    trade.boost.app.state.settings = kept
    clock.forward(hours=1, minutes=1)
    await trade.pay_out()
    assert [payout["status"] for payout in await payouts(trade)] == ["sent"]
    trade.boost.app.state.settings = lost
    await with_account(trade, days=0)
    assert (await as_seller(trade, "GET", "/payout-account")).status_code == 200
    trade.boost.app.state.settings = kept
