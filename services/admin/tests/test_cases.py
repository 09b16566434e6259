import asyncio
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from libs.contracts.events.auth import SanctionImposed, UserErased
from libs.contracts.events.catalog import ListingAppealed, ListingReported, ListingTakenDown
from libs.contracts.events.messaging import MessageHidden, MessageReported
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.admin.audit.trimming import trim_all
from services.admin.cases.service import record_again
from services.admin.tests.auctions import AuctionStory

pytestmark = pytest.mark.servers
SELLER, BUYER, OTHER = 501, 502, 503
AISYAH, RAHIM = (signed_in(user, name, roles=("admin",)) for user, name in ((61, "aisyah"), (62, "rahim")))
FAKE: dict[str, Any] = {
    "decision": "take_down",
    "reason": "counterfeit",
    "words": "The cap is of another brand.",
}
_numbers = itertools.count(70_000)


def now() -> datetime:
    return datetime.now(UTC)


async def report(admin: Service, product: int, *, reporter: int = BUYER, **fields: Any) -> None:
    number = fields.pop("reports", 1)
    usual: dict[str, Any] = {"seller_id": SELLER, "reason": "misleading", "reported_at": now()} | fields
    event = ListingReported(product_id=product, reports=number, reporter_id=reporter, **usual)
    assert await admin.deliver(event, version=number) == ["handled"]


async def queue(admin: Service, who: dict[str, str] = AISYAH, **filters: Any) -> list[dict[str, Any]]:
    answer = await admin.http.get("/api/admin/cases", params=filters, headers=who)
    assert answer.status_code == 200, answer.text
    cases: list[dict[str, Any]] = answer.json()["cases"]
    return cases


async def case_about(
    admin: Service, subject: int, who: dict[str, str] = AISYAH, **filters: Any
) -> dict[str, Any]:
    cursor: str | None = ""
    while cursor is not None:
        asked = filters | ({"cursor": cursor} if cursor else {})
        page = (await admin.http.get("/api/admin/cases", params=asked, headers=who)).json()
        for case in page["cases"]:
            if case["subjectId"] == subject:
                return dict(case)
        cursor = page["next"]
    raise AssertionError(f"no case is about {subject}")


async def act(
    admin: Service, case: int, what: str, who: dict[str, str] = AISYAH, **body: Any
) -> httpx2.Response:
    return await admin.http.post(f"/api/admin/cases/{case}/{what}", json=body or None, headers=who)


def taken_down(product: int, case: int | None, **fields: Any) -> ListingTakenDown:
    usual: dict[str, Any] = {
        "reason": "counterfeit",
        "by_admin_id": 61,
        "outcome": "done",
        "taken_down_at": now(),
    }
    return ListingTakenDown(
        product_id=product, seller_id=SELLER, name="Rose Parlour", case_id=case, **(usual | fields)
    )


async def test_reports_of_one_subject_are_one_case_ordered_by_urgency(admin: Service) -> None:
    calm, urgent = next(_numbers), next(_numbers)
    await report(admin, calm)
    await report(admin, urgent)
    await report(admin, urgent, reporter=OTHER, reports=2, reason="counterfeit")
    waiting = [item for item in await queue(admin) if item["subjectId"] in (calm, urgent)]
    assert [(item["subjectId"], item["reports"], item["state"]) for item in waiting] == [
        (urgent, 2, "open"), (calm, 1, "open"),
    ]  # fmt: skip
    assert [item["reportedFor"] for item in waiting] == ["counterfeit", "misleading"]
    case = waiting[0]["id"]
    assert [event["type"].split(".")[2] for event in await admin.recorded(case)] == [
        "CaseOpened", "ReportFiled", "ReportFiled",
    ]  # fmt: skip
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=AISYAH)).json()
    assert [(item["reporter"]["id"], item["reason"]) for item in page["filed"]] == [
        (BUYER, "misleading"), (OTHER, "counterfeit"),
    ]  # fmt: skip
    assert [item for item in await queue(admin, kind="message") if item["subjectId"] == urgent] == []


