from datetime import datetime
from typing import Any

import pytest

from libs.contracts.events.admin import CaseDecided, SanctionAppealDecided
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.staff.rules import SuspensionAct, suspended_by
from services.auth.tests.people import Person, a_person, an_admin, mails_to
from services.auth.tests.test_case_notifications import decided
from services.auth.tests.test_notifications import notifications_of


def appeal_decided(sanction: CaseDecided, granted: bool = True) -> SanctionAppealDecided:
    assert sanction.decision == "warn" or sanction.decision == "suspend"
    return SanctionAppealDecided(
        **sanction.model_dump(include={"case_id", "kind", "subject_id", "about_id"}), by_admin_id=62,
        sanction=sanction.decision, granted=granted, reason="no_breach" if granted else "scam",
        decided_at=clock.about_now(),
    )  # fmt: skip


async def suspended_until(auth: Service, person: Person) -> datetime | None:
    (row,) = await auth.rows("SELECT suspended_until FROM users WHERE id = :id", id=person.id)
    until: datetime | None = row["suspended_until"]
    return until


async def outcome(auth: Service, sanction: CaseDecided) -> Any:
    events = [
        event
        for event in await auth.recorded(f"case-{sanction.case_id}")
        if "SanctionLifted" in event["type"]
    ]
    return [event["data"]["outcome"] for event in events]


@pytest.mark.servers
async def test_granted_appeal_ends_the_suspension(auth: Service) -> None:
    person = await a_person(auth)
    await person.call("PATCH", f"/api/user/{person.id}", json={"language": "ms"})
    away = decided(person, "suspend", days=7)
    await auth.deliver(away)
    assert await suspended_until(auth, person) is not None
    assert (await notifications_of(person))[0]["link"] == f"/cases/{away.case_id}"
    granted = appeal_decided(away)
    await auth.deliver(granted)
    assert await suspended_until(auth, person) is None
    event = next(
        item for item in (await auth.recorded(str(person.id)))[::-1] if "UserSuspended" in item["type"]
    )
    assert event["data"]["until"] == event["data"]["suspendedAt"]
    newest = (await notifications_of(person))[0]
    assert (newest["kind"], newest["title"]) == ("sanction_lifted", "Rayuan anda diterima")
    assert newest["link"] == f"/cases/{away.case_id}"
    assert "Rayuan anda diterima" in {mail.subject for mail in await mails_to(auth, person.form["email"])}
    assert await outcome(auth, away) == ["done"]
    await auth.deliver(granted)
    assert await outcome(auth, away) == ["done", "already"], "delivered twice, nothing is left to do"
    acts = await auth.rows("SELECT act FROM staff_acts WHERE user_id = :id ORDER BY id", id=person.id)
    assert [act["act"] for act in acts] == ["suspend", "lift"]


@pytest.mark.servers
async def test_sign_in_during_a_lifted_suspension_succeeds(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = await a_person(auth)
    away = decided(person, "suspend", days=7)
    await auth.deliver(away)
    passwords = auth.app.state.auth.passwords
    verify = passwords.verify

    async def slowly(password: str, stored: str | None) -> bool:
        fits = bool(await verify(password, stored))
        if await suspended_until(auth, person) is not None:
            await auth.deliver(appeal_decided(away))
        return fits

    monkeypatch.setattr(passwords, "verify", slowly)
    answer = await person.elsewhere().sign_in()
    assert answer.status_code == 200, answer.text
    assert await suspended_until(auth, person) is None


@pytest.mark.servers
async def test_rejected_appeal_changes_nothing_and_notifies(auth: Service) -> None:
    person = await a_person(auth)
    away = decided(person, "suspend", days=7)
    await auth.deliver(away)
    before = await suspended_until(auth, person)
    await auth.deliver(appeal_decided(away, granted=False))
    assert await suspended_until(auth, person) == before
    assert await outcome(auth, away) == []
    assert [notification["kind"] for notification in await notifications_of(person)] == [
        "sanction_upheld",
        "suspended",
    ]


@pytest.mark.servers
async def test_later_sanction_survives_a_granted_appeal(auth: Service) -> None:
    person, staff = await a_person(auth), await an_admin(auth)
    first, second = decided(person, "suspend", days=3), decided(person, "suspend", days=9)
    await auth.deliver(first, second)
    nine = await suspended_until(auth, person)
    await auth.deliver(appeal_decided(first))
    assert (await suspended_until(auth, person), await outcome(auth, first)) == (nine, ["already"])
    form = {"days": 20, "reason": "A card that was not theirs"}
    by_hand = await staff.call("POST", f"/api/admin/users/{person.id}/suspend", json=form)
    assert by_hand.status_code == 200
    twenty = await suspended_until(auth, person)
    await auth.deliver(appeal_decided(second))
    assert (await suspended_until(auth, person), await outcome(auth, second)) == (twenty, ["already"])


@pytest.mark.servers
async def test_earlier_suspension_applies_again_after_appeal(auth: Service) -> None:
    person = await a_person(auth)
    first, second = decided(person, "suspend", days=3), decided(person, "suspend", days=9)
    await auth.deliver(first)
    three = await suspended_until(auth, person)
    await auth.deliver(second, appeal_decided(second))
    assert (await suspended_until(auth, person), await outcome(auth, second)) == (three, ["done"])
    await auth.deliver(appeal_decided(first))
    assert (await suspended_until(auth, person), await outcome(auth, first)) == (None, ["done"])


@pytest.mark.servers
async def test_warning_is_withdrawn_and_case_without_effect_has_nothing_to_lift(
    auth: Service,
) -> None:
    person = await a_person(auth)
    warned, unknown = decided(person, "warn"), decided(person, "suspend", days=5)
    await auth.deliver(warned, appeal_decided(warned), appeal_decided(unknown))
    assert (await outcome(auth, warned), await outcome(auth, unknown)) == (["done"], ["gone"])
    acts = await auth.rows(
        "SELECT act, by_admin_id, case_id FROM staff_acts WHERE user_id = :id ORDER BY id", id=person.id
    )
    assert [(act["act"], act["by_admin_id"], act["case_id"]) for act in acts] == [
        ("warn", 61, warned.case_id), ("lift", 62, warned.case_id),
    ]  # fmt: skip


def day(number: int) -> datetime:
    return datetime.fromisoformat(f"2026-11-{number:02}T00:00:00+00:00")


@pytest.mark.parametrize(
    ("acts", "until"),
    [
        ([], None),
        ([SuspensionAct(1, day(3)), SuspensionAct(2, day(9))], day(9)),
        ([SuspensionAct(1, day(3)), SuspensionAct(1, None, takes_back=True)], None),
        (
            [SuspensionAct(1, day(3)), SuspensionAct(2, day(9)), SuspensionAct(2, day(3), takes_back=True)],
            day(3),
        ),
        ([SuspensionAct(1, day(9)), SuspensionAct(None, day(2))], day(2)),
        ([SuspensionAct(1, day(9)), SuspensionAct(None, None)], None),
    ],
)
def test_manual_suspension_replaces_all_and_longest_case_applies(
    acts: list[SuspensionAct], until: datetime | None
) -> None:
    assert suspended_by(acts) == until
