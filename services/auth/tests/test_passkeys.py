import asyncio
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.passkeys.rules import check_passkey_name
from services.auth.tests.authenticator import PRESENT, VERIFIED, Device
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to

SIGN_IN = "/api/v1/auth/passkey"


def at_home(auth: Service) -> Device:
    return Device(origin=auth.app.state.settings.base_url)


async def question_to_add(person: Person) -> Any:
    path = f"/api/user/{person.id}/passkeys/options"
    return (await person.call("POST", path, json={"password": PASSWORD})).json()


async def added(person: Person, device: Device, name: str = "Phone") -> Any:
    asked = await question_to_add(person)
    device.origin = device.origin or person.auth.app.state.settings.base_url
    body = {
        "challengeId": asked["challengeId"],
        "name": name,
        "credential": device.create(asked["publicKey"]),
    }
    return await person.call("POST", f"/api/user/{person.id}/passkeys", json=body)


async def question(auth: Service) -> Any:
    auth.http.cookies.clear()
    answer = await auth.http.post(f"{SIGN_IN}/options", json={})
    assert answer.status_code == 200
    return answer.json()


async def sign_in(auth: Service, device: Device, asked: Any = None, **other: Any) -> Any:
    asked = asked or await question(auth)
    device.origin = device.origin or auth.app.state.settings.base_url
    body = {"challengeId": asked["challengeId"], "credential": device.get(asked["publicKey"])} | other
    return await auth.http.post(SIGN_IN, json=body)


async def with_passkey(auth: Service) -> tuple[Person, Device]:
    person, device = await a_person(auth), Device()
    assert (await added(person, device)).status_code == 201
    return person, device


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


@pytest.mark.servers
async def test_passkey_is_added_with_password_and_signs_in_without_username(auth: Service) -> None:
    person, device = await a_person(auth), Device()
    asked = (await question_to_add(person))["publicKey"]
    assert asked["rp"] == {"name": "Wangi", "id": "localhost"}
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert person.form["email"] not in str(asked)
    made = await added(person, device, "  Siti's phone ")
    assert (made.status_code, made.json()["name"], made.json()["lastUsedAt"]) == (201, "Siti's phone", None)
    answer = await sign_in(auth, device)
    assert (answer.status_code, answer.json()["user"]["id"]) == (200, person.id)
    assert "wangi_refresh" in answer.cookies
    [listed] = (await person.call("GET", f"/api/user/{person.id}/passkeys")).json()
    assert listed["lastUsedAt"] is not None
    [*_, mail] = [mail for mail in await mails_to(auth, person.form["email"]) if "passkey" in mail.subject]
    assert "Siti's phone" in mail.text


@pytest.mark.servers
async def test_passkey_counts_as_both_factors(auth: Service) -> None:
    """AUTH-63"""
    person, device = await with_passkey(auth)
    import pyotp

    path = f"/api/user/{person.id}/two-factor"
    secret = (await person.call("POST", path, json={"password": PASSWORD})).json()["secret"]
    code = pyotp.TOTP(secret).at(clock.about_now())
    assert (await person.call("POST", f"{path}/confirm", json={"code": code})).status_code == 200
    assert refused(await person.elsewhere().sign_in()) == (403, "two_factor_required")
    assert (await sign_in(auth, device)).status_code == 200


@pytest.mark.servers
async def test_passkey_cannot_be_added_without_password(auth: Service) -> None:
    person = await a_person(auth)
    path = f"/api/user/{person.id}/passkeys/options"
    assert refused(await person.call("POST", path, json={"password": "wrong-one"})) == (
        401,
        "invalid_credentials",
    )