async def test_words_about_erased_person_are_deleted_and_not_stored(admin: Service) -> None:
    """U38, P-G2"""
    seller, decided, waits = next(_numbers), next(_numbers), next(_numbers)
    steps = "SELECT words FROM case_steps WHERE case_id = ANY(:ids) AND step = 'decided'"
    for product in (decided, waits):
        await report(admin, product, seller_id=seller)
    first, second = [(await case_about(admin, product))["id"] for product in (decided, waits)]
    assert (await act(admin, first, "decision", **FAKE)).status_code == 200
    assert await admin.rows(steps, ids=[first]) == [{"words": FAKE["words"]}]
    await admin.deliver(UserErased(user_id=seller, erased_at=now()))
    assert (await act(admin, second, "decision", **(FAKE | {"decision": "dismiss"}))).status_code == 200
    assert await admin.rows(steps, ids=[first, second]) == [{"words": ""}, {"words": ""}]


async def test_open_case_is_published_again_at_upgrade_and_decided_one_is_not(
    admin: Service,
) -> None:
    """U37"""
    waits, decided = next(_numbers), next(_numbers)
    numbers = []
    for product in (waits, decided):
        await report(admin, product)
        numbers.append((await case_about(admin, product))["id"])
    await act(admin, numbers[1], "decision", **(FAKE | {"decision": "dismiss"}))
    async with admin.database.transaction() as session:
        change = text("UPDATE cases SET needs_publishing = true WHERE id = ANY(:ids)")
        await session.execute(change, {"ids": numbers})
    assert [await record_again(admin.database) for _ in range(2)] == [2, 0]
    kinds = [[event["type"].split(".")[2] for event in await admin.recorded(number)] for number in numbers]
    assert kinds == [
        ["CaseOpened", "ReportFiled", "CaseOpened"],
        ["CaseOpened", "ReportFiled", "CaseDecided"],
    ]


async def test_person_sees_own_cases_and_outcomes_of_own_reports(admin: Service) -> None:
    seller, reporter, products = 5_501, 5_502, [next(_numbers) for _ in range(2)]
    for product in products:
        await report(admin, product, reporter=reporter, seller_id=seller)
    case = (await case_about(admin, products[0]))["id"]
    await act(admin, case, "decision", **FAKE)
    about = (await admin.http.get(f"/api/admin/cases/about/{seller}", headers=AISYAH)).json()
    assert [(item["subjectId"], item["decision"]) for item in about["cases"]] == [
        (products[1], None), (products[0], "take_down"),
    ]  # fmt: skip
    theirs = (await admin.http.get(f"/api/admin/cases/about/{reporter}", headers=AISYAH)).json()
    assert (theirs["cases"], theirs["filed"], theirs["agreed"]) == ([], 2, 1)
    assert [(item["case"]["subjectId"], item["case"]["decision"]) for item in theirs["reported"]] == [
        (products[1], None), (products[0], "take_down"),
    ]  # fmt: skip
    assert {item["case"]["about"]["id"] for item in theirs["reported"]} == {seller}
    assert about["reported"] == []


