import itertools
from typing import Any

import pytest

from libs.contracts.events.admin import CaseDecided
from libs.contracts.events.catalog import ListingRestored, ListingTakenDown
from libs.contracts.events.messaging import MessageHidden
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, an_admin, mails_to
from services.auth.tests.test_notifications import notifications_of

pytestmark = pytest.mark.servers
_numbers = itertools.count(87_000)


def decided(about: Person, decision: Any, *reporters: Person, **fields: Any) -> CaseDecided:
    usual: dict[str, Any] = {"kind": "person", "reason": "scam", "days": None} | fields
    return CaseDecided(
        case_id=next(_numbers), subject_id=about.id, about_id=about.id, by_admin_id=61, decision=decision,
        reporter_ids=[reporter.id for reporter in reporters], decided_at=clock.about_now(), **usual,
    )  # fmt: skip


async def test_reporters_are_notified_of_the_outcome(auth: Service) -> None:
    seller, amir, raj = await a_person(auth), await a_person(auth), await a_person(auth)
    await auth.deliver(decided(seller, "dismiss", amir, reason="no_breach"))
    await auth.deliver(decided(seller, "take_down", amir, raj, kind="listing"))
    assert [notification["kind"] for notification in await notifications_of(amir)] == [
        "report_acted",
        "report_dismissed",
    ]
    assert [notification["kind"] for notification in await notifications_of(raj)] == ["report_acted"]
    assert await notifications_of(seller) == []


async def test_seller_is_notified_of_removal_and_restoration_in_own_language(
    auth: Service,
) -> None:
    seller = await a_person(auth)
    await seller.call("PATCH", f"/api/user/{seller.id}", json={"language": "ms"})
    usual: dict[str, Any] = {
        "product_id": next(_numbers), "seller_id": seller.id, "name": "Rose Parlour", "case_id": None,
        "by_admin_id": 61,
    }  # fmt: skip
    down: dict[str, Any] = usual | {"reason": "counterfeit", "taken_down_at": clock.about_now()}
    await auth.deliver(
        ListingTakenDown(**down, outcome="done"), ListingTakenDown(**down, outcome="already"),
        ListingRestored(**usual, outcome="done", restored_at=clock.about_now()),
    )  # fmt: skip
    back, gone = await notifications_of(seller)
    assert gone["body"] == (
        "Rose Parlour dikeluarkan: nampak seperti barang tiruan. Anda boleh membuat rayuan di papan pemuka anda."
    )
    assert back["kind"] == "listing_restored"
    hidden = MessageHidden(
        case_id=1,
        message_id=2,
        sender_id=seller.id,
        reason="spam",
        outcome="done",
        hidden_at=clock.about_now(),
    )
    await auth.deliver(hidden, decided(seller, "uphold", kind="listing"))
    assert [notification["kind"] for notification in await notifications_of(seller)][:2] == [
        "appeal_upheld",
        "message_hidden",
    ]
    assert "Satu iklan anda dikeluarkan" in {
        mail.subject for mail in await mails_to(auth, seller.form["email"])
    }


async def test_person_is_warned_or_suspended_but_staff_are_not(auth: Service) -> None:
    person, staff = await a_person(auth), await an_admin(auth)
    warned, away = decided(person, "warn"), decided(person, "suspend", days=7)
    shorter, refused = decided(person, "suspend", days=2), decided(staff, "warn")
    await auth.deliver(warned, away, shorter, refused)
    outcomes = [
        (await auth.recorded(f"case-{item.case_id}"))[0]["data"]["outcome"]
        for item in (warned, away, shorter, refused)
    ]
    assert outcomes == ["done", "done", "already", "refused"]
    assert [notification["kind"] for notification in await notifications_of(person)] == [
        "suspended",
        "warned",
    ]
    acts = await auth.rows("SELECT act FROM staff_acts WHERE user_id = :id ORDER BY id", id=person.id)
    assert [act["act"] for act in acts] == ["warn", "suspend"]
    assert await notifications_of(staff) == []