@pytest.mark.servers
@pytest.mark.parametrize(
    "device",
    [
        Device(origin="https://wangi.evil.example"),
        Device(origin="http://localhost:1"),
        Device(rp_id="evil.example"),
        Device(flags=PRESENT),
        Device(flags=VERIFIED),
    ],
    ids=["another site", "another port", "another place", "no finger", "nobody there"],
)
async def test_passkey_of_other_site_or_without_user_verification_is_refused(
    auth: Service, device: Device
) -> None:
    person = await a_person(auth)
    assert refused(await added(person, device)) == (422, "passkey_not_added")
    honest = Device(id=device.id, key=device.key)
    assert (await added(person, honest)).status_code == 201
    assert refused(await sign_in(auth, device)) == (401, "passkey_refused")
    assert (await sign_in(auth, honest)).status_code == 200
    async with auth.database.transaction() as session:
        from sqlalchemy import text

        await session.execute(text("DELETE FROM passkeys WHERE user_id = :id"), {"id": person.id})


@pytest.mark.servers
async def test_copied_passkey_is_detected_by_its_counter(auth: Service) -> None:
    person, device = await with_passkey(auth)
    copy = Device(id=device.id, key=device.key, handle=device.handle)
    for _ in range(3):
        assert (await sign_in(auth, device)).status_code == 200
    assert refused(await sign_in(auth, copy)) == (401, "passkey_refused")
    assert (await sign_in(auth, device)).status_code == 200
    [row] = await auth.rows("SELECT sign_count FROM passkeys WHERE user_id = :id", id=person.id)
    assert row["sign_count"] == 4


@pytest.mark.servers
async def test_challenge_is_answered_once_before_it_expires(auth: Service) -> None:
    _, device = await with_passkey(auth)
    asked = await question(auth)
    bodies = [
        {"challengeId": asked["challengeId"], "credential": device.get(asked["publicKey"])} for _ in range(5)
    ]
    answers = await asyncio.gather(*(auth.http.post(SIGN_IN, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401, 401]
    late = await question(auth)
    clock.forward(minutes=5, seconds=1)
    assert refused(await sign_in(auth, device, late)) == (401, "passkey_refused")


@pytest.mark.servers
async def test_wrong_answer_consumes_the_challenge(auth: Service) -> None:
    _, device = await with_passkey(auth)
    asked = await question(auth)
    assert refused(await sign_in(auth, Device(id=device.id), asked)) == (401, "passkey_refused")
    assert refused(await sign_in(auth, device, asked)) == (401, "passkey_refused")


@pytest.mark.servers
async def test_challenge_is_bound_to_purpose_and_person(auth: Service) -> None:
    person, device = await with_passkey(auth)
    other = await a_person(auth)
    to_add = await question_to_add(person)
    assert refused(await sign_in(auth, device, to_add)) == (401, "passkey_refused")
    body = {"challengeId": to_add["challengeId"], "credential": at_home(auth).create(to_add["publicKey"])}
    stolen = await other.call("POST", f"/api/user/{other.id}/passkeys", json=body)
    assert refused(stolen) == (422, "passkey_not_added")
    to_sign_in = await question(auth)
    mixed = {
        "challengeId": to_sign_in["challengeId"],
        "credential": at_home(auth).create(to_add["publicKey"]),
    }
    assert (
        refused(await person.call("POST", f"/api/user/{person.id}/passkeys", json=mixed))[1]
        == "passkey_not_added"
    )


@pytest.mark.servers
async def test_challenge_from_before_sign_out_everywhere_adds_nothing(auth: Service) -> None:
    person = await a_person(auth)
    asked = await question_to_add(person)
    await person.call("POST", "/api/v1/auth/logout-all")
    await person.sign_in()
    body = {"challengeId": asked["challengeId"], "credential": at_home(auth).create(asked["publicKey"])}
    answer = await person.call("POST", f"/api/user/{person.id}/passkeys", json=body)
    assert refused(answer) == (422, "passkey_not_added")


@pytest.mark.servers
async def test_same_passkey_is_added_once_to_one_account(auth: Service) -> None:
    person, device = await with_passkey(auth)
    other = await a_person(auth)
    assert refused(await added(person, device)) == (409, "passkey_known")
    assert refused(await added(other, device)) == (409, "passkey_known")
    [row] = await auth.rows("SELECT user_id FROM passkeys WHERE id = :id", id=device.id)
    assert row["user_id"] == person.id


@pytest.mark.servers
async def test_passkey_claiming_another_account_is_refused(auth: Service) -> None:
    _, device = await with_passkey(auth)
    _, other = await with_passkey(auth)
    device.handle = other.handle
    assert refused(await sign_in(auth, device)) == (401, "passkey_refused")


@pytest.mark.servers
async def test_removed_passkey_cannot_sign_in_and_only_owner_removes_it(auth: Service) -> None:
    person, device = await with_passkey(auth)
    other = await a_person(auth)
    [listed] = (await person.call("GET", f"/api/user/{person.id}/passkeys")).json()
    proof = {"json": {"password": PASSWORD}}
    theirs = await other.call("DELETE", f"/api/user/{other.id}/passkeys/{listed['id']}", **proof)
    assert refused(theirs) == (404, "not_found")
    for malformed in ("x", "!!", "%00", "é"):
        assert (
            await person.call("DELETE", f"/api/user/{person.id}/passkeys/{malformed}", **proof)
        ).status_code == 404
    gone = await person.call("DELETE", f"/api/user/{person.id}/passkeys/{listed['id']}", **proof)
    assert gone.json() == {"success": True}
    assert refused(await sign_in(auth, device)) == (401, "passkey_refused")


@pytest.mark.servers
@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"rawId": 7},
        {"rawId": "\u0000"},
        {"rawId": "AAAA", "response": "x"},
        {"rawId": "AAAA", "response": {"userHandle": ["a"]}},
        {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"clientDataJSON": "e30"}},
    ],
)
async def test_garbage_passkey_answers_are_refused(auth: Service, credential: dict[str, Any]) -> None:
    person, device = await with_passkey(auth)
    asked = await question(auth)
    answer = await sign_in(auth, device, asked, credential=credential)
    assert refused(answer) == (401, "passkey_refused")
    raw_id = device.get(asked["publicKey"])["rawId"]
    again = await question(auth)
    mixed = credential | {"rawId": raw_id}
    assert refused(await sign_in(auth, device, again, credential=mixed)) == (401, "passkey_refused")
    adding = await question_to_add(person)
    body = {"challengeId": adding["challengeId"], "credential": credential}
    assert (
        refused(await person.call("POST", f"/api/user/{person.id}/passkeys", json=body))[1]
        == "passkey_not_added"
    )


