"""Accounts through the public edge, on the real database."""

import asyncio
import itertools
from typing import Any

import pytest

from libs.kit import clock
from libs.kit.testing import Service
from services.auth.domain import InvalidCredentials
from services.auth.schemas import LoginIn

pytestmark = pytest.mark.servers
_numbers = itertools.count(1)


def a_form(**told: Any) -> dict[str, Any]:
    name = f"person{next(_numbers)}"
    usual = {"username": name, "email": f"{name}@wangi.example", "password": "Wangi-demo-1"}
    return usual | {"firstName": "Siti", "lastName": "Aminah"} | told


async def registered(auth: Service) -> dict[str, Any]:
    form = a_form()
    assert (await auth.http.post("/api/v1/auth/register", json=form)).status_code == 201
    return form


async def signed_in(auth: Service, form: dict[str, Any]) -> Any:
    auth.http.cookies.clear()
    return await auth.http.post("/api/v1/auth/login", json={"username": form["username"], "password": form["password"]})


async def test_a_new_account_can_sign_in_and_see_itself(auth: Service) -> None:
    form = await registered(auth)
    answer = await signed_in(auth, form)
    assert answer.status_code == 200
    me = await auth.http.get("/api/v1/auth/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.json()["username"] == form["username"]
    assert (me.json()["isSeller"], me.json()["isAdmin"], me.json()["walletBalance"]) == (True, False, 0)
    assert "password" not in str(me.json()).lower()


async def test_registration_tells_the_world_without_private_facts(auth: Service) -> None:
    form = await registered(auth)
    user = (await auth.rows("SELECT id FROM users WHERE username = :u", u=form["username"]))[0]
    (fact,) = await auth.told(user["id"])
    assert fact["type"] == "wangi.auth.UserRegistered.v1"
    assert fact["version"] == 1
    for private in (form["email"], form["firstName"], form["lastName"], form["password"]):
        assert private not in str(fact)


async def test_a_taken_username_is_said_and_a_taken_email_is_not(auth: Service) -> None:
    form = await registered(auth)
    same_name = await auth.http.post("/api/v1/auth/register", json=a_form(username=form["username"].upper()))
    assert (same_name.status_code, same_name.json()["code"]) == (409, "username_taken")
    assert same_name.json()["message"] == "Username already taken"
    other = a_form(email=form["email"].upper())
    same_email = await auth.http.post("/api/v1/auth/register", json=other)
    assert same_email.status_code == 201
    assert set(same_email.json()["user"]) == {"username", "email", "firstName", "lastName"}
    assert not await auth.rows("SELECT 1 FROM users WHERE username = :u", u=other["username"])


async def test_two_people_who_want_one_name_at_the_same_moment_get_one_account(auth: Service) -> None:
    form = a_form()
    asked = [a_form(username=form["username"]) for _ in range(6)]
    answers = await asyncio.gather(*(auth.http.post("/api/v1/auth/register", json=one) for one in asked))
    assert sorted(a.status_code for a in answers) == [201, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "ab", "Username must be at least 3 characters"),
        ("username", "x" * 51, "Username must be 50 characters or less"),
        ("username", "Admin", "Username already taken"),
        ("email", "nobody", "Please enter a valid email address"),
        ("password", "1234567", "Password must be at least 8 characters"),
        ("firstName", " ", "First name is required"),
        ("isAdmin", True, "Extra inputs are not permitted"),
    ],
)
async def test_a_field_that_is_not_right_is_named_with_its_sentence(
    auth: Service, field: str, value: Any, sentence: str
) -> None:
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(**{field: value}))
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_input"
    assert answer.json()["details"]["fields"] == [{"field": field, "message": sentence}]


async def test_a_refused_form_never_echoes_what_was_typed(auth: Service) -> None:
    answer = await auth.http.post("/api/v1/auth/register", json=a_form(password="s3cret!", email="canary@@x"))
    assert answer.status_code == 422
    assert "s3cret" not in answer.text
    assert "canary" not in answer.text


async def test_a_nul_in_a_name_is_refused_and_not_a_fault_of_ours(auth: Service) -> None:
    assert (await auth.http.post("/api/v1/auth/register", json=a_form(lastName="a\0b"))).status_code == 422


