import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.events.sales import StrikeGiven, StrikeReviewed
from libs.kit.process import clock
from libs.kit.testing import Service
from services.admin.tests.test_appeals import WORDS, ZARA, appeal, events_of, token_of
from services.admin.tests.test_cases import AISYAH, RAHIM, act, case_about, queue

pytestmark = pytest.mark.servers
_numbers = itertools.count(120_000)
LIFT: dict[str, Any] = {
    "decision": "lift",
    "reason": "was_paid",
    "words": "The acknowledgement is of that day.",
}
KEEP: dict[str, Any] = {"decision": "keep", "reason": "not_paid", "words": "Nothing shows a payment."}


def now() -> datetime:
    return datetime.now(UTC)


async def struck(
    admin: Service, strikes: int = 1, until: datetime | None = None, seller: int = 501
) -> tuple[int, int]:
    person, strike = next(_numbers), next(_numbers)
    event = StrikeGiven(
        user_id=person, auction_id=strike, product_id=strike, seller_id=seller, strikes=strikes,
        suspended_until=until, given_at=now(), strike_id=strike,
    )  # fmt: skip
    assert await admin.deliver(event, event) == ["handled", "handled"]
    return person, strike


async def read_strike(admin: Service, person: int, strike: int) -> Any:
    return await admin.http.get(f"/api/cases/strikes/{strike}", headers=token_of(person))


def reviewed(case: int, person: int, strike: int, *, lifted: bool) -> StrikeReviewed:
    return StrikeReviewed(
        case_id=case, strike_id=strike, user_id=person, auction_id=strike, product_id=strike, seller_id=501,
        lifted=lifted, outcome="done", reason="was_paid", strikes=0, suspended_until=None, decided_at=now(),
    )  # fmt: skip


async def test_strike_waits_for_appeal_and_auction_withdraws_it(
    admin: Service,
) -> None:
    person, strike = await struck(admin)
    assert [item for item in await queue(admin, kind="strike") if item["subjectId"] == strike] == []
    shown = (await read_strike(admin, person, strike)).json()
    assert [shown[name] for name in ("sanction", "reason", "state", "mayAppeal", "until")] == [
        "strike", "not_paid", "stands", True, None,
    ]  # fmt: skip
    case = shown["id"]
    for other in (token_of(person + 500_000), AISYAH):
        assert (await admin.http.get(f"/api/cases/strikes/{strike}", headers=other)).status_code == 404
        assert (await appeal(admin, case, other)).status_code == 404
    assert [(await appeal(admin, case, token_of(person))).status_code for _ in range(2)] == [201, 201]
    assert await events_of(admin, case) == ["CaseAppealed"]
    assert WORDS["words"] not in str(await admin.recorded(case))
    waits = await case_about(admin, strike, kind="strike")
    assert (waits["state"], waits["about"]["id"]) == ("appealed", person)
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["decisions"], page["appeal"]["words"]) == (["lift", "keep"], WORDS["words"])
    wrong = LIFT | {"decision": "suspend", "days": 7}
    assert (await act(admin, case, "decision", RAHIM, **wrong)).json()["code"] == "wrong_decision"
    for _ in range(2):
        assert (await act(admin, case, "decision", RAHIM, **LIFT)).status_code == 200
    event = (await admin.recorded(case))[-1]
    assert event["type"] == "wangi.admin.StrikeDecided.v1"
    assert (event["data"]["lifted"], event["data"]["reason"]) == (True, "was_paid")
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], page["acknowledgements"]) == (
        "decided", [{"service": "auction", "outcome": None, "doneAt": None}],
    )  # fmt: skip
    answer = reviewed(case, person, strike, lifted=True)
    await admin.deliver(answer, answer)
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], page["acknowledgements"][0]["outcome"]) == ("closed", "done")
    assert (await read_strike(admin, person, strike)).json()["state"] == "lifted"
    assert (await appeal(admin, case, token_of(person), "Please look again, please.")).status_code == 409


async def test_third_strike_is_reviewed_and_its_appeal_by_another(admin: Service) -> None:
    person, strike = await struck(admin, strikes=3, until=now() + timedelta(days=14))
    case = await case_about(admin, strike, kind="strike", state="open")
    assert (case["priority"], case["reportedFor"]) == (1, "not_paid")
    shown = (await read_strike(admin, person, strike)).json()
    assert (shown["until"] is not None, shown["mayAppeal"]) == (True, True)
    assert (await act(admin, case["id"], "claim")).status_code == 200
    assert (await act(admin, case["id"], "decision", RAHIM, **LIFT)).json()["code"] == "case_taken"
    assert (await act(admin, case["id"], "decision", **KEEP)).status_code == 200
    await admin.deliver(reviewed(case["id"], person, strike, lifted=False))
    shown = (await read_strike(admin, person, strike)).json()
    assert (shown["state"], shown["mayAppeal"]) == ("stands", True)
    assert (await appeal(admin, case["id"], token_of(person))).status_code == 201
    assert (await act(admin, case["id"], "decision", **KEEP)).json()["code"] == "needs_another"
    assert (await act(admin, case["id"], "decision", RAHIM, **KEEP)).status_code == 200
    assert (await read_strike(admin, person, strike)).json()["state"] == "kept"
    assert (await appeal(admin, case["id"], token_of(person), "Please look once more.")).status_code == 409


async def test_second_of_two_strike_decisions_gets_409(admin: Service) -> None:
    person, strike = await struck(admin)
    case = (await read_strike(admin, person, strike)).json()["id"]
    await appeal(admin, case, token_of(person))
    answers = await asyncio.gather(
        act(admin, case, "decision", RAHIM, **LIFT), act(admin, case, "decision", ZARA, **KEEP)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await events_of(admin, case)).count("StrikeDecided") == 1


async def test_strike_is_appealable_for_thirty_days(admin: Service) -> None:
    person, strike = await struck(admin)
    case = (await read_strike(admin, person, strike)).json()["id"]
    clock.forward(days=30, minutes=1)
    try:
        assert (await read_strike(admin, person, strike)).json()["mayAppeal"] is False
        assert (await appeal(admin, case, token_of(person))).json()["code"] == "appeal_too_late"
    finally:
        clock.reset()


async def test_open_strikes_are_counted_separately(admin: Service) -> None:
    async def counted() -> dict[str, int]:
        answer = await admin.http.get("/api/admin/cases/waiting", headers=AISYAH)
        return {item["what"]: item["count"] for item in answer.json()}

    before = await counted()
    await struck(admin, strikes=3)
    person, strike = await struck(admin)
    await appeal(admin, (await read_strike(admin, person, strike)).json()["id"], token_of(person))
    after = await counted()
    assert after["strikes"] == before["strikes"] + 2
    assert (after["appeals"], after["reports"]) == (before["appeals"], before["reports"])


async def test_staff_who_sold_the_listing_cannot_decide_its_strike(admin: Service) -> None:
    _, strike = await struck(admin, 3, seller=62)
    waits = await case_about(admin, strike, kind="strike")
    for what, body in (("claim", {}), ("decision", KEEP)):
        refused = await act(admin, waits["id"], what, RAHIM, **body)
        assert refused.json()["code"] == "own_case"
    assert (await act(admin, waits["id"], "claim", ZARA)).status_code == 200