async def test_case_is_assigned_to_one_of_two_for_half_an_hour(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    case = (await case_about(admin, product))["id"]
    answers = await asyncio.gather(act(admin, case, "claim"), act(admin, case, "claim", RAHIM))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (lost,) = [answer.json() for answer in answers if answer.status_code == 409]
    winner, loser = (AISYAH, RAHIM) if answers[0].status_code == 200 else (RAHIM, AISYAH)
    assert (lost["code"], lost["details"]["by"]) == ("case_taken", 61 if winner is AISYAH else 62)
    assert (await act(admin, case, "decision", loser, **FAKE)).json()["code"] == "case_taken"
    assert [item["id"] for item in await queue(admin, winner, mine=True)] == [case]
    assert (await act(admin, case, "claim", winner)).status_code == 200
    kinds = [event["type"].split(".")[2] for event in await admin.recorded(case)]
    assert kinds.count("CaseClaimed") == 1, "claimed again meanwhile is claimed once"
    assert (await case_about(admin, product, state="claimed"))["id"] == case
    clock.forward(minutes=31)
    try:
        assert (await case_about(admin, product, state="open"))["claimedBy"] is None
        assert (await act(admin, case, "claim", loser)).status_code == 200
    finally:
        clock.reset()


async def test_decision_is_published_with_services_that_applied_it(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    await report(admin, product, reporter=OTHER, reports=2)
    case = (await case_about(admin, product))["id"]
    for wrong in (
        {"decision": "hide"}, {"decision": "restore"}, {"decision": "suspend"}, {"decision": "warn", "days": 3},
    ):  # fmt: skip
        assert (await act(admin, case, "decision", **(FAKE | wrong))).json()["code"] == "wrong_decision"
    decided = (await act(admin, case, "decision", **FAKE)).json()
    assert (decided["case"]["state"], decided["acknowledgements"][0]["doneAt"]) == ("decided", None)
    event = (await admin.recorded(case))[-1]
    assert event["type"] == "wangi.admin.CaseDecided.v1"
    assert (event["data"]["decision"], event["data"]["reporterIds"]) == ("take_down", [BUYER, OTHER])
    assert FAKE["words"] not in str(event)
    again = await act(admin, case, "decision", **FAKE)
    assert (again.status_code, len(await admin.recorded(case))) == (200, 4)
    assert (await act(admin, case, "decision", RAHIM, **FAKE)).json()["code"] == "case_over"
    await admin.deliver(taken_down(product, case))
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=AISYAH)).json()
    assert (page["case"]["state"], page["acknowledgements"][0]["outcome"]) == ("closed", "done")
    assert [step["step"] for step in page["steps"]] == ["opened", "decided"]
    assert page["steps"][1]["words"] == FAKE["words"]
    await report(admin, product, reports=3)
    assert (await case_about(admin, product))["id"] != case


async def test_appeal_is_decided_by_another_staff_member(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product)
    case = (await case_about(admin, product))["id"]
    await act(admin, case, "decision", **FAKE)
    appeal = ListingAppealed(product_id=product, seller_id=SELLER, appeals=1, appealed_at=now())
    await admin.deliver(taken_down(product, case), appeal)
    assert (await queue(admin, kind="listing"))[0]["id"] == case
    back: dict[str, Any] = {"decision": "restore", "reason": "other", "words": "The acknowledgement fits."}
    for what in ("claim", "decision"):
        refused = await act(admin, case, what, **(back if what == "decision" else {}))
        assert refused.json()["code"] == "needs_another"
    assert (await act(admin, case, "decision", RAHIM, **FAKE)).json()["code"] == "wrong_decision"
    page = (await act(admin, case, "decision", RAHIM, **back)).json()
    assert (page["case"]["state"], page["case"]["decision"]) == ("decided", "restore")
    assert [step["step"] for step in page["steps"]] == ["opened", "decided", "appealed", "decided"]


async def test_removal_without_report_opens_an_appealable_case(admin: Service) -> None:
    product = next(_numbers)
    appeal = ListingAppealed(product_id=product, seller_id=SELLER, appeals=1, appealed_at=now())
    await admin.deliver(taken_down(product, None, reason="staff"), appeal)
    case = await case_about(admin, product, state="appealed")
    assert (await act(admin, case["id"], "claim")).json()["code"] == "needs_another"
    assert (await act(admin, case["id"], "claim", RAHIM)).status_code == 200


