import asyncio
import itertools
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from libs.contracts.events.auth import SanctionImposed, SanctionLifted, UserErased
from libs.contracts.events.catalog import ListingAppealed
from libs.contracts.events.messaging import MessageReported
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.admin.tests.test_cases import AISYAH, BUYER, RAHIM, act, case_about, queue, report

pytestmark = pytest.mark.servers
ZARA = signed_in(63, "zara", roles=("moderator",))
WORDS = {"words": "It is genuine; I can send the receipt."}
SUSPEND: dict[str, Any] = {"decision": "suspend", "reason": "scam", "words": "Asked for money.", "days": 14}
WARN: dict[str, Any] = {"decision": "warn", "reason": "scam", "words": "Asked for money."}
LIFT: dict[str, Any] = {"decision": "lift", "reason": "no_breach", "words": "The acknowledgement fits."}
_numbers = itertools.count(95_000)
KEEP: dict[str, Any] = {"decision": "keep", "reason": "scam", "words": "No acknowledgement came."}


def now() -> datetime:
    return datetime.now(UTC)


def token_of(person: int, **token: Any) -> dict[str, str]:
    return signed_in(person, f"person{person}", **token)


async def report_person(admin: Service, person: int) -> None:
    number = next(_numbers)
    event = MessageReported(
        report_id=number,
        about_id=person,
        message_id=None,
        reporter_id=BUYER,
        reason="scam",
        reported_at=now(),
    )
    assert await admin.deliver(event) == ["handled"]


async def a_sanction(
    admin: Service, how: dict[str, Any] = SUSPEND, outcome: Any = "done", person: int | None = None
) -> tuple[int, int]:
    person = person or next(_numbers)
    await report_person(admin, person)
    case = int((await case_about(admin, person, state="open"))["id"])
    assert (await act(admin, case, "decision", **how)).status_code == 200
    if outcome is not None:
        taken = SanctionImposed(
            case_id=case, user_id=person, sanction=how["decision"], outcome=outcome, taken_at=now()
        )
        await admin.deliver(taken)
    return person, case


async def look(admin: Service, case: int, who: dict[str, str]) -> httpx2.Response:
    return await admin.http.get(f"/api/cases/{case}", headers=who)


async def appeal(
    admin: Service, case: int, who: dict[str, str], words: Any = WORDS["words"]
) -> httpx2.Response:
    return await admin.http.post(f"/api/cases/{case}/appeal", json={"words": words}, headers=who)


async def events_of(admin: Service, case: int) -> list[str]:
    return [event["type"].split(".")[2] for event in await admin.recorded(case)]


async def test_suspended_person_reads_their_own_decision_only(admin: Service) -> None:
    person, case = await a_sanction(admin, outcome=None)
    shown = (await look(admin, case, token_of(person))).json()
    assert (shown["sanction"], shown["reason"], shown["state"], shown["mayAppeal"]) == (
        "suspend", "scam", "stands", True,
    )  # fmt: skip
    days = datetime.fromisoformat(shown["until"]) - datetime.fromisoformat(shown["decidedAt"])
    assert days.days == 14
    assert not {"decidedBy", "words", "filed", "reporter"} & set(shown)
    assert SUSPEND["words"] not in str(shown)
    for other in (token_of(BUYER), AISYAH, token_of(person + 1)):
        assert (await look(admin, case, other)).status_code == 404
        assert (await appeal(admin, case, other)).status_code == 404
    assert (await admin.http.get(f"/api/cases/{case}")).status_code == 401
    warned, warning = await a_sanction(admin, WARN)
    assert (await look(admin, warning, token_of(warned))).json()["until"] is None


async def test_unsanctioned_person_has_no_case(admin: Service) -> None:
    for outcome in ("refused", "already", "gone"):
        person, case = await a_sanction(admin, outcome=outcome)
        assert (await look(admin, case, token_of(person))).status_code == 404
    product, seller = next(_numbers), next(_numbers)
    await report(admin, product, seller_id=seller)
    case = (await case_about(admin, product))["id"]
    assert (await look(admin, case, token_of(seller))).status_code == 404
    dismissed: dict[str, Any] = {"decision": "dismiss", "reason": "no_breach", "words": "It is what it says."}
    await act(admin, case, "decision", **dismissed)
    assert (await look(admin, case, token_of(seller))).status_code == 404


async def test_suspended_person_appeals_once_and_another_staff_member_decides(
    admin: Service,
) -> None:
    person, case = await a_sanction(admin)
    until = int(now().timestamp()) + 86_400
    me = token_of(person, suspended_until=until)
    answer = await appeal(admin, case, me)
    assert (answer.status_code, answer.json()["state"], answer.json()["mayAppeal"]) == (
        201,
        "appealed",
        False,
    )
    assert (await appeal(admin, case, me)).status_code == 201
    assert (await appeal(admin, case, me, "Something else entirely.")).json()["code"] == "appealed_already"
    assert (await events_of(admin, case))[-1:] == ["CaseAppealed"]
    assert WORDS["words"] not in str(await admin.recorded(case))
    assert (await queue(admin, state="appealed", kind="person"))[0]["id"] == case
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["appeal"]["words"], page["decisions"]) == (WORDS["words"], ["lift", "keep"])
    for what, form in (("claim", {}), ("decision", LIFT)):
        assert (await act(admin, case, what, **form)).json()["code"] == "needs_another"
    assert (await act(admin, case, "decision", RAHIM, **SUSPEND)).json()["code"] == "wrong_decision"
    await act(admin, case, "decision", RAHIM, **KEEP)
    assert (await look(admin, case, me)).json()["state"] == "kept"
    assert (await appeal(admin, case, me, "Please look again.")).json()["code"] == "appealed_already"
    event = (await admin.recorded(case))[-1]
    assert event["type"] == "wangi.admin.SanctionAppealDecided.v1"
    assert (event["data"]["granted"], event["data"]["sanction"]) == (False, "suspend")
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], len(page["acknowledgements"])) == ("closed", 1)


