import asyncio
import itertools
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from libs.kit.testing import Service, signed_in
from services.admin.tests.test_cases import BUYER, act, case_about, report
from services.admin.tests.test_payments import LINA, MODERATOR, mismatched

pytestmark = pytest.mark.servers
NADIA, YUSUF = (signed_in(user, name, roles=("admin",)) for user, name in ((67, "nadia"), (68, "yusuf")))
_numbers = itertools.count(180_000)
DISMISS: dict[str, Any] = {"act": "dismiss", "reason": "no_breach", "words": "All is as it says."}
CLAIM: dict[str, Any] = {"act": "claim"}


async def waiting(admin: Service, seller: int = 501) -> int:
    product = next(_numbers)
    await report(admin, product, seller_id=seller)
    return int((await case_about(admin, product))["id"])


async def send(
    admin: Service, ids: list[Any], key: str | None, who: dict[str, str] = NADIA, **form: Any
) -> httpx2.Response:
    headers = who | ({} if key is None else {"Idempotency-Key": key})
    return await admin.http.post("/api/admin/cases/bulk", json={"ids": ids} | form, headers=headers)


async def look(admin: Service, ids: list[int], who: dict[str, str] = NADIA, **form: Any) -> list[Any]:
    path = "/api/admin/cases/bulk/preview"
    answer = await admin.http.post(path, json={"ids": ids} | form, headers=who)
    assert answer.status_code == 200, answer.text
    return [(line["id"], line["outcome"], line["code"]) for line in answer.json()["lines"]]


def outcomes(answer: httpx2.Response) -> list[Any]:
    assert answer.status_code == 200, answer.text
    return [(line["id"], line["outcome"], line["code"]) for line in answer.json()["lines"]]


async def state_of(admin: Service, case: int) -> str:
    shown = (await admin.http.get(f"/api/admin/cases/{case}", headers=NADIA)).json()
    return str(shown["case"]["state"])


async def test_bulk_preview_shows_outcomes_and_changes_nothing(admin: Service) -> None:
    free, taken, own, over = [await waiting(admin, 67 if n == 2 else 501) for n in range(4)]
    await act(admin, taken, "claim", YUSUF)
    await act(
        admin, over, "decision", **{name: DISMISS[name] for name in ("reason", "words")}, decision="dismiss"
    )
    counts = {case: len(await admin.recorded(case)) for case in (free, taken, own, over)}
    assert await look(admin, [free, taken, own, over, free, 999_999_999], **DISMISS) == [
        (free, "possible", None), (taken, "refused", "case_taken"), (own, "refused", "own_case"),
        (over, "refused", "case_over"), (999_999_999, "refused", "not_found"),
    ]  # fmt: skip
    assert {case: len(await admin.recorded(case)) for case in counts} == counts
    assert await state_of(admin, free) == "open"


async def test_bulk_items_run_separately_and_are_linked_in_audit_log(admin: Service) -> None:
    cases = [await waiting(admin) for _ in range(3)]
    await act(admin, cases[1], "claim", YUSUF)
    answer = await send(admin, cases, str(uuid4()), **DISMISS)
    assert outcomes(answer) == [
        (cases[0], "done", None), (cases[1], "refused", "case_taken"), (cases[2], "done", None),
    ]  # fmt: skip
    batch = answer.json()["batchId"]
    for place, case in enumerate(cases):
        events = [event["type"].split(".")[2] for event in await admin.recorded(case)]
        linked = await admin.recorded(f"batch-{batch}-{case}")
        assert ("CaseDecided" in events, len(linked)) == ((True, 1) if place != 1 else (False, 0))
    (event,) = await admin.recorded(f"batch-{batch}-{cases[0]}")
    assert {name: event["data"][name] for name in ("batchId", "subjectId", "byAdminId", "act")} == {
        "batchId": batch, "subjectId": cases[0], "byAdminId": 67, "act": "dismiss",
    }  # fmt: skip


async def test_repeated_bulk_request_continues_without_duplicates(admin: Service) -> None:
    cases, key = [await waiting(admin) for _ in range(3)], str(uuid4())
    await act(admin, cases[2], "claim", YUSUF)
    first = await send(admin, cases, key, **DISMISS)
    assert [outcome[1] for outcome in outcomes(first)] == ["done", "done", "refused"]
    await act(
        admin, cases[2], "decision", YUSUF, decision="dismiss", reason="no_breach", words="Nothing wrong."
    )
    again = await send(admin, cases, key, **DISMISS)
    assert [outcome[1] for outcome in outcomes(again)] == ["done", "done", "refused"]
    assert again.json()["batchId"] == first.json()["batchId"]
    for case in cases[:2]:
        events = [event["type"].split(".")[2] for event in await admin.recorded(case)]
        assert events.count("CaseDecided") == 1
        assert len(await admin.recorded(f"batch-{first.json()['batchId']}-{case}")) == 1
    other = await send(admin, cases, key, **(DISMISS | {"words": "Something else."}))
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_concurrent_bulk_request_applies_each_item_once(admin: Service) -> None:
    cases, key = [await waiting(admin) for _ in range(5)], str(uuid4())
    answers = await asyncio.gather(*(send(admin, cases, key, **DISMISS) for _ in range(4)))
    for answer in answers:
        assert {outcome[1] for outcome in outcomes(answer)} == {"done"}
    for case in cases:
        events = [event["type"].split(".")[2] for event in await admin.recorded(case)]
        assert events.count("CaseDecided") == 1


async def test_two_bulk_actors_split_the_cases(admin: Service) -> None:
    cases = [await waiting(admin) for _ in range(6)]
    answers = await asyncio.gather(
        send(admin, cases, str(uuid4()), **CLAIM), send(admin, cases[::-1], str(uuid4()), YUSUF, **CLAIM)
    )
    results = [outcome for answer in answers for outcome in outcomes(answer)]
    per_case = {case: sorted(item[1] for item in results if item[0] == case) for case in cases}
    assert set(map(tuple, per_case.values())) == {("done", "refused")}


async def test_invalid_bulk_requests_are_refused(admin: Service) -> None:
    case = await waiting(admin)
    for ids in ([], list(range(1, 102)), [0], ["1"]):
        assert (await send(admin, ids, str(uuid4()), **CLAIM)).status_code == 422
    assert (await send(admin, [case], None, **CLAIM)).status_code == 422
    wrong: list[dict[str, Any]] = [
        {"act": "dismiss"}, {"act": "dismiss", "reason": "no_breach"}, {"act": "suspend"},
    ]  # fmt: skip
    for form in wrong:
        assert (await send(admin, [case], str(uuid4()), **form)).status_code == 422
    assert await state_of(admin, case) == "open"


async def test_finance_is_assigned_payment_cases_only(admin: Service) -> None:
    _, _, payment = await mismatched(admin)
    case = await waiting(admin)
    path, key = "/api/admin/cases/payments/bulk", {"Idempotency-Key": str(uuid4())}
    answer = await admin.http.post(path, json={"ids": [payment, case]}, headers=LINA | key)
    assert outcomes(answer) == [(payment, "done", None), (case, "refused", "not_found")]
    assert (await admin.http.post(path, json={"ids": [payment]}, headers=MODERATOR | key)).status_code == 403
    assert await look(admin, [payment], **CLAIM) == [(payment, "refused", "not_found")]
    buyer = signed_in(BUYER, "buyer")
    assert (await send(admin, [case], str(uuid4()), buyer, **CLAIM)).status_code == 403