async def test_an_unknown_account_and_a_wrong_password_sound_the_same(auth: Service) -> None:
    form = await registered(auth)
    wrong = await signed_in(auth, form | {"password": "Wangi-demo-2"})
    nobody = await signed_in(auth, form | {"username": "nobody-here"})
    assert (wrong.status_code, nobody.status_code) == (401, 401)
    assert {**wrong.json(), "requestId": ""} == {**nobody.json(), "requestId": ""}
    assert wrong.json()["code"] == "invalid_credentials"


async def test_the_refresh_cookie_is_for_the_auth_path_only_and_not_for_scripts(auth: Service) -> None:
    cookie = (await signed_in(auth, await registered(auth))).headers["set-cookie"]
    for part in ("wangi_refresh=", "HttpOnly", "SameSite=strict", "Path=/api/v1/auth"):
        assert part in cookie


async def refreshed(auth: Service, cookie: str) -> Any:
    auth.http.cookies.clear()
    return await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": f"wangi_refresh={cookie}"})


async def test_ten_tabs_that_refresh_at_once_stay_signed_in(auth: Service) -> None:
    first = (await signed_in(auth, await registered(auth))).cookies["wangi_refresh"]
    answers = await asyncio.gather(*(refreshed(auth, first) for _ in range(10)))
    assert {a.status_code for a in answers} == {200}
    assert len({a.cookies["wangi_refresh"] for a in answers}) == 1


async def test_a_refresh_token_replayed_after_the_grace_ends_the_family(auth: Service) -> None:
    first = (await signed_in(auth, await registered(auth))).cookies["wangi_refresh"]
    second = (await refreshed(auth, first)).cookies["wangi_refresh"]
    clock.forward(seconds=11)
    assert (await refreshed(auth, first)).status_code == 401
    assert (await refreshed(auth, second)).status_code == 401


async def test_signing_out_ends_the_session(auth: Service) -> None:
    cookie = (await signed_in(auth, await registered(auth))).cookies["wangi_refresh"]
    out = await auth.http.post("/api/v1/auth/logout", headers={"Cookie": f"wangi_refresh={cookie}"})
    assert out.json() == {"success": True}
    assert (await refreshed(auth, cookie)).status_code == 401


async def test_signing_out_everywhere_raises_the_epoch_and_tells_every_service(auth: Service) -> None:
    session = await signed_in(auth, await registered(auth))
    user = session.json()["user"]
    bearer = {"Authorization": f"Bearer {session.json()['token']}"}
    assert (await auth.http.post("/api/v1/auth/logout-all", headers=bearer)).status_code == 200
    assert (await refreshed(auth, session.cookies["wangi_refresh"])).status_code == 401
    revoked = (await auth.told(user["id"]))[-1]
    assert (revoked["type"], revoked["version"]) == ("wangi.auth.UserSessionsRevoked.v1", 2)
    assert revoked["data"]["epoch"] == 1


async def test_without_a_token_nobody_is_me(auth: Service) -> None:
    answer = await auth.http.get("/api/v1/auth/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_internal_routes_do_not_exist_for_strangers(auth: Service) -> None:
    assert (await auth.http.get("/internal/users/1")).status_code == 404
    assert (await auth.http.get("/internal/users/1", headers={"X-Internal-Secret": "guess"})).status_code == 404


async def test_a_sign_in_under_way_does_not_survive_a_sign_out_everywhere(auth: Service) -> None:
    form = await registered(auth)
    accounts = auth.app.state.accounts
    asked = LoginIn.model_validate({"username": form["username"], "password": form["password"]})
    recognised = await accounts.recognise(auth.database, asked)
    async with auth.database.transaction() as session:
        await accounts.sign_out_everywhere(session, recognised.id)
    with pytest.raises(InvalidCredentials):
        async with auth.database.transaction() as session:
            await accounts.sign_in(session, recognised)


@pytest.mark.parametrize("cookie", ['"\\000abc"', "a b", "é", "x" * 300])
async def test_an_odd_cookie_is_refused_and_not_a_fault_of_ours(auth: Service, cookie: str) -> None:
    auth.http.cookies.clear()
    for path in ("refresh", "logout"):
        headers = {b"Cookie": f"wangi_refresh={cookie}".encode()}
        answer = await auth.http.post(f"/api/v1/auth/{path}", headers=headers)
        assert 400 <= answer.status_code < 500


async def test_a_trailing_slash_is_not_found_and_tells_no_address(auth: Service) -> None:
    answer = await auth.http.get("/api/v1/auth/me/")
    assert (answer.status_code, "location" in answer.headers) == (404, False)