async def test_second_of_two_appeal_decisions_gets_409(admin: Service) -> None:
    person, case = await a_sanction(admin, WARN)
    await appeal(admin, case, token_of(person))
    answers = await asyncio.gather(
        act(admin, case, "decision", RAHIM, **LIFT), act(admin, case, "decision", ZARA, **KEEP)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await events_of(admin, case)).count("SanctionAppealDecided") == 1


async def test_granted_appeal_ends_when_auth_lifts_the_sanction(admin: Service) -> None:
    person, case = await a_sanction(admin, WARN)
    await appeal(admin, case, token_of(person))
    for _ in range(2):
        assert (await act(admin, case, "decision", RAHIM, **LIFT)).status_code == 200
    assert (await events_of(admin, case)).count("SanctionAppealDecided") == 1
    lifted = SanctionLifted(case_id=case, user_id=person, sanction="warn", outcome="done", lifted_at=now())
    before = (await admin.http.get(f"/api/admin/cases/{case}", headers=ZARA)).json()
    assert (before["case"]["state"], before["acknowledgements"][-1]["doneAt"]) == ("decided", None)
    await admin.deliver(lifted, lifted)
    after = (await admin.http.get(f"/api/admin/cases/{case}", headers=ZARA)).json()
    assert (after["case"]["state"], after["acknowledgements"][-1]["outcome"]) == ("closed", "done")
    shown = (await look(admin, case, token_of(person))).json()
    assert (shown["state"], shown["answeredAt"] is not None) == ("lifted", True)


async def test_concurrent_appeals_are_one(admin: Service) -> None:
    person, before = await a_sanction(admin)
    await appeal(admin, before, token_of(person))
    _, case = await a_sanction(admin, person=person)
    waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with admin.database.transaction() as session:
        await session.execute(text("SELECT FROM cases WHERE id = :id FOR UPDATE"), {"id": case})
        sent = [asyncio.create_task(appeal(admin, case, token_of(person))) for _ in range(2)]
        while len(await admin.rows(waits)) < 2:
            assert not any(item.done() for item in sent)
    assert [(await item).status_code for item in sent] == [201, 201]
    assert (await events_of(admin, case)).count("CaseAppealed") == 1
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert [step["step"] for step in page["steps"]].count("appealed") == 1


async def test_appeal_needs_words_within_thirty_days(admin: Service) -> None:
    person, case = await a_sanction(admin)
    for words in ("Too short", " " * 40, "x" * 1_001, 7, None):
        assert (await appeal(admin, case, token_of(person), words)).status_code == 422
    clock.forward(days=30, minutes=1)
    try:
        late = token_of(person)
        assert (await look(admin, case, late)).json()["mayAppeal"] is False
        assert (await appeal(admin, case, late)).json()["code"] == "appeal_too_late"
        clock.forward(days=-1)
        assert (await appeal(admin, case, token_of(person))).status_code == 201
    finally:
        clock.reset()


async def test_report_during_appeal_opens_its_own_case(admin: Service) -> None:
    person, case = await a_sanction(admin)
    await report_person(admin, person)
    newer = (await case_about(admin, person))["id"]
    assert (await appeal(admin, case, token_of(person))).status_code == 201
    await report_person(admin, person)
    waiting = [item for item in await queue(admin, kind="person") if item["subjectId"] == person]
    assert [(item["id"], item["state"], item["reports"]) for item in waiting] == [
        (case, "appealed", 1), (newer, "open", 2),
    ]  # fmt: skip
    assert (await act(admin, case, "decision", RAHIM, **LIFT)).status_code == 200


async def test_listing_appeal_keeps_the_sellers_warning(admin: Service) -> None:
    product, seller = next(_numbers), next(_numbers)
    await report(admin, product, seller_id=seller)
    case = (await case_about(admin, product))["id"]
    await act(admin, case, "decision", **WARN)
    event = ListingAppealed(product_id=product, seller_id=seller, appeals=1, appealed_at=now())
    await admin.deliver(event)
    appealed = await case_about(admin, product, state="appealed")
    assert appealed["id"] != case
    restore: dict[str, Any] = {"decision": "restore", "reason": "other", "words": "The acknowledgement fits."}
    assert (await act(admin, appealed["id"], "decision", **restore)).status_code == 200
    assert (await look(admin, case, token_of(seller))).json()["state"] == "stands"


async def test_appeal_words_are_exported_and_erased(admin: Service) -> None:
    person, case = await a_sanction(admin)
    await appeal(admin, case, token_of(person))
    copy = (await admin.ask(f"/internal/users/{person}/export")).json()
    assert [(item["case_id"], item["words"]) for item in copy["appeals"]] == [(case, WORDS["words"])]
    await admin.deliver(UserErased(user_id=person, erased_at=now()))
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["appeal"], page["case"]["state"]) == (None, "appealed")
    assert await admin.rows("SELECT 1 FROM case_appeals WHERE user_id = :id", id=person) == []
    assert (await act(admin, case, "decision", RAHIM, **KEEP)).status_code == 200