@pytest.mark.servers
async def test_passkeys_of_another_person_are_inaccessible(auth: Service) -> None:
    """P-F7"""
    person, other = await a_person(auth), await a_person(auth)
    path = f"/api/user/{other.id}/passkeys"
    body = {"challengeId": "x", "credential": {}}
    proof = {"password": PASSWORD}
    calls = [
        ("GET", path, None),
        ("POST", path, body),
        ("POST", f"{path}/options", proof),
        ("DELETE", f"{path}/x", proof),
    ]
    for method, address, sent in calls:
        assert refused(await person.call(method, address, json=sent)) == (403, "forbidden")
        assert refused(await auth.http.request(method, address, json=sent)) == (401, "not_signed_in")


@pytest.mark.servers
async def test_account_has_at_most_twenty_passkeys(auth: Service) -> None:
    person = await a_person(auth)
    for _ in range(20):
        assert (await added(person, Device())).status_code == 201
    answer = await person.call("POST", f"/api/user/{person.id}/passkeys/options", json={"password": PASSWORD})
    assert refused(answer) == (409, "too_many_passkeys")


@pytest.mark.parametrize(
    ("name", "kept"), [("", "Passkey"), ("   ", "Passkey"), (" Laptop ", "Laptop"), ("电话", "电话")]
)
def test_passkey_needs_a_name(name: str, kept: str) -> None:
    assert check_passkey_name(name) == kept


@pytest.mark.parametrize("name", ["x" * 65, "a\nb", "a\u202eb", "a\x07"])
def test_odd_passkey_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="Name"):
        check_passkey_name(name)
