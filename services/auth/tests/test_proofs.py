"""A stolen token does not become the account: what changes how one signs in is proved again, and can be
undone."""

from typing import Any

import pyotp
import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.service import proofs
from services.auth.tests.authenticator import Device
from services.auth.tests.people import PASSWORD, Person, a_form, a_person, mails_to, registered, token_in
from services.auth.tests.test_passkeys import question, with_passkey

pytestmark = pytest.mark.servers


def changes(person: Person) -> list[tuple[str, str, dict[str, Any]]]:
    """Every call that changes how this person signs in, as a person who has the token alone can make it."""
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


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


async def moved(auth: Service, person: Person, new: str) -> None:
    """The address is changed and confirmed."""
    assert (await person.move(new)).status_code == 200
    link = token_in((await mails_to(auth, new))[-1])
    assert (await auth.http.post("/api/verify-email", json={"token": link})).status_code == 200


async def undo_link(auth: Service, old: str) -> str:
    mail = (await mails_to(auth, old))[-1]
    assert mail.subject == "Your e-mail address was changed"
    assert "/undo-email#token=" in mail.text
    return token_in(mail)


async def test_a_token_alone_changes_nothing_about_how_one_signs_in(auth: Service) -> None:
    """Each such call says what is missing, and by what it can be proved."""
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


async def test_a_username_is_changed_with_a_proof_and_its_letter_case_without(auth: Service) -> None:
    """One signs in by it, and buyers know a seller by it."""
    person = await a_person(auth)
    path, old, new = f"/api/user/{person.id}", person.form["username"], f"new-{person.form['username']}"
    assert (await person.call("PATCH", path, json={"username": old.upper()})).status_code == 200
    renamed = await person.call("PATCH", path, json={"username": new}, headers=await person.proof())
    assert (renamed.status_code, renamed.json()["username"]) == (200, new)
    assert refused(await person.elsewhere().sign_in()) == (401, "invalid_credentials")
    assert (await person.elsewhere().sign_in(username=new)).status_code == 200


