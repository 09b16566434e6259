import itertools
from typing import Any

import pytest

from libs.contracts.events.auth import AccountRestricted, SanctionLifted
from libs.contracts.events.messaging import HidingAppealAnswered, MessageHidden, MessageReported
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.admin.tests.test_appeals import (
    KEEP,
    LIFT,
    WORDS,
    appeal,
    events_of,
    look,
    now,
    token_of,
)
from services.admin.tests.test_cases import AISYAH, BUYER, OTHER, RAHIM, act, case_about, queue

pytestmark = pytest.mark.servers
HIDE: dict[str, Any] = {"decision": "hide", "reason": "harassment", "words": "It is about her family."}
_numbers = itertools.count(640_000)


async def restricted(
    admin: Service, sanction: Any, days: int | None = None, by: int | None = 61, asked_by: int | None = None
) -> Any:
    event = AccountRestricted(
        act_id=next(_numbers), user_id=next(_numbers), by_admin_id=by, sanction=sanction, reason="counterfeit",
        days=days, asked_by=asked_by, restricted_at=now(),
    )  # fmt: skip
    assert await admin.deliver(event) == ["handled"]
    return event


def banned(person: int) -> dict[str, str]:
    return signed_in(person, f"person{person}", roles=(), account_status="banned")


async def own_case(admin: Service, event: AccountRestricted, who: dict[str, str]) -> Any:
    return await admin.http.get(f"/api/cases/sanctions/{event.act_id}", headers=who)


async def test_banned_person_appeals_once_and_another_staff_member_decides(admin: Service) -> None:
    event = await restricted(admin, "ban")
    me = banned(event.user_id)
    shown = (await own_case(admin, event, me)).json()
    assert (shown["sanction"], shown["reason"], shown["until"], shown["mayAppeal"]) == (
        "ban", "counterfeit", None, True,
    )  # fmt: skip
    for other in (token_of(BUYER), AISYAH, banned(event.user_id + 1)):
        assert (await own_case(admin, event, other)).status_code == 404
        assert (await appeal(admin, shown["id"], other)).status_code == 404
    assert (await admin.http.get(f"/api/cases/sanctions/{event.act_id}")).status_code == 401
    assert (await appeal(admin, shown["id"], me)).status_code == 201
    assert (await appeal(admin, shown["id"], me, "Something else entirely.")).json()["code"] == (
        "appealed_already"
    )
    assert [item["id"] for item in await queue(admin, kind="sanction", state="appealed")][-1] == shown["id"]
    assert (await act(admin, shown["id"], "decision", **LIFT)).json()["code"] == "needs_another"
    assert (await act(admin, shown["id"], "decision", RAHIM, **LIFT)).status_code == 200
    data = (await admin.recorded(shown["id"]))[-1]["data"]
    assert (data["kind"], data["subjectId"], data["sanction"], data["granted"]) == (
        "sanction", event.act_id, "ban", True,
    )  # fmt: skip
    assert WORDS["words"] not in str(data)
    done = SanctionLifted(
        case_id=shown["id"], user_id=event.user_id, sanction="ban", outcome="done", lifted_at=now()
    )
    await admin.deliver(done)
    assert (await own_case(admin, event, me)).json()["state"] == "lifted"
    assert (await appeal(admin, shown["id"], me, "Please look again.")).json()["code"] == "appealed_already"


async def test_neither_requester_nor_approver_of_ban_decides_its_appeal(admin: Service) -> None:
    event = await restricted(admin, "ban", by=61, asked_by=62)
    me = banned(event.user_id)
    case_id = (await own_case(admin, event, me)).json()["id"]
    assert (await appeal(admin, case_id, me)).status_code == 201
    for item in (AISYAH, RAHIM):
        assert (await act(admin, case_id, "decision", item, **LIFT)).json()["code"] == "needs_another"
    third = signed_in(63, "mei", roles=("admin",))
    assert (await act(admin, case_id, "decision", third, **LIFT)).status_code == 200


async def test_suspension_with_reason_code_is_one_case_of_at_most_thirty_days(
    admin: Service,
) -> None:
    event = await restricted(admin, "suspend", 14, by=None)
    assert await admin.deliver(event) == ["handled"]
    me = token_of(event.user_id)
    shown = (await own_case(admin, event, me)).json()
    assert (shown["sanction"], shown["until"] is not None, shown["state"]) == ("suspend", True, "stands")
    cases = await admin.rows(
        "SELECT id FROM cases WHERE subject_id = :id AND kind = 'sanction'", id=event.act_id
    )
    assert len(cases) == 1, "delivered twice, it is one case"
    assert await events_of(admin, shown["id"]) == []
    clock.forward(days=30, minutes=1)
    try:
        assert (await appeal(admin, shown["id"], token_of(event.user_id))).json()["code"] == "appeal_too_late"
    finally:
        clock.reset()


async def a_hiding(admin: Service, outcome: Any = "done") -> tuple[int, int, int]:
    writer, message = next(_numbers), next(_numbers)
    for reporter in (BUYER, OTHER):
        report = MessageReported(
            report_id=next(_numbers), about_id=writer, message_id=message, reporter_id=reporter,
            reason="harassment", reported_at=now(),
        )  # fmt: skip
        await admin.deliver(report)
    case = int((await case_about(admin, message, state="open"))["id"])
    assert (await act(admin, case, "decision", **HIDE)).status_code == 200
    hidden = MessageHidden(
        case_id=case,
        message_id=message,
        sender_id=writer,
        reason="harassment",
        outcome=outcome,
        hidden_at=now(),
    )
    await admin.deliver(hidden)
    return writer, message, case


async def test_hidden_message_is_appealed_by_its_writer_and_reporters_are_notified(
    admin: Service,
) -> None:
    writer, message, case = await a_hiding(admin)
    me = token_of(writer)
    shown = (await look(admin, case, me)).json()
    assert (shown["sanction"], shown["kind"], shown["subjectId"]) == ("hide", "message", message)
    assert (await look(admin, case, token_of(BUYER))).status_code == 404
    assert (await appeal(admin, case, me)).status_code == 201
    assert (await act(admin, case, "claim")).json()["code"] == "needs_another"
    assert (await act(admin, case, "decision", RAHIM, **LIFT)).status_code == 200
    data = (await admin.recorded(case))[-1]["data"]
    assert (data["sanction"], sorted(data["reporterIds"])) == ("hide", [BUYER, OTHER])
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], page["acknowledgements"][-1]["service"]) == ("decided", "messaging")
    gone = HidingAppealAnswered(
        case_id=case, kind="message", subject_id=message, outcome="gone", answered_at=now()
    )
    await admin.deliver(gone)
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], page["acknowledgements"][-1]["outcome"]) == ("closed", "gone")


async def test_visible_message_cannot_be_appealed_and_hiding_can_be_upheld(admin: Service) -> None:
    writer, _, case = await a_hiding(admin, "already")
    assert (await appeal(admin, case, token_of(writer))).status_code == 404
    writer, _, case = await a_hiding(admin)
    await appeal(admin, case, token_of(writer))
    await act(admin, case, "decision", RAHIM, **KEEP)
    assert (await look(admin, case, token_of(writer))).json()["state"] == "kept"
    page = (await admin.http.get(f"/api/admin/cases/{case}", headers=RAHIM)).json()
    assert (page["case"]["state"], len(page["acknowledgements"])) == ("closed", 1)
