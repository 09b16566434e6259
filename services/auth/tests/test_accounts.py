import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.events.catalog import PersonForgotten
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.jobs import tidy_once
from services.auth.privacy import erasure
from services.auth.tests.people import PASSWORD, a_form, a_person, mails_to, registered

pytestmark = pytest.mark.servers


async def test_new_account_is_verified_by_mail_and_signs_in(auth: Service) -> None:
    """AUTH-25, AUTH-27, AUTH-31, AUTH-36, AUTH-50, AUTH-54, ROLE-02, ROLE-03, C9, U5, U6"""
    person = await a_person(auth)
    assert (await person.sign_in()).status_code == 200
    me = (await person.call("GET", "/api/v1/auth/me")).json()
    assert me["username"] == person.form["username"]
    assert (me["isSeller"], me["isAdmin"], me["isBanned"], me["isVerified"]) == (True, False, False, False)
    assert (me["walletBalance"], me["emailVerified"], me["is_verified"]) == (0, True, False)
    assert "hash" not in str(me).lower()


async def test_unverified_account_cannot_sign_in(
    auth: Service,
) -> None:
    """AUTH-07, P-F4"""
    form = await registered(auth)
    asked = {"username": form["username"], "password": form["password"]}
    right = await auth.http.post("/api/v1/auth/login", json=asked)
    assert (right.status_code, right.json()["code"]) == (403, "email_not_verified")
    wrong = await auth.http.post("/api/v1/auth/login", json=asked | {"password": "not-this-one"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "invalid_credentials")


async def test_sign_in_accepts_username_or_email_in_any_case(auth: Service) -> None:
    """AUTH-13, AUTH-19, AUTH-21, AUTH-23"""
    person = await a_person(auth)
    for handle in ({"username": person.form["username"].upper()}, {"email": person.form["email"].upper()}):
        answer = await auth.http.post("/api/v1/auth/login", json=handle | {"password": PASSWORD})
        assert answer.status_code == 200
    neither = await auth.http.post("/api/v1/auth/login", json={"password": PASSWORD})
    assert neither.json()["details"]["fields"][0]["message"] == "Email or username is required"


async def test_old_six_character_password_still_signs_in(auth: Service) -> None:
    """AUTH-20, AUTH-62"""
    person = await a_person(auth)
    old = await auth.app.state.auth.passwords.hash("sixsix")
    async with auth.database.transaction() as session:
        from services.auth.accounts import queries as account_queries

        user = await account_queries.lock_user(session, person.id)
        assert user is not None
        user.password_hash = old
    assert (await person.elsewhere().sign_in(password="sixsix")).status_code == 200


async def test_registration_event_has_no_private_data(auth: Service) -> None:
    """P-G1"""
    person = await a_person(auth)
    context = await auth.recorded(person.id)
    assert [event["type"] for event in context] == [
        "wangi.auth.UserRegistered.v1",
        "wangi.auth.UserVerified.v1",
    ]
    assert [event["version"] for event in context] == [1, 2]
    for private in (person.form["email"], person.form["firstName"], person.form["username"], PASSWORD):
        assert private not in str(context)


async def test_taken_username_is_refused_and_taken_email_mails_its_owner(
    auth: Service,
) -> None:
    """AUTH-28, AUTH-59, AUTH-60, U4, U7, XCUT-10"""
    person = await a_person(auth)
    same_name = await auth.http.post(
        "/api/v1/auth/register", json=a_form(username=person.form["username"].upper())
    )
    assert (same_name.status_code, same_name.json()["code"]) == (409, "username_taken")
    assert same_name.json()["message"] == "Username already taken"
    other = a_form(email=person.form["email"].upper())
    fresh = await auth.http.post("/api/v1/auth/register", json=a_form())
    taken = await auth.http.post("/api/v1/auth/register", json=other)
    assert taken.status_code == fresh.status_code == 201
    assert taken.json()["message"] == fresh.json()["message"]
    assert set(taken.json()["user"]) == set(fresh.json()["user"])
    assert not await auth.rows("SELECT 1 FROM users WHERE username = :u", u=other["username"])
    mail = (await mails_to(auth, other["email"]))[-1]
    assert mail.subject == "You already have a Wangi account"


@pytest.mark.parametrize(("taken", "requested"), [("M0nsoon-{}", "rnonsoon-{}"), ("Ilham.{}", "1lham.{}")])
async def test_lookalike_username_is_refused(auth: Service, taken: str, requested: str) -> None:
    """S17"""
    number = a_form()["username"].removeprefix("person")
    await registered(auth, username=taken.format(number))
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(username=requested.format(number)))
    assert (answer.status_code, answer.json()["code"]) == (409, "username_taken")


