from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from libs.kit.testing import signed_in
from services.boost.tests.disputes import a_photograph
from services.boost.tests.test_payouts import ACCOUNT, PROOF, Names, as_seller, payouts, with_account
from services.boost.tests.till import FORM, Till, a_till, conserved
from services.boost.tests.trades import Trade
from tests.security.route_rights import WHO

pytestmark = pytest.mark.servers
REASON = {"reason": "It is mine"}
DISPUTE: dict[str, Any] = {"reason": "counterfeit", "words": "Not what it says."}
PACKAGE = {
    "version": 1,
    "name": "Standard 1",
    "price": -1,
    "durationHours": 72,
    "isActive": True,
    "reason": "Sale",
}
ORDER, DEAL = "POST /api/boost/create-order", "POST /api/boost/deals/{deal_id}"
STAFF = "POST /api/admin/boost"


@dataclass(frozen=True)
class Attempt:
    """Without a code, the response is 200 and nothing changes."""

    operation: str
    who: str
    code: str | None
    body: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.operation} by {self.who}: {self.code}"


ATTEMPTS = [
    Attempt(ORDER, "seller", "not_your_products", {"boostPackageId": 1, "productIds": ["{foreign}"]}),
    Attempt(ORDER, "seller", "product_not_active", {"boostPackageId": 1, "productIds": ["{removed}"]}),
    Attempt(ORDER, "seller", "product_count_mismatch", {"boostPackageId": 2, "productIds": ["{own}"]}),
    Attempt(ORDER, "seller", "product_count_mismatch", {"boostPackageId": 2, "productIds": ["{own}"] * 3}),
    Attempt(ORDER, "seller", "invalid_package", {"boostPackageId": 99, "productIds": ["{own}"]}),
    Attempt(
        ORDER, "seller", "price_changed", {"boostPackageId": 1, "productIds": ["{own}"], "expectedPrice": 1}
    ),
    Attempt("POST /api/boost/orders/{unpaid_id}/pay", "stranger", "not_found"),
    Attempt("POST /api/boost/orders/{order_id}/pay", "seller", "order_not_payable"),
    Attempt(f"{DEAL}/pay", "seller", "not_your_step"),
    Attempt(f"{DEAL}/pay", "stranger", "not_found"),
    Attempt(f"{DEAL}/arrived", "seller", "not_your_step"),
    Attempt(f"{DEAL}/accept", "seller", "not_your_step"),
    Attempt(f"{DEAL}/accept", "stranger", "not_found"),
    Attempt(f"{DEAL}/call-off", "seller", "not_your_step"),
    Attempt(f"{DEAL}/call-off", "buyer", "protection_step_refused"),
    Attempt(f"{DEAL}/dispute", "seller", "not_your_step", DISPUTE),
    Attempt(f"{DEAL}/send-back", "seller", "not_your_step", {"trackingNumber": "EH123456789MY"}),
    Attempt(f"{DEAL}/send-back", "buyer", "protection_step_refused", {"trackingNumber": "EH123456789MY"}),
    Attempt(f"{DEAL}/take-back", "buyer", "not_your_step"),
    Attempt(f"{DEAL}/take-back", "seller", "protection_step_refused"),
    Attempt(f"{DEAL}/object", "buyer", "not_your_step", {"words": "An empty box came."}),
    Attempt(f"{DEAL}/evidence", "stranger", "not_found", {"kind": "statement", "words": "I saw it."}),
    Attempt(f"{DEAL}/evidence", "seller", "evidence_closed", {"kind": "statement", "words": "Too early."}),
    Attempt(f"{DEAL}/evidence/photograph", "stranger", "not_found"),
    Attempt("POST /api/boost/deals/{decided_id}/appeal", "buyer", "not_your_step", {"words": "I want more."}),
    Attempt("POST /api/boost/deals/{decided_id}/appeal", "stranger", "not_found", {"words": "I saw it."}),
    Attempt("POST /api/boost/deals/{disputed_id}/appeal", "seller", "protection_step_refused", {"words": "Now."}),
    Attempt("PUT /api/boost/payout-account", "seller", "holder_name_mismatch", ACCOUNT | {"holderName": "Another"}),
    Attempt("PUT /api/boost/payout-account", "unproven", "proof_needed", ACCOUNT),
    Attempt("DELETE /api/boost/payout-account", "unproven", "proof_needed"),
    Attempt("POST /api/boost/payouts", "seller", "not_enough_balance", {"amount": 10_000_00}),
    Attempt("POST /api/boost/payouts", "seller", "invalid_input", {"amount": -50_00}),
    Attempt("POST /api/boost/payouts", "buyer", "no_payout_account", {"amount": 50_00}),
    Attempt("POST /api/boost/payouts/{payout_id}/cancel", "stranger", "not_found"),
    Attempt("POST /api/boost/callback", "stranger", None),
    Attempt("POST /api/boost/payouts/callback", "stranger", None),
    Attempt(f"{STAFF}/orders/{{order_id}}/ask", "staff", "own_money", REASON),
    Attempt(f"{STAFF}/orders/{{order_id}}/refund", "staff", "own_money", REASON),
    Attempt("DELETE /api/admin/boost/orders/{order_id}/refund", "staff", "own_money"),
    Attempt(f"{STAFF}/bills/{{bill_id}}/ask", "staff", "own_money", REASON),
    Attempt(f"{STAFF}/bills/{{bill_id}}/credit", "staff", "own_money", REASON),
    Attempt(f"{STAFF}/payouts/{{payout_id}}/ask", "staff", "own_money", REASON),
    Attempt(f"{STAFF}/payouts/{{payout_id}}/retry", "staff", "own_money", REASON),
    Attempt(f"{STAFF}/payouts/{{payout_id}}/settle", "staff", "own_money", REASON | {"outcome": "refused"}),
    Attempt(f"{STAFF}/disputes/{{disputed_id}}/decision", "staff", "own_money", REASON | {"outcome": "release"}),
    Attempt("DELETE /api/admin/boost/disputes/{disputed_id}/decision", "staff", "own_money"),
    Attempt(f"{STAFF}/disputes/{{disputed_id}}/claim", "staff", "own_money"),
    Attempt("DELETE /api/admin/boost/disputes/{disputed_id}/claim", "staff", "own_money"),
    Attempt("PATCH /api/admin/boost/packages/{package_id}", "admin", "invalid_input", PACKAGE),
]  # fmt: skip


