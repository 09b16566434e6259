"""The undo link of a changed address takes back what a thief can have added, and nothing that was there
before."""

from typing import Any

import pyotp
import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to, token_in
from services.auth.tests.test_proofs import moved, refused, undo_link

pytestmark = pytest.mark.servers


async def undone(auth: Service, person: Person) -> dict[str, Any]:
    """The address is changed and changed back from the old mailbox; returns what the undo link answered."""
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


async def test_the_name_of_an_undo_link_with_another_secret_undoes_nothing(auth: Service) -> None:
    """The first half stands in the table, the second only as a hash."""
    person = await a_person(auth)
    await moved(auth, person, f"thief-{person.form['email']}")
    link = await undo_link(auth, person.form["email"])
    guess = link.partition(".")[0] + "." + "A" * 43
    assert refused(await auth.http.post("/api/undo-email", json={"token": guess})) == (400, "invalid_link")
    assert (await auth.http.post("/api/undo-email", json={"token": link})).status_code == 200, (
        "a guess spends nothing"
    )


@pytest.mark.parametrize(("days_before", "stays"), [(2, True), (0, False)])
async def test_a_second_factor_of_before_stays_and_one_that_came_with_the_change_goes(
    auth: Service, days_before: int, *, stays: bool
) -> None:
    """Reading an old mailbox is not enough to strip an account of its second factor."""
    person = await a_person(auth)
    await with_second_factor(person)
    clock.forward(days=days_before)
    person.token = (await person.call("POST", "/api/v1/auth/refresh")).json()["token"]
    await undone(auth, person)
    (row,) = await auth.rows("SELECT totp_confirmed_at FROM users WHERE id = :id", id=person.id)
    assert (row["totp_confirmed_at"] is not None) is stays


async def test_a_linked_provider_of_before_stays_and_one_that_came_with_the_change_goes(
    auth: Service,
) -> None:
    """It signs in without a password."""
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


async def test_a_link_for_a_new_password_that_the_thief_had_mailed_is_dead(auth: Service) -> None:
    person = await a_person(auth)
    thiefs = f"thief-{person.form['email']}"
    await moved(auth, person, thiefs)
    back = await undo_link(auth, person.form["email"])
    assert (await auth.http.post("/api/v1/auth/forgot-password", json={"email": thiefs})).status_code == 200
    link = token_in((await mails_to(auth, thiefs))[-1])
    assert (await auth.http.post("/api/undo-email", json={"token": back})).status_code == 200
    chosen = {"token": link, "password": "Bunga-raya-44"}
    assert refused(await auth.http.post("/api/update-password", json=chosen)) == (400, "invalid_link")