async def test_full_width_letters_are_folded(auth: Service) -> None:
    """S17"""
    form = await registered(auth)
    wide = "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in form["username"])
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(username=wide))
    assert answer.json()["code"] == "username_taken"


async def test_concurrent_registrations_of_one_name_create_one_account(auth: Service) -> None:
    form = a_form()
    asked = [a_form(username=form["username"]) for _ in range(6)]
    answers = await asyncio.gather(*(auth.http.post("/api/v1/auth/register", json=item) for item in asked))
    assert sorted(a.status_code for a in answers) == [201, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "ab", "Username must be at least 3 characters"),
        ("username", "x" * 51, "Username must be 50 characters or less"),
        ("username", "Admin", "Username already taken"),
        ("username", "Adm1n", "Username already taken"),
        ("username", "deleted-7", "Username already taken"),
        ("username", "bad name", "Username may contain letters, numbers, dots, underscores and hyphens"),
        ("email", "nobody", "Please enter a valid email address"),
        ("email", "a@b.example\nBcc: x@y.example", "Please enter a valid email address"),
        ("password", "1234567", "Password must be at least 8 characters"),
        ("password", "password123", "This password is too common. Choose another one."),
        ("firstName", " ", "First name is required"),
        ("lastName", "x" * 101, "Last name must be 100 characters or less"),
        ("isAdmin", True, "Extra inputs are not permitted"),
        ("walletBalance", 100, "Extra inputs are not permitted"),
        ("confirmPassword", PASSWORD, "Extra inputs are not permitted"),
    ],
)
async def test_invalid_field_is_named_with_its_message(
    auth: Service, field: str, value: Any, sentence: str
) -> None:
    """AUTH-25, AUTH-27, AUTH-28, ROLE-12, U2, U4, P-F8"""
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(**{field: value}))
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_input"
    assert answer.json()["details"]["fields"] == [{"field": field, "message": sentence}]


async def test_password_containing_name_is_refused(auth: Service) -> None:
    form = a_form(username="jasmine-garden")
    answer = await auth.http.post("/api/v1/auth/register", json=form | {"password": "Jasmine-Garden-7"})
    assert "must not contain" in answer.json()["details"]["fields"][0]["message"]


async def test_refused_form_never_echoes_input(auth: Service) -> None:
    """S04, P-G1"""
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(password="s3cret!", email="canary@@x"))
    assert answer.status_code == 422
    assert "s3cret" not in answer.text
    assert "canary" not in answer.text


@pytest.mark.parametrize("malformed", ["a\\u0000b", "\\ud800"])
async def test_unstorable_text_is_refused(auth: Service, malformed: str) -> None:
    """S17"""
    body = '{"username":"someone","email":"a@b.example","password":"Kasturi-laut-9","firstName":"%s","lastName":"x"}'
    headers = {"Content-Type": "application/json"}
    answer = await auth.http.post("/api/v1/auth/register", content=body % malformed, headers=headers)
    assert answer.status_code == 422


async def test_unknown_account_and_wrong_password_look_the_same(auth: Service) -> None:
    """P-F4, S08, AUTH-60"""
    person = await a_person(auth)
    wrong = await person.elsewhere().sign_in(password="Wangi-demo-2")
    nobody = await person.elsewhere().sign_in(username="nobody-here")
    assert (wrong.status_code, nobody.status_code) == (401, 401)
    assert {**wrong.json(), "requestId": ""} == {**nobody.json(), "requestId": ""}
    assert wrong.json()["code"] == "invalid_credentials"
    assert set(wrong.headers) == set(nobody.headers)


async def test_username_can_be_looked_up_without_revealing_address(auth: Service) -> None:
    """AUTH-22, AUTH-52, C12"""
    person = await a_person(auth)
    known = await auth.http.post("/api/v1/auth/lookup-email", json={"username": person.form["username"]})
    assert known.json() == {"email": None, "signInWith": "username"}
    assert person.form["email"] not in known.text
    unknown = await auth.http.post("/api/v1/auth/lookup-email", json={"username": "nobody-here"})
    assert (unknown.status_code, unknown.json()["message"]) == (404, "Username not found")


