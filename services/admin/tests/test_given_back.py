import itertools
from typing import Any

import httpx2
import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.admin.tests import test_payments as payments
from services.admin.tests.auctions import ring
from services.admin.tests.test_cases import AISYAH, FAKE, RAHIM, act, case_about, queue, report
from services.admin.tests.test_risk import bring, forget_all, pairs
from tests.support.staff_record import changes_in

pytestmark = pytest.mark.servers
KAMAL = 3_502
_numbers = itertools.count(77_000)


async def give_back(admin: Service, path: str, who: dict[str, str]) -> httpx2.Response:
    return await admin.http.delete(f"/api/admin/{path}/claim", headers=who)


async def returned(admin: Service, answer: httpx2.Response) -> list[tuple[str, int | None, Any]]:
    assert (answer.status_code, answer.content) == (204, b""), answer.text
    return [(what, about, fields["claimedBy"]) for what, about, fields in await changes_in(admin, answer)]


async def kinds_of(admin: Service, key: str) -> list[str]:
    kinds = [event["type"].split(".")[2] for event in await admin.recorded(key)]
    return [kind for kind in kinds if "Claim" in kind]


async def test_case_assignment_is_released_once_and_reassigned(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    case = (await case_about(admin, product))["id"]
    path = f"cases/{case}"
    assert await returned(admin, await give_back(admin, path, AISYAH)) == [], "no one has it"
    await act(admin, case, "claim")
    refused = await give_back(admin, path, RAHIM)
    assert (refused.status_code, refused.json()["code"], refused.json()["details"]["by"]) == (
        409, "case_taken", 61,
    )  # fmt: skip
    answer = await give_back(admin, path, AISYAH)
    assert await returned(admin, answer) == [("return_case", case, (61, None))]
    page = (await admin.http.get(f"/api/admin/{path}", headers=AISYAH)).json()
    assert (page["case"]["state"], page["case"]["claimedBy"], page["case"]["claimedUntil"]) == (
        "open", None, None,
    )  # fmt: skip
    assert [(step["step"], step["by"] and step["by"]["id"]) for step in page["steps"]][-2:] == [
        ("claimed", 61), ("returned", 61),
    ]  # fmt: skip
    assert await returned(admin, await give_back(admin, path, AISYAH)) == [], "pressed twice it is one act"
    assert [item["id"] for item in await queue(admin, mine=True) if item["id"] == case] == []
    assert (await act(admin, case, "claim", RAHIM)).json()["case"]["claimedBy"]["id"] == 62
    assert await kinds_of(admin, str(case)) == ["CaseClaimed", "CaseClaimReturned", "CaseClaimed"]


async def test_expired_assignment_cannot_be_released(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    case = (await case_about(admin, product))["id"]
    await act(admin, case, "claim")
    clock.forward(minutes=31)
    try:
        assert await returned(admin, await give_back(admin, f"cases/{case}", AISYAH)) == []
        await act(admin, case, "claim", RAHIM)
        assert (await give_back(admin, f"cases/{case}", AISYAH)).json()["code"] == "case_taken"
    finally:
        clock.reset()


async def test_decided_case_cannot_be_released(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    case = (await case_about(admin, product))["id"]
    await act(admin, case, "claim")
    assert (await act(admin, case, "decision", **FAKE)).status_code == 200
    assert (await give_back(admin, f"cases/{case}", AISYAH)).json()["code"] == "case_over"


async def test_finance_releases_payment_case_hidden_from_moderators(admin: Service) -> None:
    _, _, case = await payments.mismatched(admin)
    await payments.act(admin, case, "claim")
    assert (await give_back(admin, f"cases/{case}", AISYAH)).status_code == 404
    path = f"cases/payments/{case}"
    assert (await give_back(admin, path, payments.OMAR)).json()["code"] == "case_taken"
    answer = await give_back(admin, path, payments.LINA)
    assert await returned(admin, answer) == [("return_case", case, (64, None))]
    assert (await payments.act(admin, case, "claim", payments.OMAR)).status_code == 200


async def test_risk_assignment_is_released_once_and_reassigned(admin: Service) -> None:
    await forget_all(admin)
    await bring(admin, ring(shill=KAMAL))
    (pair,) = await pairs(admin)
    path = f"risk/{pair['id']}"
    await admin.http.post(f"/api/admin/{path}/claim", headers=AISYAH)
    assert (await give_back(admin, path, RAHIM)).json()["code"] == "case_taken"
    answer = await give_back(admin, path, AISYAH)
    assert await returned(admin, answer) == [("return_risk", pair["id"], (61, None))]
    (pair,) = await pairs(admin)
    assert (pair["claimedBy"], pair["claimedUntil"]) == (None, None)
    assert await returned(admin, await give_back(admin, path, AISYAH)) == []
    assert (await admin.http.post(f"/api/admin/{path}/claim", headers=RAHIM)).json()["claimedBy"]["id"] == 62
    assert await kinds_of(admin, f"risk-{pair['id']}") == ["RiskClaimed", "RiskClaimReturned", "RiskClaimed"]
    assert (await give_back(admin, "risk/1000000000000", AISYAH)).status_code == 404
