import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from libs.contracts.events.admin import CaseDecided, CaseKind, SanctionAppealDecided
from libs.kit.testing import Service, signed_in
from services.messaging.tests.makers import BUYER, SELLER, THIRD, delivered, know_people, thread
from services.messaging.tests.test_reviews import of_deal, of_seller, rate, review
from services.messaging.tests.test_staff_orders import bought
from tests.support.staff_record import changes_in, changes_of_case, events_in

pytestmark = pytest.mark.servers
STAFF = signed_in(61, "aisyah", roles=("admin",))
REPORTS = "/api/admin/messages/reports"
_cases = itertools.count(95_000)


async def hide(messaging: Service, kind: CaseKind, subject: int, about: int) -> dict[str, Any]:
    case = next(_cases)
    event = CaseDecided(
        case_id=case, kind=kind, subject_id=subject, about_id=about, by_admin_id=61, decision="hide",
        reason="harassment", days=None, reporter_ids=[], decided_at=datetime.now(UTC),
    )  # fmt: skip
    assert await messaging.deliver(event) == ["handled"]
    (answer,) = await messaging.recorded(f"hidden-{case}")
    data: dict[str, Any] = answer["data"]
    return data


async def grant_appeal(messaging: Service, case: int, kind: CaseKind, subject: int, about: int) -> Any:
    event = SanctionAppealDecided(
        case_id=case, kind=kind, subject_id=subject, about_id=about, by_admin_id=62, sanction="hide", granted=True,
        reason="no_breach", decided_at=datetime.now(UTC),
    )  # fmt: skip
    assert await messaging.deliver(event) == ["handled"]
    return await messaging.recorded(f"hidden-{case}")


async def test_staff_read_reported_message_in_context_and_hide_it(
    messaging: Service,
) -> None:
    await know_people(messaging)
    body = {"receiverId": BUYER, "content": "Pay me outside."}
    sent = (await messaging.http.post("/api/messages", json=body, headers=signed_in(THIRD))).json()
    query = {"kind": "message", "subjectId": sent["id"], "aboutId": THIRD}
    assert (await messaging.http.get(REPORTS, params=query, headers=STAFF)).status_code == 404
    complaint = {"reason": "scam", "messageId": sent["id"], "words": "He wants my bank's code."}
    await messaging.http.post(f"/api/conversations/{THIRD}/reports", json=complaint, headers=signed_in(BUYER))
    assert (await messaging.http.get(REPORTS, params=query, headers=signed_in(BUYER))).status_code == 403
    own = await messaging.http.get(REPORTS, params=query, headers=signed_in(THIRD, roles=("moderator",)))
    assert (own.status_code, own.json()["code"]) == (403, "conflict_of_interest"), (
        "it names who reported them"
    )
    (seen,) = (await messaging.http.get(REPORTS, params=query, headers=STAFF)).json()
    assert (seen["words"], seen["said"][-1]["content"], seen["said"][-1]["username"]) == (
        complaint["words"], body["content"], "raj",
    )  # fmt: skip
    (report,) = await messaging.rows("SELECT id FROM message_reports WHERE message_id = :id", id=sent["id"])
    (read,) = await messaging.recorded(f"read-{report['id']}")
    assert (read["data"]["byAdminId"], read["data"]["reportIds"]) == (61, [report["id"]])
    assert "outside" not in str(read)
    done = await hide(messaging, "message", sent["id"], THIRD)
    assert done["outcome"] == "done"
    assert (await thread(messaging, BUYER, THIRD))[-1]["content"] == ""
    answer = (await grant_appeal(messaging, done["caseId"], "message", sent["id"], THIRD))[-1]
    assert (answer["type"].split(".")[2], answer["data"]["outcome"]) == ("HidingAppealAnswered", "gone")
    assert (await thread(messaging, BUYER, THIRD))[-1]["content"] == "", "its words were deleted"
    assert (await hide(messaging, "message", sent["id"], THIRD))["outcome"] == "already"
    assert (await hide(messaging, "message", 10**12, THIRD))["outcome"] == "gone"


