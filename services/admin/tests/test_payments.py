import itertools
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from libs.contracts.events.mismatches import (
    PaymentDecisionCarriedOut,
    PaymentMismatched,
    PaymentMismatchEnded,
)
from libs.kit.testing import Service, signed_in
from services.admin.tests.test_cases import AISYAH

pytestmark = pytest.mark.servers
_numbers = itertools.count(160_000)
LINA, OMAR = (signed_in(user, name, roles=("finance",)) for user, name in ((64, "lina"), (65, "omar")))
MODERATOR = signed_in(66, "mod", roles=("moderator",))
CREDIT: dict[str, Any] = {"decision": "credit", "reason": "wrong_amount", "words": "Five ringgit more came."}


def now() -> datetime:
    return datetime.now(UTC)


async def mismatched(admin: Service) -> tuple[int, int, int]:
    payment, payer = next(_numbers), next(_numbers)
    event = PaymentMismatched(
        payment_id=payment,
        order_id=payment,
        transaction_id=None,
        payer_id=payer,
        expected=1_000,
        found_at=now(),
    )
    assert await admin.deliver(event, event) == ["handled", "handled"]
    waiting = [item for item in await queue(admin) if item["subjectId"] == payment]
    assert len(waiting) == 1
    return payment, payer, waiting[0]["id"]


async def queue(admin: Service, **filters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = filters | ({"cursor": cursor} if cursor else {})
        page = (await admin.http.get("/api/admin/cases/payments", params=asked, headers=LINA)).json()
        found += page["cases"]
        cursor = page["next"]
    return found


async def act(
    admin: Service, case: int, what: str, who: dict[str, str] = LINA, **body: Any
) -> httpx2.Response:
    path = f"/api/admin/cases/payments/{case}/{what}"
    return await admin.http.post(path, json=body or None, headers=who)


async def page(admin: Service, case: int) -> dict[str, Any]:
    shown: dict[str, Any] = (await admin.http.get(f"/api/admin/cases/payments/{case}", headers=LINA)).json()
    return shown


async def answer(admin: Service, payment: int, payer: int, case: int, outcome: Any, by: int = 64) -> None:
    event = PaymentDecisionCarriedOut(
        decision_id=next(_numbers), case_id=case, payment_id=payment, payer_id=payer, transaction_id=None,
        decision="credit", outcome=outcome, by_admin_id=by, done_at=now(),
    )  # fmt: skip
    await admin.deliver(event)


async def ended(admin: Service, payment: int, payer: int, version: int = 2) -> None:
    event = PaymentMismatchEnded(
        payment_id=payment, order_id=payment, transaction_id=None, payer_id=payer, ended_as="paid",
        ended_at=now(),
    )  # fmt: skip
    await admin.deliver(event, version=version)


async def test_mismatched_payment_is_a_case_for_finance_only(admin: Service) -> None:
    _, payer, case = await mismatched(admin)
    shown = await page(admin, case)
    assert (shown["case"]["kind"], shown["case"]["about"]["id"], shown["case"]["priority"]) == (
        "payment",
        payer,
        1,
    )
    assert shown["decisions"] == ["match", "credit", "write_off"]
    for path in ("", f"/{case}"):
        answered = await admin.http.get(f"/api/admin/cases/payments{path}", headers=MODERATOR)
        assert answered.status_code == 403
    assert (await admin.http.get(f"/api/admin/cases/{case}", headers=MODERATOR)).status_code == 404
    wrong = await admin.http.post(f"/api/admin/cases/{case}/decision", json=CREDIT, headers=MODERATOR)
    assert wrong.status_code == 404
    listed = await admin.http.get("/api/admin/cases", headers=AISYAH)
    assert "payment" not in {item["kind"] for item in listed.json()["cases"]}
    refused = await act(admin, case, "decision", **(CREDIT | {"decision": "dismiss"}))
    assert refused.json()["code"] == "wrong_decision"


async def test_finance_decision_is_applied_by_boost_and_reopened_if_refused(
    admin: Service,
) -> None:
    payment, payer, case = await mismatched(admin)
    assert (await act(admin, case, "claim")).status_code == 200
    assert (await act(admin, case, "decision", OMAR, **CREDIT)).json()["code"] == "case_taken"
    assert [(await act(admin, case, "decision", **CREDIT)).status_code for _ in range(2)] == [200, 200]
    event = (await admin.recorded(case))[-1]
    assert (event["type"], event["data"]["decision"]) == ("wangi.admin.PaymentDecided.v1", "credit")
    assert (await page(admin, case))["acknowledgements"] == [
        {"service": "boost", "outcome": None, "doneAt": None}
    ]
    await answer(admin, payment, payer, case, "refused")
    shown = await page(admin, case)
    assert (shown["case"]["state"], shown["acknowledgements"][0]["outcome"]) == ("open", "refused")
    assert (await act(admin, case, "decision", **CREDIT)).status_code == 200
    await answer(admin, payment, payer, case, "done")
    shown = await page(admin, case)
    assert (shown["case"]["state"], shown["case"]["decision"]) == ("closed", "credit")


async def test_large_credit_needs_a_second_person(admin: Service) -> None:
    payment, payer, case = await mismatched(admin)
    await act(admin, case, "decision", **CREDIT)
    await answer(admin, payment, payer, case, "asked")
    assert (await page(admin, case))["case"]["state"] == "open"
    assert (await act(admin, case, "decision", OMAR, **CREDIT)).status_code == 200
    await answer(admin, payment, payer, case, "done", 65)
    await ended(admin, payment, payer)
    assert (await page(admin, case))["case"]["state"] == "closed"


async def test_case_closes_when_its_payment_matches(admin: Service) -> None:
    payment, payer, case = await mismatched(admin)
    await act(admin, case, "claim")
    await ended(admin, payment, payer)
    shown = await page(admin, case)
    assert (shown["case"]["state"], shown["case"]["decision"], shown["steps"][-1]["step"]) == (
        "closed", None, "matched",
    )  # fmt: skip
    assert (await act(admin, case, "decision", **CREDIT)).json()["code"] == "case_over"
    await ended(admin, payment, payer, version=3)
    assert [step["step"] for step in (await page(admin, case))["steps"]].count("matched") == 1


@pytest.mark.parametrize("outcome", ["already", "refused"])
async def test_answer_after_payment_matched_closes_the_case(admin: Service, outcome: str) -> None:
    payment, payer, case = await mismatched(admin)
    await act(admin, case, "decision", **CREDIT)
    await ended(admin, payment, payer)
    assert (await page(admin, case))["case"]["state"] == "decided"
    await answer(admin, payment, payer, case, outcome)
    assert (await page(admin, case))["case"]["state"] == "closed"


async def test_staff_cannot_decide_own_payment(admin: Service) -> None:
    _, payer, case = await mismatched(admin)
    own = signed_in(payer, "payer", roles=("finance",))
    assert (await act(admin, case, "decision", own, **CREDIT)).json()["code"] == "own_case"