async def test_me_without_token_is_401(auth: Service) -> None:
    """AUTH-49, AUTH-50"""
    answer = await auth.http.get("/api/v1/auth/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_internal_routes_are_hidden_from_outside(auth: Service) -> None:
    for path in ("/internal/users/1", "/internal/people?ids=1"):
        assert (await auth.http.get(path)).status_code == 404
        assert (await auth.http.get(path, headers={"X-Internal-Secret": "guess"})).status_code == 404


async def test_trailing_slash_is_404_without_redirect(auth: Service) -> None:
    answer = await auth.http.get("/api/v1/auth/me/")
    assert (answer.status_code, "location" in answer.headers) == (404, False)


async def long_ago(auth: Service, form: dict[str, Any], days: int) -> int:
    async with auth.database.transaction() as session:
        moved = (
            "UPDATE users SET created_at = created_at - make_interval(days => :days) WHERE username = :name"
        )
        await session.execute(text(moved), {"days": days, "name": form["username"]})
    (row,) = await auth.rows("SELECT id FROM users WHERE username = :name", name=form["username"])
    return int(row["id"])


async def test_unconfirmed_name_is_freed_after_a_week(auth: Service) -> None:
    form, young, person = await registered(auth), await registered(auth), await a_person(auth)
    await mails_to(auth, form["email"])
    gone = await long_ago(auth, form, 8)
    kept = [await long_ago(auth, young, 6), await long_ago(auth, person.form, 400)]
    await tidy_once(auth.app, auth.app.state.auth)
    assert not await auth.rows("SELECT 1 FROM users WHERE id = :id", id=gone)
    assert not await auth.rows("SELECT 1 FROM one_time_links WHERE user_id = :id", id=gone)
    assert len(await auth.rows("SELECT 1 FROM users WHERE id = ANY(:ids)", ids=kept)) == 2
    event = (await auth.recorded(gone))[-1]
    assert (event["type"], event["data"]["userId"]) == ("wangi.auth.UserErased.v1", gone)
    again = await registered(auth, username=form["username"], email=form["email"])
    assert await auth.rows("SELECT 1 FROM users WHERE username = :name", name=again["username"])
    await auth.deliver(PersonForgotten(user_id=gone, forgotten_at=clock.about_now()))
    assert not await auth.rows("SELECT 1 FROM erasure_acknowledgements WHERE user_id = :id", id=gone)


JUDGED = {
    "banned": "is_banned = true",
    "suspended": "suspended_until = clock_timestamp()",
    "staff": "is_admin = true",
    "confirmed": "email_verified = true",
}


@pytest.mark.parametrize("judged", JUDGED)
async def test_account_with_staff_or_owner_actions_is_kept(auth: Service, judged: str) -> None:
    form = await registered(auth)
    kept = await long_ago(auth, form, 400)
    async with auth.database.transaction() as session:
        await session.execute(text(f"UPDATE users SET {JUDGED[judged]} WHERE id = :id"), {"id": kept})
    await erasure.free_names(auth.app.state.auth)
    assert await auth.rows("SELECT 1 FROM users WHERE id = :id", id=kept)


async def test_unverified_account_with_session_is_kept(auth: Service) -> None:
    person = await a_person(auth)
    kept = await long_ago(auth, person.form, 400)
    async with auth.database.transaction() as session:
        await session.execute(text("UPDATE users SET email_verified = false WHERE id = :id"), {"id": kept})
    await erasure.free_names(auth.app.state.auth)
    assert await auth.rows("SELECT 1 FROM users WHERE id = :id", id=kept)


async def test_unconfirmed_accounts_are_deleted_in_batches(auth: Service) -> None:
    async with auth.database.transaction() as session:
        many = (
            "INSERT INTO users (username, username_key, username_look, email, email_key, first_name, last_name, "
            "language, theme, is_seller, is_admin, is_banned, is_verified, email_verified, epoch, version, created_at) "
            "SELECT n, n, n, n, n, 'A', 'B', 'en', 'system', true, false, false, false, false, 0, 1, "
            "clock_timestamp() - interval '9 days' "
            "FROM (SELECT 'bulk-' || g AS n FROM generate_series(1, 1000) AS g) AS x"
        )
        await session.execute(text(many))
    assert await erasure.free_names(auth.app.state.auth) == 1000
    assert not await auth.rows("SELECT 1 FROM users WHERE username LIKE 'bulk-%'")