@dataclass
class Scene:
    till: Till
    trade: Trade
    ids: dict[str, int]

    async def tries(self, attempt: Attempt) -> httpx2.Response:
        method, path = attempt.operation.split(" ")
        people = {"buyer": self.trade.buyer, "stranger": 99_001, "admin": 7}
        roles = ("seller", "admin") if attempt.who in ("staff", "admin") else ("seller",)
        person = people.get(attempt.who, self.till.seller)
        headers = signed_in(person, f"person{person}", roles=roles)
        if attempt.who != "unproven":
            headers |= PROOF
        more: dict[str, Any] = {"json": self._filled(attempt.body) or None}
        if path.endswith("/callback"):
            more, headers = {"content": "id=a&paid=true&amount=1&x_signature=guessed"}, FORM
        elif path.endswith("/photograph"):
            more = {"files": {"image": ("p.jpg", a_photograph(), "image/jpeg")}}
        return await self.till.boost.http.request(method, path.format(**self.ids), headers=headers, **more)

    def _filled(self, body: dict[str, Any]) -> dict[str, Any]:
        products = [self.ids[str(item).strip("{}")] for item in body.get("productIds", [])]
        return body | ({"productIds": products} if products else {})

    async def stand(self) -> list[Any]:
        """Everything that affects money."""
        return [
            await self.till.boost.rows(f"SELECT * FROM {table} ORDER BY 1")
            for table in (
                "ledger_postings", "boost_orders", "payments", "protections", "payouts", "payout_accounts",
                "featured_products", "dispute_evidence", "staff_acts", "second_person_requests",
                "boost_packages",
            )
        ]  # fmt: skip


@pytest.fixture(scope="module")
async def scene(boost: Any, sandbox: Any) -> Any:
    async with a_till(boost, sandbox) as till:
        before = boost.app.state.calls
        boost.app.state.calls = before | {"auth": Names()}
        yield await _make_scene(till)
        boost.app.state.calls = before


async def _make_scene(till: Till) -> Scene:
    done = await Trade(till).opened()
    await done.paid()
    await with_account(done)
    await done.accepts()
    (payout,) = await payouts(done)
    trade, disputed = await Trade(till).opened(), await Trade(till).opened()
    decided = await Trade(till, buyer=trade.buyer).opened()
    for item in (trade, disputed, decided):
        await item.paid()
        await item.shipped()
    for item in (disputed, decided):
        await item.does("dispute", **DISPUTE)
    assert (await decided.decide("refund")).json()["state"] == "decided"
    own, removed, more = await till.listings(3)
    (foreign,) = await till.listings(1, seller=99_002)
    await till.remove(removed)
    (bill,) = await till.boost.rows("SELECT id FROM payments WHERE deal_id = :id", id=trade.deal_id)
    ids = {
        "own": own,
        "removed": removed,
        "foreign": foreign,
        "deal_id": trade.deal_id,
        "disputed_id": disputed.deal_id,
        "decided_id": decided.deal_id,
        "payout_id": payout["id"],
        "bill_id": bill["id"],
        "package_id": 1,
        "order_id": int((await till.paid([own]))["orderId"]),
        "unpaid_id": int((await till.ordered([more]))["orderId"]),
    }
    assert (await as_seller(trade, "GET", "/payout-account")).status_code == 200
    return Scene(till, trade, ids)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=str)
async def test_rule_violation_is_refused_and_changes_nothing(scene: Scene, attempt: Attempt) -> None:
    """S26"""
    before = await scene.stand()
    answer = await scene.tries(attempt)
    if attempt.code is None:
        assert answer.status_code == 200
        await scene.till.judge()
    else:
        assert (400 <= answer.status_code < 500, answer.json()["code"]) == (True, attempt.code)
    assert await scene.stand() == before
    await conserved(scene.till.boost)


def test_every_changing_route_has_an_abuse_test() -> None:
    """S26"""
    changing = {
        role
        for role in WHO
        if "/api/boost/" in role or "/api/admin/boost/" in role
        if not role.startswith("GET ")
    }
    tried = {
        attempt.operation.replace("{unpaid_id}", "{order_id}")
        .replace("{disputed_id}", "{deal_id}")
        .replace("{decided_id}", "{deal_id}")
        for attempt in ATTEMPTS
    }
    assert tried == changing
