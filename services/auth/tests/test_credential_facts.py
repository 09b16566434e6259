from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to, token_in
from services.auth.tests.test_passkeys import with_passkey
from services.auth.tests.test_recovery import NEW, a_reset
from services.auth.tests.test_second_factor import digits, enrolled
from services.auth.tests.test_undo import moved, undo_link

pytestmark = pytest.mark.servers
ABROAD = {"X-Forwarded-For": "60.52.14.77", "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140"}


async def changes_of(auth: Service, person: Person) -> list[str]:
    context = await auth.recorded(person.id)
    assert [item["version"] for item in context] == list(range(1, len(context) + 1))
    return [item["data"]["change"] for item in context if ".CredentialChanged." in item["type"]]


async def devices_of(auth: Service, person: Person) -> list[dict[str, Any]]:
    context = await auth.rows("SELECT convert_from(payload, 'UTF8')::json AS event FROM outbox ORDER BY id")
    events = [item["event"]["data"] for item in context if ".DeviceAdded." in item["event"]["type"]]
    return [item for item in events if item["userId"] == person.id]


async def test_first_browser_is_not_published_and_second_is_once(auth: Service) -> None:
    person = await a_person(auth)
    await person.sign_in()
    assert await devices_of(auth, person) == []
    other = person.elsewhere()
    await other.sign_in()
    await other.sign_in()
    (event,) = await devices_of(auth, person)
    assert (event["way"], event["isNewNetwork"]) == ("password", False)


async def test_new_network_is_published_without_address_or_name(
    auth: Service,
) -> None:
    person = await a_person(auth)
    form = {"username": person.form["username"], "password": PASSWORD}
    stranger = person.elsewhere()
    answer = await stranger.call("POST", "/api/v1/auth/login", json=form, headers=ABROAD)
    assert answer.status_code == 200, answer.text
    (event,) = await devices_of(auth, person)
    assert event["isNewNetwork"] is True
    assert set(event) == {"userId", "device", "way", "isNewNetwork", "addedAt"}
    for private in ("60.52.14", "Android", "Chrome", person.form["email"], stranger.cookies["wangi_device"]):
        assert private not in str(event)


async def test_credential_events_do_not_link_accounts_of_a_browser(auth: Service) -> None:
    one, two = await a_person(auth), await a_person(auth)
    shared = one.elsewhere()
    await shared.sign_in()
    mark = shared.cookies["wangi_device"]
    also = two.elsewhere()
    also.cookies["wangi_device"] = mark
    await also.sign_in()
    assert also.cookies["wangi_device"] == mark
    (first,), (second,) = await devices_of(auth, one), await devices_of(auth, two)
    assert first["device"] != second["device"]


async def test_password_reset_is_published_with_its_new_browser(auth: Service) -> None:
    person = await a_person(auth)
    token = await a_reset(auth, person)
    auth.http.cookies.clear()
    await auth.http.post("/api/update-password", json={"token": token, "password": NEW})
    assert await changes_of(auth, person) == ["password_reset"]
    assert [device["way"] for device in await devices_of(auth, person)] == ["reset"]


async def test_changed_password_is_published_and_refused_one_is_not(auth: Service) -> None:
    person = await a_person(auth)
    body = {"currentPassword": "not-this-one", "newPassword": NEW}
    await person.call("POST", "/api/user/change-password", json=body)
    assert await changes_of(auth, person) == []
    body["currentPassword"] = PASSWORD
    await person.call("POST", "/api/user/change-password", json=body)
    assert await changes_of(auth, person) == ["password_changed"]


async def test_confirmed_address_and_its_undo_are_published(auth: Service) -> None:
    person = await a_person(auth)
    new = f"thief-{person.form['email']}"
    await person.move(new)
    assert await changes_of(auth, person) == [], "it counts when the new address has confirmed"
    link = token_in((await mails_to(auth, new))[-1])
    await auth.http.post("/api/verify-email", json={"token": link})
    assert await changes_of(auth, person) == ["email_changed"]
    await auth.http.post("/api/undo-email", json={"token": await undo_link(auth, person.form["email"])})
    assert await changes_of(auth, person) == ["email_changed", "email_restored"]
    other = await a_person(auth)
    await moved(auth, other, f"moved-{other.form['email']}")
    events = str(await auth.recorded(other.id))
    assert "mail.example" not in events


async def test_second_factor_and_passkey_changes_are_published(auth: Service) -> None:
    person, secret, _ = await enrolled(auth)
    code = digits(secret, clock.about_now())
    path = f"/api/user/{person.id}/two-factor"
    assert (await person.call("DELETE", path, json={"password": PASSWORD, "code": code})).status_code == 200
    assert await changes_of(auth, person) == ["second_factor_on", "second_factor_off"]
    owner, _ = await with_passkey(auth)
    (passkey,) = (await owner.call("GET", f"/api/user/{owner.id}/passkeys")).json()
    gone = await owner.call(
        "DELETE", f"/api/user/{owner.id}/passkeys/{passkey['id']}", json={"password": PASSWORD}
    )
    assert gone.status_code == 200, gone.text
    assert await changes_of(auth, owner) == ["passkey_added", "passkey_removed"]
