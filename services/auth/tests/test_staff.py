from datetime import timedelta
from typing import Any

import asyncpg
import pytest

from deploy.local.stack import Stack
from libs.contracts.events.trades import SellerGraceBegan, SellerVerificationLost, SellerVerified
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.auctioned_listings import notifications_of
from services.auth.tests.keyholders import a_key, counts
from services.auth.tests.people import a_person, an_admin, mails_to
from services.auth.tests.receivers import a_webhook

pytestmark = pytest.mark.servers
USERS = "/api/admin/users"


async def test_ban_voids_every_token_but_own_data_stays_readable(auth: Service) -> None:
    """ADM-08, ADM-09, ROLE-08, ROLE-10, C40, U1, P-F1"""
    admin, person = await an_admin(auth), await a_person(auth)
    answer = await admin.call(
        "PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": True, "reason": "fake bottles"}
    )
    assert answer.json()["isBanned"] is True
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.sign_in()).status_code == 200
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert me["isBanned"] is True
    from services.auth.tests.test_sessions import claims_of

    claims = claims_of(person.token)
    assert (claims["roles"], claims["accountStatus"]) == ([], "banned")
    kinds = [event["type"].split(".")[2] for event in await auth.recorded(person.id)]
    assert kinds[-2:] == ["UserBanned", "UserSessionsRevoked"]
    assert "fake bottles" not in str(await auth.recorded(person.id))
    mail = next(item for item in await mails_to(auth, person.form["email"]) if "banned" in item.subject)
    assert "fake bottles" in mail.text


async def test_unban_restores_trade(auth: Service) -> None:
    """ADM-09, C40"""
    admin, person = await an_admin(auth), await a_person(auth)
    for banned in (True, False):
        await admin.call("PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": banned, "reason": "a look"})
    await person.sign_in()
    assert (await person.call("GET", "/api/v1/auth/me")).json()["isBanned"] is False
    kinds = [event["type"].split(".")[2] for event in await auth.recorded(person.id)]
    assert kinds[-2:] == ["UserUnbanned", "UserSessionsRevoked"]


async def test_staff_see_sign_ins_and_access_is_logged(auth: Service) -> None:
    admin, person = await an_admin(auth), await a_person(auth)
    await admin.call("POST", f"{USERS}/{person.id}/suspend", json={"days": 3, "reason": "sold it twice"})
    page = (await admin.call("GET", f"{USERS}/{person.id}")).json()
    assert page["account"]["email"] == person.form["email"]
    assert [(act["act"], act["reason"]) for act in page["acts"]] == [("suspend", "sold it twice")]
    assert len(page["signIns"]) == 1
    assert "id" not in page["signIns"][0], "a session is named to nobody but its owner"
    event = (await auth.recorded(person.id))[-1]
    assert (event["type"], event["data"]["byAdminId"]) == ("wangi.auth.AccountRead.v1", admin.id)
    assert person.form["email"] not in str(event)
    other = await a_person(auth)
    assert (await other.call("GET", f"{USERS}/{person.id}")).status_code == 403
    assert (await admin.call("GET", f"{USERS}/999999999")).status_code == 404


async def test_admin_cannot_be_banned_or_suspended(auth: Service) -> None:
    """ROLE-11, P-F8"""
    admin, other = await an_admin(auth), await an_admin(auth)
    for body in ({"isBanned": True, "reason": "x"}, {"isBanned": True}):
        answer = await admin.call("PATCH", f"{USERS}/{other.id}/ban", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "admin_not_bannable")
    suspended = await admin.call("POST", f"{USERS}/{other.id}/suspend", json={"days": 3, "reason": "x"})
    assert suspended.json()["code"] == "admin_not_bannable"


async def test_suspension_expires_and_sessions_get_updated_tokens(
    auth: Service,
) -> None:
    """C40"""
    from services.auth.tests.test_sessions import claims_of

    admin, person = await an_admin(auth), await a_person(auth)
    await admin.call("POST", f"{USERS}/{person.id}/suspend", json={"days": 3, "reason": "two unpaid wins"})
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 401
    answer = await person.call("POST", "/api/v1/auth/refresh")
    person.token = answer.json()["token"]
    assert "suspendedUntil" in claims_of(person.token)
    assert answer.json()["user"]["suspendedUntil"] is not None
    clock.forward(days=3, seconds=1)
    later = await person.call("POST", "/api/v1/auth/refresh")
    assert "suspendedUntil" not in claims_of(later.json()["token"])