async def test_hidden_review_is_not_shown_or_counted(messaging: Service, catalog: Service) -> None:
    await know_people(messaging)
    deal_id, card = await delivered(messaging, catalog)
    written = (await review(messaging, card, rating=1, comment="Ask her brother.")).json()
    path = f"/api/reviews/{written['id']}/reports"
    report = {"reason": "harassment", "words": "It is about my family."}
    assert (await messaging.http.post(path, json=report, headers=signed_in(SELLER))).status_code == 404
    await rate(messaging, deal_id)
    before = (await of_seller(messaging))["total"]
    assert (await messaging.http.post(path, json=report, headers=signed_in(BUYER))).status_code == 404
    for _ in range(2):
        assert (await messaging.http.post(path, json=report, headers=signed_in(SELLER))).status_code == 200
    query = {"kind": "review", "subjectId": written["id"], "aboutId": BUYER}
    (seen,) = (await messaging.http.get(REPORTS, params=query, headers=STAFF)).json()
    assert seen["said"][0]["content"] == "Ask her brother."
    answer = await hide(messaging, "review", written["id"], BUYER)
    assert (answer["outcome"], answer["wasPublic"], answer["ratingTenths"]) == ("done", True, 10)
    after = await of_seller(messaging)
    assert after["total"] == before - 1
    assert written["id"] not in [item["id"] for item in after["reviews"]]
    assert (await of_deal(messaging, SELLER, deal_id))["theirs"] is None
    other = await hide(messaging, "review", written["id"], BUYER)
    assert (other["outcome"], other["wasPublic"]) == ("done", False), "the writer may appeal this one as well"
    assert await changes_of_case(messaging, other["caseId"]) == []
    first = await grant_appeal(messaging, other["caseId"], "review", written["id"], BUYER)
    assert first[-1]["data"]["outcome"] == "refused", "the decision of the other case stands"
    assert not any("ReviewRestored" in item["type"] for item in first)
    assert (await of_seller(messaging))["total"] == before - 1
    assert written["id"] not in [item["id"] for item in (await of_seller(messaging))["reviews"]]
    report = await grant_appeal(messaging, answer["caseId"], "review", written["id"], BUYER)
    restored = next(item for item in report if "ReviewRestored" in item["type"])
    assert (restored["data"]["ratingTenths"], restored["data"]["about"]) == (10, "seller")
    again = await of_seller(messaging)
    assert again["total"] == before
    assert written["id"] in [item["id"] for item in again["reviews"]]
    theirs = (await of_deal(messaging, SELLER, deal_id))["theirs"]
    assert theirs["comment"] == "Ask her brother."
    twice = await grant_appeal(messaging, answer["caseId"], "review", written["id"], BUYER)
    assert twice[-1]["data"]["outcome"] == "already"
    assert (await of_seller(messaging))["total"] == before


async def test_hiding_is_published_once_with_before_and_after(messaging: Service) -> None:
    await know_people(messaging)
    body = {"receiverId": BUYER, "content": "Pay me outside."}
    sent = (await messaging.http.post("/api/messages", json=body, headers=signed_in(THIRD))).json()
    hidden = await hide(messaging, "message", sent["id"], THIRD)
    assert await changes_of_case(messaging, hidden["caseId"]) == [
        ("hide_message", sent["id"], {"isHidden": (False, True)})
    ]
    again = await hide(messaging, "message", sent["id"], THIRD)
    assert await changes_of_case(messaging, again["caseId"]) == []


async def test_manual_order_change_has_before_and_after(messaging: Service, catalog: Service) -> None:
    await know_people(messaging)
    deal_id, _ = await bought(messaging, catalog)
    body = {"status": "processing", "reason": "courier", "words": "The courier shows where it is."}
    path = f"/api/admin/orders/{deal_id}/status"
    answer = await messaging.http.patch(path, json=body, headers=STAFF)
    assert await changes_in(messaging, answer) == [
        ("set_status", deal_id, {"status": ("pending", "processing")})
    ]
    (event,) = await events_in(messaging, answer.headers["x-request-id"], "ChangedByStaff")
    assert (event["data"]["reason"], event["data"]["byAdminId"]) == ("courier", 61)