async def test_message_and_person_cases_are_answered_by_other_services(admin: Service) -> None:
    number = next(_numbers)
    usual: dict[str, Any] = {"reporter_id": BUYER, "reason": "scam", "reported_at": now()}
    await admin.deliver(
        MessageReported(report_id=number, about_id=number, message_id=number, **usual),
        MessageReported(report_id=number + 1, about_id=number, message_id=None, **usual),
    )
    kinds = {item["kind"]: item["id"] for item in await queue(admin) if item["subjectId"] == number}
    assert set(kinds) == {"message", "person"}
    fields: dict[str, Any] = {"reason": "scam", "words": "Asked for money at once."}
    assert (await act(admin, kinds["message"], "decision", decision="hide", **fields)).status_code == 200
    suspended = await act(admin, kinds["person"], "decision", decision="suspend", days=7, **fields)
    assert suspended.status_code == 200
    hidden = MessageHidden(
        case_id=kinds["message"],
        message_id=number,
        sender_id=number,
        reason="scam",
        outcome="done",
        hidden_at=now(),
    )
    taken = SanctionImposed(
        case_id=kinds["person"], user_id=number, sanction="suspend", outcome="refused", taken_at=now()
    )
    await admin.deliver(hidden, taken)
    pages = [
        (await admin.http.get(f"/api/admin/cases/{kind}", headers=AISYAH)).json() for kind in kinds.values()
    ]
    assert {page["acknowledgements"][0]["service"] for page in pages} == {"messaging", "auth"}
    assert {page["case"]["state"] for page in pages} == {"closed"}
    assert [page["othersAbout"] for page in pages] == [1, 1]


async def test_staff_cannot_decide_own_case_and_old_cases_expire(admin: Service) -> None:
    product = next(_numbers)
    await report(admin, product, seller_id=61)
    case = (await case_about(admin, product, RAHIM))["id"]
    assert (await act(admin, case, "claim")).json()["code"] == "own_case"
    for path in (f"cases/{case}", "cases/about/61", "risk/about/61"):
        answer = await admin.http.get(f"/api/admin/{path}", headers=AISYAH)
        assert (answer.status_code, answer.json()["code"]) == (409, "own_case"), path
        assert "decide" not in answer.json()["message"], "reading is refused, too"
    dismissed: dict[str, Any] = {"decision": "dismiss", "reason": "no_breach", "words": "It is what it says."}
    page = (await act(admin, case, "decision", RAHIM, **dismissed)).json()
    assert (page["case"]["state"], page["acknowledgements"], page["decisions"]) == ("closed", [], [])
    await trim_all(admin.database, clock.about_now() + timedelta(days=401))
    assert await admin.rows("SELECT 1 FROM cases WHERE id = :case", case=case) == []
    assert await admin.rows("SELECT 1 FROM case_steps WHERE case_id = :case", case=case) == []


async def test_staff_who_bid_cannot_decide_about_the_listing(admin: Service) -> None:
    auction = AuctionStory(900, SELLER).bid(61, 1, 0)
    await admin.deliver(*auction.events)
    await report(admin, auction.ids["product_id"])
    case = (await case_about(admin, auction.ids["product_id"]))["id"]
    assert (await act(admin, case, "claim")).json()["code"] == "own_case"
    assert (await act(admin, case, "claim", RAHIM)).status_code == 200


async def test_case_queue_is_paged_and_for_staff_only(admin: Service) -> None:
    for _ in range(53):
        await report(admin, next(_numbers))
    shown: list[int] = []
    params: dict[str, str] | None = {"kind": "listing"}
    while params is not None:
        page = (await admin.http.get("/api/admin/cases", params=params, headers=AISYAH)).json()
        shown += [case["id"] for case in page["cases"]]
        params = {"kind": "listing", "cursor": page["next"]} if page["next"] else None
    assert len(shown) == len(set(shown)) >= 53
    for cursor in ("WzFd", "WyJ4IiwxXQ", "!!"):
        answer = await admin.http.get("/api/admin/cases", params={"cursor": cursor}, headers=AISYAH)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert (await admin.http.get("/api/admin/cases", headers=signed_in(2))).status_code == 403
    assert (await admin.http.get("/api/admin/cases/999999999", headers=AISYAH)).status_code == 404


async def test_staff_see_how_many_reports_and_appeals_are_open(admin: Service) -> None:
    async def waiting() -> dict[str, tuple[int, str | None]]:
        found = await admin.http.get("/api/admin/cases/waiting", headers=AISYAH)
        return {item["what"]: (item["count"], item["since"]) for item in found.json()}

    before, product = await waiting(), next(_numbers)
    await report(admin, product)
    shown = await waiting()
    assert shown["reports"][0] == min(before["reports"][0] + 1, 100)
    assert shown["reports"][1] is not None
    assert shown["appeals"] == before["appeals"]
