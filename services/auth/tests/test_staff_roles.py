import pytest

from libs.kit.testing import Service
from services.auth.staff.rules import StaffRole
from services.auth.staff.service import give_role, take_role
from services.auth.tests.people import a_person, an_admin, one_of_the_staff
from services.auth.tests.test_sessions import claims_of
from tests.support.staff_record import changes_in, events_in, fields_of

pytestmark = pytest.mark.servers


USERS = "/api/admin/users"


ROLES: tuple[StaffRole, ...] = ("support", "moderator", "finance", "admin")


@pytest.mark.parametrize("role", ROLES)
async def test_staff_role_is_in_token_and_own_profile(auth: Service, role: StaffRole) -> None:
    person = await one_of_the_staff(auth, role)
    assert role in claims_of(person.token)["roles"]
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["staffRole"], me["isAdmin"]) == (role, role == "admin")


async def test_role_change_voids_older_tokens(auth: Service) -> None:
    """P-F1"""
    person = await one_of_the_staff(auth, "moderator")
    other = await a_person(auth)
    ban = {"isBanned": True, "reason": "fake bottles"}
    async with auth.database.transaction() as session:
        changed = await give_role(session, person.id, "support", reason="another job")
    await auth.app.state.auth.announce(changed)
    assert (await person.call("GET", USERS)).status_code == 401
    await person.sign_in()
    assert (await person.call("GET", USERS)).status_code == 200
    assert (await person.call("PATCH", f"{USERS}/{other.id}/ban", json=ban)).status_code == 403
    async with auth.database.transaction() as session:
        changed = await take_role(session, person.id, reason="left")
    await auth.app.state.auth.announce(changed)
    assert (await person.call("GET", USERS)).status_code == 401
    await person.sign_in()
    assert (await person.call("GET", USERS)).status_code == 403


async def test_staff_action_names_its_actor(auth: Service) -> None:
    moderator, person = await one_of_the_staff(auth, "moderator"), await a_person(auth)
    ban = {"isBanned": True, "reason": "fake bottles"}
    assert (await moderator.call("PATCH", f"{USERS}/{person.id}/ban", json=ban)).status_code == 200
    support = await one_of_the_staff(auth, "support")
    (act,) = (await support.call("GET", f"{USERS}/{person.id}/acts")).json()
    assert (act["act"], act["byAdminId"]) == ("ban", moderator.id)


@pytest.mark.parametrize("role", ROLES[:3])
async def test_staff_cannot_be_banned_or_suspended(auth: Service, role: StaffRole) -> None:
    """ROLE-11, P-F8"""
    admin, person = await an_admin(auth), await one_of_the_staff(auth, role)
    banned = await admin.call("PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": True, "reason": "x"})
    assert (banned.status_code, banned.json()["code"]) == (403, "staff_not_bannable")
    suspended = await admin.call("POST", f"{USERS}/{person.id}/suspend", json={"days": 3, "reason": "x"})
    assert suspended.json()["code"] == "staff_not_bannable"


async def test_staff_action_is_published_with_before_after_and_request_id(auth: Service) -> None:
    """P-F8"""
    admin, person = await an_admin(auth), await a_person(auth)
    there = f"/api/admin/users/{person.id}"
    why = {"reason": "sold it twice"}
    for path, body, act, field, before, after in (
        ("/seller-rights", {"isSeller": False}, "seller_rights", "isSeller", True, False),
        ("/ban", {"isBanned": True}, "ban", "isBanned", False, True),
        ("/ban", {"isBanned": False}, "unban", "isBanned", True, False),
    ):
        answer = await admin.call("PATCH", there + path, json=body | why)
        assert await changes_in(auth, answer) == [(act, person.id, {field: (before, after)})]
        (event,) = await events_in(auth, answer.headers["x-request-id"], "ChangedByStaff")
        assert (event["data"]["byAdminId"], "twice" in str(event)) == (admin.id, False)
        again = await admin.call("PATCH", there + path, json=body | why)
        assert await changes_in(auth, again) == [], "a change without effect is not published"
    suspended = await admin.call("POST", f"{there}/suspend", json={"days": 3} | why)
    (act, _, fields) = (await changes_in(auth, suspended))[0]
    assert (act, list(fields), fields["suspendedUntil"][0]) == ("suspend", ["suspendedUntil"], None)
    out = await admin.call("POST", f"{there}/end-sessions", json=why)
    assert await changes_in(auth, out) == [("end_sessions", person.id, {"sessionsEnded": (False, True)})]
    checked = await admin.call("PATCH", f"{there}/identity", json={"isChecked": True} | why)
    assert [act for act, _, _ in await changes_in(auth, checked)] == ["check_identity"]


async def test_operator_action_is_published_without_staff_id(auth: Service) -> None:
    person = await a_person(auth)
    async with auth.database.transaction() as session:
        await give_role(session, person.id, "support", reason="new here")
    context = [
        item for item in await events_in(auth, None, "ChangedByStaff") if item["data"]["aboutId"] == person.id
    ]
    assert [(item["data"]["act"], item["data"]["byAdminId"]) for item in context] == [("make_support", None)]
    assert fields_of(context[0]) == {"staffRole": (None, "support")}
