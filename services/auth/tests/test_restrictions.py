import itertools
from typing import Any

import pytest

from libs.contracts.events.admin import CaseKind, SanctionAppealDecided
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, an_admin, mails_to
from services.auth.tests.test_case_notifications import decided
from services.auth.tests.test_notifications import notifications_of
from services.auth.tests.test_sanctions import appeal_decided, outcome, suspended_until

pytestmark = pytest.mark.servers
_cases = itertools.count(970_000)


async def restrict(staff: Person, person: Person, what: str, **form: Any) -> None:
    usual = {"reason": "Sold fake bottles.", "code": "counterfeit"}
    verb = "PATCH" if what == "ban" else "POST"
    answer = await staff.call(verb, f"/api/admin/users/{person.id}/{what}", json=usual | form)
    assert answer.status_code == 200, answer.text


async def newest_act(auth: Service, person: Person) -> dict[str, Any]:
    rows = await auth.rows(
        "SELECT id, act, code, lifts_id FROM staff_acts WHERE user_id = :id ORDER BY id", id=person.id
    )
    return dict(rows[-1])


def granted(person: Person, act: int, sanction: Any, *, is_granted: bool = True) -> SanctionAppealDecided:
    return SanctionAppealDecided(
        case_id=next(_cases), kind="sanction", subject_id=act, about_id=person.id, by_admin_id=62, sanction=sanction,
        granted=is_granted, reason="no_breach", decided_at=clock.about_now(),
    )  # fmt: skip


async def lifted(auth: Service, case: int) -> list[str]:
    context = await auth.recorded(f"case-{case}")
    return [event["data"]["outcome"] for event in context if "SanctionLifted" in event["type"]]


async def test_banned_person_reads_reason_and_returns_after_granted_appeal(
    auth: Service,
) -> None:
    staff, person = await an_admin(auth), await a_person(auth)
    await person.call("PATCH", f"/api/user/{person.id}", json={"language": "ms"})
    await restrict(staff, person, "ban", isBanned=True)
    act = await newest_act(auth, person)
    assert (act["act"], act["code"]) == ("ban", "counterfeit")
    (event,) = await auth.recorded(f"act-{act['id']}")
    assert (event["data"]["sanction"], event["data"]["reason"], event["data"]["days"]) == (
        "ban",
        "counterfeit",
        None,
    )
    assert "fake" not in str(event)
    mail = next(item for item in await mails_to(auth, person.form["email"]) if "disekat" in item.subject)
    assert "nampak seperti barang tiruan: Sold fake bottles." in mail.text
    assert f"/cases/sanctions/{act['id']}" in mail.text
    assert (await person.sign_in()).status_code == 200, "they sign in to appeal"
    newest = (await notifications_of(person))[0]
    assert (newest["kind"], newest["link"]) == ("banned", f"/cases/sanctions/{act['id']}")
    stays = granted(person, act["id"], "ban", is_granted=False)
    await auth.deliver(stays)
    assert ((await notifications_of(person))[0]["kind"], await lifted(auth, stays.case_id)) == (
        "sanction_upheld",
        [],
    )
    appeal = granted(person, act["id"], "ban")
    await auth.deliver(appeal)
    assert await lifted(auth, appeal.case_id) == ["done"]
    await person.sign_in()
    assert (await person.call("GET", "/api/v1/auth/me")).json()["isBanned"] is False
    newest = (await notifications_of(person))[0]
    assert (newest["kind"], newest["link"]) == ("sanction_lifted", f"/cases/sanctions/{act['id']}")
    again = granted(person, act["id"], "ban")
    await auth.deliver(again)
    assert await lifted(auth, again.case_id) == ["already"]


async def test_appeal_of_other_ban_lifts_nothing(auth: Service) -> None:
    staff, person, other = await an_admin(auth), await a_person(auth), await a_person(auth)
    await restrict(staff, person, "ban", isBanned=True)
    first = await newest_act(auth, person)
    await restrict(staff, person, "ban", isBanned=False)
    await restrict(staff, person, "ban", isBanned=True)
    old = granted(person, first["id"], "ban")
    await auth.deliver(old)
    assert await lifted(auth, old.case_id) == ["already"]
    foreign = granted(other, (await newest_act(auth, person))["id"], "ban")
    await auth.deliver(foreign)
    assert await lifted(auth, foreign.case_id) == ["gone"]
    rows = await auth.rows("SELECT is_banned FROM users WHERE id = :id", id=person.id)
    assert rows[0]["is_banned"] is True


async def test_withdrawn_manual_suspension_restores_earlier_one(
    auth: Service,
) -> None:
    staff, person = await an_admin(auth), await a_person(auth)
    case = decided(person, "suspend", days=3)
    await auth.deliver(case)
    three = await suspended_until(auth, person)
    await restrict(staff, person, "suspend", days=20)
    act = await newest_act(auth, person)
    appeal = granted(person, act["id"], "suspend")
    await auth.deliver(appeal)
    assert (await suspended_until(auth, person), await lifted(auth, appeal.case_id)) == (three, ["done"])
    assert (await newest_act(auth, person))["lifts_id"] == act["id"]
    await auth.deliver(granted(person, act["id"], "suspend"))
    assert await suspended_until(auth, person) == three
    await auth.deliver(appeal_decided(case))
    assert (await suspended_until(auth, person), await outcome(auth, case)) == (None, ["done"])


async def test_unknown_reason_code_is_refused_and_words_are_shown(
    auth: Service,
) -> None:
    staff, person = await an_admin(auth), await a_person(auth)
    path = f"/api/admin/users/{person.id}/suspend"
    for code in ("no_breach", "nonsense", 7, None):
        form = {"days": 3, "reason": "A look", "code": code}
        assert (await staff.call("POST", path, json=form)).status_code == 422
    await staff.call("POST", path, json={"days": 3, "reason": "Sent no parcels"})
    mail = next(item for item in await mails_to(auth, person.form["email"]) if "suspended" in item.subject)
    assert "Reason: Sent no parcels" in mail.text
    page = (await staff.call("GET", f"/api/admin/users/{person.id}")).json()
    assert (page["acts"][0]["code"], page["acts"][0]["reason"]) == ("staff", "Sent no parcels")


async def test_writer_and_reporters_are_notified_of_hidden_content_appeals(
    auth: Service,
) -> None:
    writer, reporter = await a_person(auth), await a_person(auth)
    expected: dict[CaseKind, str] = {"message": "hidden_message_lifted", "review": "hidden_review_lifted"}
    for kind, notified_kind in expected.items():
        event = SanctionAppealDecided(
            case_id=next(_cases), kind=kind, subject_id=9, about_id=writer.id, by_admin_id=62, sanction="hide",
            granted=True, reason="no_breach", reporter_ids=[reporter.id], decided_at=clock.about_now(),
        )  # fmt: skip
        await auth.deliver(event)
        newest = (await notifications_of(writer))[0]
        assert (newest["kind"], newest["link"]) == (notified_kind, f"/cases/{event.case_id}")
        mail = (await mails_to(auth, writer.form["email"]))[-1]
        assert mail.subject == "Your appeal was granted"
        assert f"your {kind}" in mail.text.casefold()
        assert await lifted(auth, event.case_id) == []
    assert {notification["kind"] for notification in await notifications_of(reporter)} == {"report_revised"}