async def test_what_needed_no_proof_when_it_came_needs_one_when_its_owner_was_faster(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief sends the name as it is; the owner changes it between the look and the change."""
    person = await a_person(auth)
    path, old, new = f"/api/user/{person.id}", person.form["username"], f"new-{person.form['username']}"
    proof, allow = await person.proof(), proofs.allow_change

    async def allow_and_be_overtaken(*arguments: Any) -> bool:
        is_proven = await allow(*arguments)
        monkeypatch.undo()
        assert (await person.call("PATCH", path, json={"username": new}, headers=proof)).status_code == 200
        return is_proven

    monkeypatch.setattr(proofs, "allow_change", allow_and_be_overtaken)
    assert refused(await person.call("PATCH", path, json={"username": old})) == (403, "proof_needed")
    assert (await person.call("GET", "/api/v1/auth/me")).json()["username"] == new


async def test_a_proof_counts_for_five_minutes_and_for_its_own_session(auth: Service) -> None:
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
async def test_a_made_up_proof_is_none(auth: Service, word: str) -> None:
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


async def test_only_ones_own_passkey_is_a_proof(auth: Service) -> None:
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


async def test_a_code_proves_it_but_not_for_the_second_factor_itself(auth: Service) -> None:
    """Two codes of one phone are one thing that was stolen."""
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
async def test_exactly_one_proof_is_given(auth: Service, body: dict[str, Any]) -> None:
    person = await a_person(auth)
    assert refused(await person.call("POST", f"/api/user/{person.id}/proof", json=body)) == (
        422,
        "invalid_input",
    )


async def test_guessing_the_password_for_a_proof_is_counted(auth: Service) -> None:
    person = await a_person(auth)
    answers = [
        await person.call("POST", f"/api/user/{person.id}/proof", json={"password": f"Wrong-guess-{n}"})
        for n in range(12)
    ]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 2


async def test_when_a_new_address_is_confirmed_every_other_session_ends(auth: Service) -> None:
    """The one that asked goes on."""
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    await moved(auth, person, f"moved-{person.form['email']}")
    for token_of in (person, other):
        assert (await token_of.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await other.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200


async def test_the_old_address_can_undo_it_for_seven_days_and_then_chooses_a_new_password(
    auth: Service,
) -> None:
    """It works once, and ends every session."""
    person = await a_person(auth)
    old, new = person.form["email"], f"thief-{person.form['email']}"
    await moved(auth, person, new)
    link = await undo_link(auth, old)
    stored = await auth.rows("SELECT * FROM auth.address_undos WHERE user_id = :id", id=person.id)
    assert link.partition(".")[2] not in str(stored)
    clock.forward(days=6, hours=23)
    thief = person.elsewhere()
    assert (await thief.sign_in(username=None, email=new)).status_code == 200
    answer = await auth.http.post("/api/undo-email", json={"token": link})
    assert answer.status_code == 200
    assert (await thief.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await thief.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert refused(await person.sign_in()) == (401, "invalid_credentials")
    assert "taken off your account" in (await mails_to(auth, new))[-1].subject, (
        "who loses the address is told"
    )
    again = await auth.http.post("/api/undo-email", json={"token": link})
    assert refused(again) == (400, "invalid_link")
    chosen = {"token": answer.json()["resetToken"], "password": "Bunga-raya-44"}
    assert (await auth.http.post("/api/update-password", json=chosen)).status_code == 200
    back = await person.sign_in(username=None, email=old, password="Bunga-raya-44")
    assert back.json()["user"]["email"] == old


async def test_after_seven_days_there_is_no_undo(auth: Service) -> None:
    person = await a_person(auth)
    await moved(auth, person, f"moved-{person.form['email']}")
    link = await undo_link(auth, person.form["email"])
    clock.forward(days=7, seconds=1)
    assert refused(await auth.http.post("/api/undo-email", json={"token": link})) == (400, "invalid_link")
    form = await registered(auth, email=person.form["email"])
    assert await auth.rows("SELECT 1 FROM auth.users WHERE username = :name", name=form["username"])


async def test_a_second_change_does_not_take_the_way_back_from_the_first_address(auth: Service) -> None:
    """And the way back of the address in between is void with it."""
    person = await a_person(auth)
    old, first, second = person.form["email"], f"one-{person.form['email']}", f"two-{person.form['email']}"
    await moved(auth, person, first)
    back, away = await undo_link(auth, old), person.elsewhere()
    await away.sign_in()
    await moved(auth, away, second)
    between = await undo_link(auth, first)
    assert (await auth.http.post("/api/undo-email", json={"token": back})).status_code == 200
    assert refused(await auth.http.post("/api/undo-email", json={"token": between})) == (400, "invalid_link")
    (row,) = await auth.rows("SELECT email FROM auth.users WHERE id = :id", id=person.id)
    assert row["email"] == old


async def test_only_so_many_changes_can_wait_to_be_undone(auth: Service) -> None:
    """A sixth would have to push out the first."""
    person = await a_person(auth)
    for number in range(5):
        clock.forward(minutes=20)
        await person.sign_in()
        await moved(auth, person, f"n{number}-{person.form['email']}")
    await person.sign_in()
    assert refused(await person.move(f"n6-{person.form['email']}")) == (409, "too_many_moves")


async def test_an_address_that_may_still_come_back_is_not_given_to_another(auth: Service) -> None:
    """Neither by registering nor by moving to it."""
    person, other = await a_person(auth), await a_person(auth)
    old = person.form["email"]
    await moved(auth, person, f"moved-{old}")
    form = a_form(email=old)
    assert (await auth.http.post("/api/v1/auth/register", json=form)).status_code == 201
    assert await auth.rows("SELECT 1 FROM auth.users WHERE username = :name", name=form["username"]) == []
    assert (await other.move(old)).status_code == 200
    mail = next(one for one in reversed(await mails_to(auth, old)) if "type=email_change" in one.text)
    assert refused(await auth.http.post("/api/verify-email", json={"token": token_in(mail)})) == (
        400,
        "invalid_link",
    )


async def test_the_undo_takes_back_what_the_thief_added_and_leaves_what_was_there_before(
    auth: Service,
) -> None:
    """A passkey that was added on the day is as good as a password."""
    person, own = await with_passkey(auth)
    clock.forward(days=2)
    await person.sign_in()
    options = await person.call(
        "POST", f"/api/user/{person.id}/passkeys/options", json={"password": PASSWORD}
    )
    asked, thiefs = options.json(), Device(origin=auth.app.state.settings.base_url)
    made = {"challengeId": asked["challengeId"], "name": "T", "credential": thiefs.create(asked["publicKey"])}
    assert (await person.call("POST", f"/api/user/{person.id}/passkeys", json=made)).status_code == 201
    await moved(auth, person, f"thief-{person.form['email']}")
    link = await undo_link(auth, person.form["email"])
    assert (await auth.http.post("/api/undo-email", json={"token": link})).status_code == 200
    for device, status in ((thiefs, 401), (own, 200)):
        asked = await question(auth)
        body = {"challengeId": asked["challengeId"], "credential": device.get(asked["publicKey"])}
        assert (await auth.http.post("/api/v1/auth/passkey", json=body)).status_code == status
