"""People of the staff may do what their role has to do with, and no more."""

import pytest

from libs.kit.testing import Service
from services.auth.domain.standing import StaffRole
from services.auth.service import staff
from services.auth.tests.people import a_person, an_admin, one_of_the_staff
from services.auth.tests.test_sessions import claims_of

pytestmark = pytest.mark.servers
USERS = "/api/admin/users"
ROLES: tuple[StaffRole, ...] = ("support", "moderator", "finance", "admin")


@pytest.mark.parametrize("role", ROLES)
async def test_a_role_is_in_the_token_and_in_what_the_person_reads_of_themself(
    auth: Service, role: StaffRole
) -> None:
    person = await one_of_the_staff(auth, role)
    assert role in claims_of(person.token)["roles"]
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["staffRole"], me["isAdmin"]) == (role, role == "admin")


async def test_a_role_given_or_taken_counts_from_that_moment_on(auth: Service) -> None:
    """P-F1: tokens that say otherwise are void."""
    person = await one_of_the_staff(auth, "moderator")
    other = await a_person(auth)
    ban = {"isBanned": True, "reason": "fake bottles"}
    async with auth.database.transaction() as session:
        changed = await staff.give_role(session, person.id, "support", reason="another job")
    await auth.app.state.auth.announce(changed)
    assert (await person.call("GET", USERS)).status_code == 401
    await person.sign_in()
    assert (await person.call("GET", USERS)).status_code == 200
    assert (await person.call("PATCH", f"{USERS}/{other.id}/ban", json=ban)).status_code == 403
    async with auth.database.transaction() as session:
        changed = await staff.take_role(session, person.id, reason="left")
    await auth.app.state.auth.announce(changed)
    assert (await person.call("GET", USERS)).status_code == 401
    await person.sign_in()
    assert (await person.call("GET", USERS)).status_code == 403


async def test_what_one_of_the_staff_did_bears_their_name(auth: Service) -> None:
    moderator, person = await one_of_the_staff(auth, "moderator"), await a_person(auth)
    ban = {"isBanned": True, "reason": "fake bottles"}
    assert (await moderator.call("PATCH", f"{USERS}/{person.id}/ban", json=ban)).status_code == 200
    support = await one_of_the_staff(auth, "support")
    (act,) = (await support.call("GET", f"{USERS}/{person.id}/acts")).json()
    assert (act["act"], act["byAdminId"]) == ("ban", moderator.id)


@pytest.mark.parametrize("role", ROLES[:3])
async def test_people_of_the_staff_are_not_banned_or_suspended(auth: Service, role: StaffRole) -> None:
    """ROLE-11, P-F8"""
    admin, person = await an_admin(auth), await one_of_the_staff(auth, role)
    banned = await admin.call("PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": True, "reason": "x"})
    assert (banned.status_code, banned.json()["code"]) == (403, "staff_not_bannable")
    suspended = await admin.call("POST", f"{USERS}/{person.id}/suspend", json={"days": 3, "reason": "x"})
    assert suspended.json()["code"] == "staff_not_bannable"
