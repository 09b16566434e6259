import asyncio
from typing import Any

import pyotp
import pytest

from libs.kit.errors import NotSignedIn
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.accounts.profile_schemas import ProfileIn
from services.auth.sign_in import proofs
from services.auth.tests.authenticator import Device
from services.auth.tests.makers import refused
from services.auth.tests.people import PASSWORD, Person, a_person
from services.auth.tests.test_passkeys import question, with_passkey

pytestmark = pytest.mark.servers


def changes(person: Person) -> list[tuple[str, str, dict[str, Any]]]:
    """Everything that a person can try with the token alone."""
    own = f"/api/user/{person.id}"
    return [
        ("PATCH", own, {"email": f"thief-{person.form['email']}"}),
        ("PATCH", own, {"username": f"thief-{person.form['username']}"}),
        ("DELETE", own, {}),
        ("POST", f"{own}/two-factor", {}),
        ("DELETE", f"{own}/two-factor", {"code": "000000"}),
        ("POST", f"{own}/two-factor/recovery-codes", {"code": "000000"}),
        ("POST", f"{own}/passkeys/options", {}),
        ("DELETE", f"{own}/passkeys/AAAA", {}),
    ]


async def test_change_that_was_authenticated_before_a_sign_out_is_refused(auth: Service) -> None:
    """P-F2"""
    person = await a_person(auth)
    who = await auth.app.state.verifier.verify(person.token)
    form = ProfileIn.model_validate({"email": f"thief-{person.form['email']}"})
    async with auth.database.transaction() as session:
        await proofs.check_unproven(session, who, form, proofs.Allowed(is_proven=True))
    assert (await person.call("POST", "/api/v1/auth/logout-all")).status_code == 200
    with pytest.raises(NotSignedIn):
        async with auth.database.transaction() as session:
            await proofs.check_unproven(session, who, form, proofs.Allowed(is_proven=True))


async def test_address_change_of_a_session_that_ended_meanwhile_is_refused(
    auth: Service,
) -> None:
    """P-F2"""
    person = await a_person(auth)
    intruder = person.elsewhere()
    await intruder.sign_in()
    who = await auth.app.state.verifier.verify(intruder.token)
    path = f"/api/user/{person.id}/sessions/{who.session_id}"
    assert (await person.call("DELETE", path)).status_code == 200
    form = ProfileIn.model_validate({"email": f"thief-{person.form['email']}"})
    with pytest.raises(NotSignedIn):
        async with auth.database.transaction() as session:
            await proofs.check_unproven(session, who, form, proofs.Allowed(is_proven=True))