async def test_zero_days_lift_a_suspension(auth: Service) -> None:
    admin, person = await an_admin(auth), await a_person(auth)
    for days in (30, 0):
        answer = await admin.call(
            "POST", f"{USERS}/{person.id}/suspend", json={"days": days, "reason": "looked again"}
        )
    assert answer.json()["suspendedUntil"] is None
    context = [event["data"] for event in await auth.recorded(person.id) if "UserSuspended" in event["type"]]
    assert context[-1]["until"] == context[-1]["suspendedAt"]


async def test_seller_rights_are_removed_and_restored(auth: Service) -> None:
    """C9, ROLE-06"""
    admin, person = await an_admin(auth), await a_person(auth)
    for may in (False, True):
        answer = await admin.call(
            "PATCH", f"{USERS}/{person.id}/seller-rights", json={"isSeller": may, "reason": "a look"}
        )
        assert answer.json()["isSeller"] is may
    rights = [
        event["data"]["isSeller"]
        for event in await auth.recorded(person.id)
        if "SellerRights" in event["type"]
    ]
    assert rights == [False, True]


async def test_staff_end_sessions_of_stolen_account(auth: Service) -> None:
    admin, person = await an_admin(auth), await a_person(auth)
    key = (await a_key(person, name="Stock sync"))["secret"]
    await a_webhook(person, name="Till")
    await admin.call("POST", f"{USERS}/{person.id}/end-sessions", json={"reason": "phone was stolen"})
    assert not await counts(auth, key)
    mail = (await mails_to(auth, person.form["email"]))[-1]
    assert mail.subject == "You've been signed out everywhere"
    assert 'The API key "Stock sync" no longer works.' in mail.text
    assert 'The webhook "Till" is paused.' in mail.text
    assert "phone was stolen" not in mail.text
    assert (await person.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 401


async def test_every_staff_action_is_recorded_with_before_and_after(auth: Service) -> None:
    """P-F8"""
    admin, person = await an_admin(auth), await a_person(auth)
    for _ in range(2):
        await admin.call(
            "PATCH", f"{USERS}/{person.id}/ban", json={"isBanned": True, "reason": "fake bottles"}
        )
    (act,) = (await admin.call("GET", f"{USERS}/{person.id}/acts")).json()
    assert (act["act"], act["byAdminId"], act["reason"]) == ("ban", admin.id, "fake bottles")
    assert (act["before"]["isBanned"], act["after"]["isBanned"]) == (False, True)


async def test_staff_action_without_record_is_rolled_back(auth: Service, stack: Stack) -> None:
    """P-F8"""
    admin, person = await an_admin(auth), await a_person(auth)
    context, mails = len(await auth.recorded(person.id)), len(await mails_to(auth, person.form["email"]))
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    await owner.execute("REVOKE INSERT ON auth.staff_acts FROM wangi_auth")
    try:
        body = {"isBanned": True, "reason": "fake bottles"}
        assert (await admin.call("PATCH", f"{USERS}/{person.id}/ban", json=body)).status_code == 500
    finally:
        await owner.execute("GRANT INSERT ON auth.staff_acts TO wangi_auth")
        await owner.close()
    assert (await auth.rows("SELECT is_banned FROM users WHERE id = :id", id=person.id))[0][
        "is_banned"
    ] is False
    assert len(await auth.recorded(person.id)) == context
    assert len(await mails_to(auth, person.form["email"])) == mails
    assert (await admin.call("PATCH", f"{USERS}/{person.id}/ban", json=body)).json()["isBanned"] is True


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PATCH", "/{id}/ban", {"isBanned": True}),
        ("POST", "/{id}/suspend", {"days": 1, "reason": "x"}),
        ("POST", "/{id}/end-sessions", {"reason": "x"}),
        ("PATCH", "/{id}/seller-rights", {"isSeller": False, "reason": "x"}),
        ("GET", "/{id}/acts", None),
    ],
)
async def test_staff_routes_need_their_role(auth: Service, method: str, path: str, body: Any) -> None:
    """ROLE-08, ROLE-12, P-F7, S01"""
    person, other = await a_person(auth), await a_person(auth)
    options = {"json": body} if body else {}
    answer = await person.call(method, USERS + path.format(id=other.id), **options)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    guest = await auth.http.request(method, USERS + path.format(id=other.id), **options)
    assert guest.status_code == 401


