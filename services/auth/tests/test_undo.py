from typing import Any

import pyotp
import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.authenticator import Device
from services.auth.tests.keyholders import a_key, counts, rotated
from services.auth.tests.makers import refused
from services.auth.tests.people import PASSWORD, Person, a_form, a_person, mails_to, registered, token_in
from services.auth.tests.test_passkeys import question, with_passkey

pytestmark = pytest.mark.servers


async def undone(auth: Service, person: Person) -> dict[str, Any]:
    """Returns the response to the undo link."""
    await moved(auth, person, f"thief-{person.form['email']}")
    answer = await auth.http.post(
        "/api/undo-email", json={"token": await undo_link(auth, person.form["email"])}
    )
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def with_second_factor(person: Person) -> None:
    own = f"/api/user/{person.id}"
    secret = (await person.call("POST", f"{own}/two-factor", json={"password": PASSWORD})).json()["secret"]
    clock.forward(seconds=30)
    code = pyotp.TOTP(secret).at(clock.about_now())
    assert (await person.call("POST", f"{own}/two-factor/confirm", json={"code": code})).status_code == 200


async def test_undo_link_with_wrong_secret_does_nothing(auth: Service) -> None:
    person = await a_person(auth)
    await moved(auth, person, f"thief-{person.form['email']}")
    link = await undo_link(auth, person.form["email"])
    guess = link.partition(".")[0] + "." + "A" * 43
    assert refused(await auth.http.post("/api/undo-email", json={"token": guess})) == (400, "invalid_link")
    assert (await auth.http.post("/api/undo-email", json={"token": link})).status_code == 200, (
        "a guess spends nothing"
    )


@pytest.mark.parametrize(("days_before", "stays"), [(2, True), (0, False)])
async def test_undo_keeps_earlier_second_factor_and_removes_new_one(
    auth: Service, days_before: int, *, stays: bool
) -> None:
    person = await a_person(auth)
    await with_second_factor(person)
    clock.forward(days=days_before)
    person.token = (await person.call("POST", "/api/v1/auth/refresh")).json()["token"]
    await undone(auth, person)
    (row,) = await auth.rows("SELECT totp_confirmed_at FROM users WHERE id = :id", id=person.id)
    assert (row["totp_confirmed_at"] is not None) is stays


async def test_undo_keeps_earlier_provider_and_removes_new_one(
    auth: Service,
) -> None:
    person = await a_person(auth)
    for provider, days in (("old", 3), ("new", 0)):
        async with auth.database.transaction() as session:
            since = "clock_timestamp() - make_interval(days => :days)"
            row = f"INSERT INTO outside_identities VALUES (:p, :s, :id, {since})"
            values = {"p": provider, "s": f"subject-{person.id}", "id": person.id, "days": days}
            await session.execute(text(row), values)
    await undone(auth, person)
    left = await auth.rows("SELECT provider FROM outside_identities WHERE user_id = :id", id=person.id)
    assert [row["provider"] for row in left] == ["old"]


async def test_undo_voids_pending_reset_links(auth: Service) -> None:
    person = await a_person(auth)
    thiefs = f"thief-{person.form['email']}"
    await moved(auth, person, thiefs)
    back = await undo_link(auth, person.form["email"])
    assert (await auth.http.post("/api/v1/auth/forgot-password", json={"email": thiefs})).status_code == 200
    link = token_in((await mails_to(auth, thiefs))[-1])
    assert (await auth.http.post("/api/undo-email", json={"token": back})).status_code == 200
    chosen = {"token": link, "password": "Bunga-raya-44"}
    assert refused(await auth.http.post("/api/update-password", json=chosen)) == (400, "invalid_link")


async def moved(auth: Service, person: Person, new: str) -> None:
    assert (await person.move(new)).status_code == 200
    link = token_in((await mails_to(auth, new))[-1])
    assert (await auth.http.post("/api/verify-email", json={"token": link})).status_code == 200


async def undo_link(auth: Service, old: str) -> str:
    mail = (await mails_to(auth, old))[-1]
    assert mail.subject == "Your e-mail address was changed"
    assert "/undo-email#token=" in mail.text
    return token_in(mail)


async def test_confirmed_address_ends_every_other_session(auth: Service) -> None:
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    await moved(auth, person, f"moved-{person.form['email']}")
    for token_of in (person, other):
        assert (await token_of.call("GET", "/api/v1/auth/me")).status_code == 401
    assert (await other.call("POST", "/api/v1/auth/refresh")).status_code == 401
    assert (await person.call("POST", "/api/v1/auth/refresh")).status_code == 200


async def test_address_change_can_be_undone_for_seven_days(
    auth: Service,
) -> None:
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
        "the owner of the old address is notified"
    )
    again = await auth.http.post("/api/undo-email", json={"token": link})
    assert refused(again) == (400, "invalid_link")
    chosen = {"token": answer.json()["resetToken"], "password": "Bunga-raya-44"}
    assert (await auth.http.post("/api/update-password", json=chosen)).status_code == 200
    back = await person.sign_in(username=None, email=old, password="Bunga-raya-44")
    assert back.json()["user"]["email"] == old


async def test_undo_expires_after_seven_days(auth: Service) -> None:
    person = await a_person(auth)
    await moved(auth, person, f"moved-{person.form['email']}")
    link = await undo_link(auth, person.form["email"])
    clock.forward(days=7, seconds=1)
    assert refused(await auth.http.post("/api/undo-email", json={"token": link})) == (400, "invalid_link")
    form = await registered(auth, email=person.form["email"])
    assert await auth.rows("SELECT 1 FROM auth.users WHERE username = :name", name=form["username"])


async def test_second_change_keeps_first_undo_and_voids_its_own(auth: Service) -> None:
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


async def test_pending_undos_are_limited(auth: Service) -> None:
    person = await a_person(auth)
    for number in range(5):
        clock.forward(minutes=20)
        await person.sign_in()
        await moved(auth, person, f"n{number}-{person.form['email']}")
    await person.sign_in()
    assert refused(await person.move(f"n6-{person.form['email']}")) == (409, "too_many_moves")


async def test_address_reserved_for_undo_cannot_be_taken(auth: Service) -> None:
    person, other = await a_person(auth), await a_person(auth)
    old = person.form["email"]
    await moved(auth, person, f"moved-{old}")
    form = a_form(email=old)
    assert (await auth.http.post("/api/v1/auth/register", json=form)).status_code == 201
    assert await auth.rows("SELECT 1 FROM auth.users WHERE username = :name", name=form["username"]) == []
    assert (await other.move(old)).status_code == 200
    mail = next(item for item in reversed(await mails_to(auth, old)) if "type=email_change" in item.text)
    assert refused(await auth.http.post("/api/verify-email", json={"token": token_in(mail)})) == (
        400,
        "invalid_link",
    )


async def test_undo_removes_added_passkeys_and_keeps_earlier_ones(
    auth: Service,
) -> None:
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


async def test_undo_revokes_all_keys_including_rotated_ones(auth: Service) -> None:
    person = await a_person(auth)
    older = await a_key(person)
    clock.forward(days=2)
    await person.sign_in()
    stolen = await rotated(person, older["key"]["id"], end_now=True)
    assert await counts(auth, stolen["secret"])
    await undone(auth, person)
    assert not await counts(auth, stolen["secret"])
