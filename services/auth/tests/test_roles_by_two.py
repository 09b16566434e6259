import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, an_admin, one_of_the_staff
from services.auth.tests.test_sessions import claims_of
from tests.support.staff_record import changes_in

pytestmark = pytest.mark.servers


async def says(admin: Person, person: Person, role: str, reason: str = "Answers letters") -> Any:
    body = {"role": role, "reason": reason}
    return await admin.call("PATCH", f"/api/admin/users/{person.id}/role", json=body)


async def takes_back(admin: Person, person: Person) -> Any:
    return await admin.call("DELETE", f"/api/admin/users/{person.id}/role")


async def page(admin: Person, person: Person) -> Any:
    return (await admin.call("GET", f"/api/admin/users/{person.id}")).json()


async def test_role_needs_two_admins(auth: Service) -> None:
    one, other, person = await an_admin(auth), await an_admin(auth), await a_person(auth)
    asked = await says(one, person, "support")
    assert (asked.status_code, asked.json()["staffRole"]) == (200, None)
    assert await changes_in(auth, asked) == [("ask_role", person.id, {"roleAsked": (None, "support")})]
    waiting = (await page(other, person))["roleAsked"]
    assert (waiting["byAdminId"], waiting["role"], waiting["reason"]) == (
        one.id,
        "support",
        "Answers letters",
    )
    alone = await says(one, person, "support")
    assert (alone.status_code, alone.json()["code"]) == (409, "second_person_needed")
    assert (await page(other, person))["account"]["staffRole"] is None
    agreed = await says(other, person, "support")
    assert agreed.json()["staffRole"] == "support"
    assert await changes_in(auth, agreed) == [("make_support", person.id, {"staffRole": (None, "support")})]
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 401, "sessions of before end"
    await person.sign_in()
    assert "support" in claims_of(person.token)["roles"]
    shown = await page(one, person)
    assert shown["roleAsked"] is None
    acts = [(act["act"], act["byAdminId"]) for act in shown["acts"]]
    assert acts == [("make_support", other.id), ("ask_role", one.id)]


async def test_role_removal_needs_two_admins(auth: Service) -> None:
    one, other = await an_admin(auth), await an_admin(auth)
    staffer = await one_of_the_staff(auth, "moderator")
    assert (await says(one, staffer, "none", "Left")).json()["staffRole"] == "moderator"
    assert (await staffer.call("GET", "/api/admin/users")).status_code == 200
    assert (await says(other, staffer, "none", "Left")).json()["staffRole"] is None
    assert (await staffer.call("GET", "/api/admin/users")).status_code == 401
    await staffer.sign_in()
    assert (await staffer.call("GET", "/api/admin/users")).status_code == 403
    assert await changes_in(auth, await says(one, staffer, "none", "Left")) == [], "it is so already"


async def test_other_role_is_a_new_request_and_either_admin_withdraws(auth: Service) -> None:
    one, other, person = await an_admin(auth), await an_admin(auth), await a_person(auth)
    await says(one, person, "support")
    assert (await says(other, person, "finance")).json()["staffRole"] is None
    waiting = (await page(one, person))["roleAsked"]
    assert (waiting["byAdminId"], waiting["role"]) == (other.id, "finance")
    back = await takes_back(one, person)
    assert await changes_in(auth, back) == [("withdraw_role", person.id, {"roleAsked": ("finance", None)})]
    assert (await page(one, person))["roleAsked"] is None
    assert await changes_in(auth, await takes_back(one, person)) == []
    assert (await says(other, person, "finance")).json()["staffRole"] is None, "asked for anew"


async def test_role_request_lapses_after_a_day(auth: Service) -> None:
    one, other, person = await an_admin(auth), await an_admin(auth), await a_person(auth)
    await says(one, person, "support")
    clock.forward(hours=24, minutes=1)
    await other.sign_in()
    assert (await says(other, person, "support")).json()["staffRole"] is None


async def test_role_request_ends_with_its_authors_role(auth: Service) -> None:
    thief, one, other = await an_admin(auth), await an_admin(auth), await an_admin(auth)
    person = await a_person(auth)
    await says(thief, person, "admin")
    await says(one, thief, "none", "Its browser was stolen")
    assert (await says(other, thief, "none", "Its browser was stolen")).json()["staffRole"] is None
    assert (await says(one, person, "admin")).json()["staffRole"] is None
    assert (await says(other, person, "admin")).json()["staffRole"] == "admin"


async def test_concurrent_admins_make_one_request_and_one_approval(auth: Service) -> None:
    admins, person = [await an_admin(auth) for _ in range(3)], await a_person(auth)
    answers = await asyncio.gather(*(says(admin, person, "support") for admin in admins))
    assert sorted(str(answer.json()["staffRole"]) for answer in answers) == ["None", "support", "support"]
    acts = [act["act"] for act in (await page(admins[0], person))["acts"]]
    assert acts == ["make_support", "ask_role"]


async def test_own_role_and_non_admin_role_changes_are_refused(auth: Service) -> None:
    admin, person = await an_admin(auth), await a_person(auth)
    for answer in (await says(admin, admin, "none"), await takes_back(admin, admin)):
        assert (answer.status_code, answer.json()["code"]) == (403, "own_role")
    for staffer in (await one_of_the_staff(auth, "moderator"), person):
        assert (await says(staffer, person, "admin")).status_code == 403
        assert (await takes_back(staffer, person)).status_code == 403
    unknown = await admin.call(
        "PATCH", "/api/admin/users/999999999/role", json={"role": "none", "reason": "x"}
    )
    assert unknown.status_code == 404
    for body in (
        {"role": "owner", "reason": "x"},
        {"role": "admin"},
        {"role": "admin", "reason": "x", "more": 1},
    ):
        wrong = await admin.call("PATCH", f"/api/admin/users/{person.id}/role", json=body)
        assert wrong.status_code == 422
    banned = {"isBanned": True, "reason": "fakes"}
    await admin.call("PATCH", f"/api/admin/users/{person.id}/ban", json=banned)
    refused = await says(admin, person, "support")
    assert (refused.status_code, refused.json()["code"]) == (409, "banned_cannot_serve")