async def test_staff_search_accounts_by_name_or_address_in_pages(auth: Service) -> None:
    """ADM-05"""
    admin, person = await an_admin(auth), await a_person(auth)
    found = await admin.call("GET", USERS, params={"search": person.form["email"]})
    assert [item["id"] for item in found.json()] == [person.id]
    assert found.headers["X-Total-Count"] == "1"
    first = await admin.call("GET", USERS, params={"limit": 1})
    assert len(first.json()) == 1
    assert 'rel="next"' in first.headers["Link"]
    assert (await admin.call("GET", USERS, params={"search": "100%_of_nobody"})).json() == []


async def test_checked_identity_is_published_and_gives_no_badge_alone(auth: Service) -> None:
    """U13, P-F8"""
    admin, person = await an_admin(auth), await a_person(auth)
    path, form = f"{USERS}/{person.id}/identity", {"isChecked": True, "reason": "MyKad shown on a call"}
    assert (await person.call("PATCH", path, json=form)).status_code == 403
    for _ in range(2):
        answer = await admin.call("PATCH", path, json=form)
        assert answer.json()["identityCheckedAt"] is not None
    shown = (await auth.http.get(f"/api/sellers/{person.id}")).json()
    assert (shown["isVerified"], shown["is_verified"]) == (False, False)
    assert "identityCheckedAt" not in shown
    await admin.call("PATCH", path, json=form | {"isChecked": False})
    events = [event for event in await auth.recorded(person.id) if "IdentityChecked" in event["type"]]
    assert [event["data"]["isChecked"] for event in events] == [True, False]
    assert "MyKad" not in str(events)
    (_, first) = (await admin.call("GET", f"{USERS}/{person.id}/acts")).json()
    assert (first["before"]["identityCheckedAt"], first["act"]) == (None, "check_identity")


async def test_profile_badge_follows_messaging(auth: Service) -> None:
    """U13, C8"""
    person = await a_person(auth)
    won = SellerVerified(seller_id=person.id, asked=["identity"], verified_at=clock.about_now())
    lost = SellerVerificationLost(seller_id=person.id, reasons=["average"], lost_at=clock.about_now())
    for event, version, is_verified in ((won, 1, True), (won, 1, True), (lost, 2, False)):
        await auth.deliver(event, version=version)
        shown = (await auth.http.get(f"/api/sellers/{person.id}")).json()
        copied = (await auth.ask(f"/internal/people?ids={person.id}")).json()[0]
        assert (shown["isVerified"], shown["is_verified"]) == (is_verified, is_verified)
        assert copied["isVerified"] is is_verified
    events = [event for event in await auth.recorded(person.id) if "UserProfileChanged" in event["type"]]
    assert [event["data"]["changed"] for event in events] == [["isVerified"], ["isVerified"]]
    until = clock.about_now() + timedelta(days=14)
    danger = SellerGraceBegan(
        seller_id=person.id, missing=["average"], until=until, began_at=clock.about_now()
    )
    await auth.deliver(danger, version=3)
    notifications = await notifications_of(person)
    assert [notification["kind"] for notification in notifications][::-1] == [
        "badge_won",
        "badge_lost",
        "badge_in_danger",
    ]
    assert {notification["link"] for notification in notifications} == {f"/sellers/{person.id}"}
    subjects = {mail.subject for mail in await mails_to(auth, person.form["email"])}
    assert {
        "You are a verified seller", "Your verified badge is at risk", "You are no longer a verified seller",
    } <= subjects  # fmt: skip