@pytest.mark.parametrize("end", ["logout", "refresh"])
async def test_address_change_does_not_outlive_a_session_that_ends_meanwhile(
    auth: Service, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """P-F2"""
    person = await a_person(auth)
    intruder = person.elsewhere()
    await intruder.sign_in()
    stale = {"Cookie": f"wangi_refresh={intruder.cookies['wangi_refresh']}"}
    if end == "refresh":
        await intruder.call("POST", "/api/v1/auth/refresh")
        clock.forward(seconds=11)
    proof, check, ending = await intruder.proof(), proofs.check_unproven, set[asyncio.Task[Any]]()

    async def check_and_be_overtaken(*arguments: Any) -> None:
        await check(*arguments)
        auth.http.cookies.clear()
        ending.add(asyncio.create_task(auth.http.post(f"/api/v1/auth/{end}", headers=stale)))
        await asyncio.wait(ending, timeout=0.5)

    monkeypatch.setattr(proofs, "check_unproven", check_and_be_overtaken)
    body = {"email": f"thief-{person.form['email']}"}
    await intruder.call("PATCH", f"/api/user/{person.id}", json=body, headers=proof)
    (ended,) = await asyncio.gather(*ending)
    assert ended.status_code == (200 if end == "logout" else 401)
    assert (await person.call("GET", "/api/v1/auth/me")).json()["pendingEmail"] is None


async def test_token_alone_changes_no_credentials(auth: Service) -> None:
    person = await a_person(auth)
    for method, path, body in changes(person):
        answer = await person.call(method, path, json=body)
        assert refused(answer) == (403, "proof_needed"), path
        assert answer.json()["details"] == {"methods": ["password"]}
    change = {"currentPassword": "Not-this-one-1", "newPassword": "Bunga-raya-44"}
    assert (await person.call("POST", "/api/user/change-password", json=change)).status_code == 401
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert (me["email"], me["pendingEmail"]) == (person.form["email"], None)
    assert me["username"] == person.form["username"]


async def test_username_change_needs_proof_except_for_case(auth: Service) -> None:
    person = await a_person(auth)
    path, old, new = f"/api/user/{person.id}", person.form["username"], f"new-{person.form['username']}"
    assert (await person.call("PATCH", path, json={"username": old.upper()})).status_code == 200
    renamed = await person.call("PATCH", path, json={"username": new}, headers=await person.proof())
    assert (renamed.status_code, renamed.json()["username"]) == (200, new)
    assert refused(await person.elsewhere().sign_in()) == (401, "invalid_credentials")
    assert (await person.elsewhere().sign_in(username=new)).status_code == 200


async def test_change_made_sensitive_meanwhile_needs_proof(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = await a_person(auth)
    path, old, new = f"/api/user/{person.id}", person.form["username"], f"new-{person.form['username']}"
    proof, allow = await person.proof(), proofs.allow_change

    async def allow_and_be_overtaken(*arguments: Any) -> proofs.Allowed:
        allowed = await allow(*arguments)
        monkeypatch.undo()
        assert (await person.call("PATCH", path, json={"username": new}, headers=proof)).status_code == 200
        return allowed

    monkeypatch.setattr(proofs, "allow_change", allow_and_be_overtaken)
    assert refused(await person.call("PATCH", path, json={"username": old})) == (403, "proof_needed")
    assert (await person.call("GET", "/api/v1/auth/me")).json()["username"] == new


async def test_proof_is_valid_five_minutes_in_its_session(auth: Service) -> None:
    person = await a_person(auth)
    proof, other = await person.proof(), person.elsewhere()
    await other.sign_in()
    body = {"email": f"next-{person.form['email']}"}
    path = f"/api/user/{person.id}"
    assert refused(await other.call("PATCH", path, json=body, headers=proof)) == (403, "proof_needed")
    clock.forward(minutes=4, seconds=50)
    assert (await person.call("PATCH", path, json=body, headers=proof)).status_code == 200
    clock.forward(seconds=15)
    later = {"email": f"later-{person.form['email']}"}
    assert refused(await person.call("PATCH", path, json=later, headers=proof)) == (403, "proof_needed")


@pytest.mark.parametrize("word", ["", "a.b", "x" * 40, "a." + "b" * 40])
async def test_forged_proof_is_refused(auth: Service, word: str) -> None:
    person = await a_person(auth)
    real = (await person.proof())["Wangi-Proof"]
    for made_up in (word, real[:-1], real.partition(".")[0] + "." + "A" * 43):
        answer = await person.call(
            "PATCH",
            f"/api/user/{person.id}",
            json={"email": f"z-{person.form['email']}"},
            headers={"Wangi-Proof": made_up},
        )
        assert refused(answer) == (403, "proof_needed")


async def test_only_own_passkey_gives_a_proof(auth: Service) -> None:
    person, device = await with_passkey(auth)
    other, others = await with_passkey(auth)
    path = f"/api/user/{person.id}/proof"

    async def shown(by: Device) -> Any:
        asked = await question(auth)
        body = {"challengeId": asked["challengeId"], "credential": by.get(asked["publicKey"])}
        return await person.call("POST", path, json=body)

    assert refused(await shown(others)) == (401, "passkey_refused")
    proof = {"Wangi-Proof": (await shown(device)).json()["proof"]}
    (known,) = (await person.call("GET", f"/api/user/{person.id}/passkeys")).json()
    gone = await person.call(
        "DELETE", f"/api/user/{person.id}/passkeys/{known['id']}", json={}, headers=proof
    )
    assert gone.status_code == 200
    assert (await other.call("GET", f"/api/user/{other.id}/passkeys")).json() != []


async def test_code_gives_no_proof_for_second_factor_changes(auth: Service) -> None:
    person = await a_person(auth)
    own = f"/api/user/{person.id}"
    secret = (await person.call("POST", f"{own}/two-factor", json={"password": PASSWORD})).json()["secret"]

    def code() -> str:
        clock.forward(seconds=30)
        return pyotp.TOTP(secret).at(clock.about_now())

    assert (await person.call("POST", f"{own}/two-factor/confirm", json={"code": code()})).status_code == 200
    assert refused(await person.call("POST", f"{own}/proof", json={"code": "000000"})) == (
        401,
        "invalid_code",
    )
    answer = await person.call("POST", f"{own}/proof", json={"code": code()})
    proof = {"Wangi-Proof": answer.json()["proof"]}
    stop = await person.call("DELETE", f"{own}/two-factor", json={"code": code()}, headers=proof)
    assert refused(stop) == (403, "proof_needed")
    assert stop.json()["details"] == {"methods": ["password"]}
    assert (
        await person.call("PATCH", own, json={"email": f"by-code-{person.form['email']}"}, headers=proof)
    ).status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"password": PASSWORD, "code": "123456"}, {"challengeId": "a"}, {"credential": {}}]
)
async def test_exactly_one_proof_method_is_accepted(auth: Service, body: dict[str, Any]) -> None:
    person = await a_person(auth)
    assert refused(await person.call("POST", f"/api/user/{person.id}/proof", json=body)) == (
        422,
        "invalid_input",
    )


async def test_password_guesses_for_a_proof_are_counted(auth: Service) -> None:
    person = await a_person(auth)
    answers = [
        await person.call("POST", f"/api/user/{person.id}/proof", json={"password": f"Wrong-guess-{n}"})
        for n in range(12)
    ]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 2
