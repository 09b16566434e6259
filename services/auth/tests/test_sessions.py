import asyncio
import base64
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import event

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.accounts.rules import InvalidCredentials
from services.auth.accounts.schemas import LoginIn
from services.auth.auth_services import ClientInfo
from services.auth.jobs import tidy_once
from services.auth.sign_in import authentication
from services.auth.sign_in import service as sign_in_service
from services.auth.tests.people import PASSWORD, Person, a_person, mails_to

pytestmark = pytest.mark.servers


ANDROID = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
)


async def test_refresh_cookie_is_http_only_and_scoped_to_auth(auth: Service) -> None:
    """AUTH-48, AR-D15"""
    person = await a_person(auth)
    cookies = (await person.sign_in()).headers.get_list("set-cookie")
    for cookie in cookies:
        for part in ("HttpOnly", "SameSite=strict", "Path=/api/v1/auth"):
            assert part in cookie
    assert {cookie.split("=")[0] for cookie in cookies} == {"wangi_refresh", "wangi_device"}


async def refreshed(auth: Service, cookie: str) -> Any:
    auth.http.cookies.clear()
    return await auth.http.post("/api/v1/auth/refresh", headers={"Cookie": f"wangi_refresh={cookie}"})


async def test_ten_concurrent_refreshing_tabs_stay_signed_in(auth: Service) -> None:
    """P-F2, S06"""
    person = await a_person(auth)
    first = person.cookies["wangi_refresh"]
    answers = await asyncio.gather(*(refreshed(auth, first) for _ in range(10)))
    assert {a.status_code for a in answers} == {200}
    assert len({a.cookies["wangi_refresh"] for a in answers}) == 1
    lost = await refreshed(auth, first)  # The ten responses were lost, so the parent asks again.
    assert lost.status_code == 200
    assert (await refreshed(auth, lost.cookies["wangi_refresh"])).status_code == 200


@pytest.mark.parametrize("path", ["refresh", "logout"])
async def test_malformed_refresh_token_ends_nothing(auth: Service, path: str) -> None:
    person = await a_person(auth)
    cookie = person.cookies["wangi_refresh"]
    session_id = cookie.partition(".")[0]
    asked: list[str] = []
    engine = auth.database.engine.sync_engine

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        for garbage in ("garbage", "a" * 64, "b" * 64 + "." + "c" * 32, cookie.partition(".")[2][:-1] + "x"):
            headers = {"Cookie": f"wangi_refresh={session_id}.{garbage}"}
            auth.http.cookies.clear()
            answer = await auth.http.post(f"/api/v1/auth/{path}", headers=headers)
            assert answer.status_code == (401 if path == "refresh" else 200)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert asked == []
    assert (await refreshed(auth, cookie)).status_code == 200


async def test_refresh_token_replayed_after_grace_ends_family(auth: Service) -> None:
    """P-F2, S06"""
    person = await a_person(auth)
    first = person.cookies["wangi_refresh"]
    second = (await refreshed(auth, first)).cookies["wangi_refresh"]
    clock.forward(seconds=11)
    assert (await refreshed(auth, first)).status_code == 401
    assert (await refreshed(auth, second)).status_code == 401


async def test_grandparent_refresh_token_has_no_grace(auth: Service) -> None:
    """P-F2"""
    person = await a_person(auth)
    first = person.cookies["wangi_refresh"]
    second = (await refreshed(auth, first)).cookies["wangi_refresh"]
    third = (await refreshed(auth, second)).cookies["wangi_refresh"]
    assert (await refreshed(auth, first)).status_code == 401
    assert (await refreshed(auth, third)).status_code == 401


async def test_sign_out_ends_only_this_session(auth: Service) -> None:
    """AUTH-53, PROF-17, P-F2"""
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    cookie = person.cookies["wangi_refresh"]
    assert (await person.call("POST", "/api/v1/auth/logout")).json() == {"success": True}
    assert (await refreshed(auth, cookie)).status_code == 401
    assert (await refreshed(auth, other.cookies["wangi_refresh"])).status_code == 200


async def test_sign_out_with_bearer_ends_its_session(auth: Service) -> None:
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    cookie, bearer = person.cookies["wangi_refresh"], {"Authorization": f"Bearer {person.token}"}
    auth.http.cookies.clear()
    assert (await auth.http.post("/api/v1/auth/logout", headers=bearer)).json() == {"success": True}
    assert (await auth.http.get("/api/v1/auth/me", headers=bearer)).status_code == 401
    assert (await refreshed(auth, cookie)).status_code == 401
    assert (await refreshed(auth, other.cookies["wangi_refresh"])).status_code == 200


async def test_sign_out_with_void_bearer_needs_cookie(auth: Service) -> None:
    person = await a_person(auth)
    spent = {"Authorization": "Bearer head.body.signature"}
    auth.http.cookies.clear()
    assert (await auth.http.post("/api/v1/auth/logout", headers=spent)).status_code == 401
    cookie = person.cookies["wangi_refresh"]
    both = spent | {"Cookie": f"wangi_refresh={cookie}"}
    assert (await auth.http.post("/api/v1/auth/logout", headers=both)).status_code == 200
    assert (await refreshed(auth, cookie)).status_code == 401


@pytest.mark.parametrize("bearer", ["head.body.signature", ""])
async def test_refused_sign_out_deletes_invalid_cookie(auth: Service, bearer: str) -> None:
    auth.http.cookies.clear()
    headers = {"Authorization": f"Bearer {bearer}", "Cookie": "wangi_refresh=garbage"}
    answer = await auth.http.post("/api/v1/auth/logout", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert 'wangi_refresh=""; ' in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]


async def test_sign_out_everywhere_voids_every_token_in_every_service(auth: Service) -> None:
    """P-F1, P-F2"""
    person = await a_person(auth)
    other = person.elsewhere()
    await other.sign_in()
    assert (await person.call("POST", "/api/v1/auth/logout-all")).status_code == 200
    assert (await refreshed(auth, other.cookies["wangi_refresh"])).status_code == 401
    revoked = (await auth.recorded(person.id))[-1]
    assert revoked["type"] == "wangi.auth.UserSessionsRevoked.v1"
    assert revoked["data"]["epoch"] == 1


async def test_person_lists_sign_ins_and_ends_one(auth: Service) -> None:
    person = await a_person(auth)
    phone = person.elsewhere()
    await phone.call(
        "POST",
        "/api/v1/auth/login",
        json={"username": person.form["username"], "password": PASSWORD},
        headers={"User-Agent": ANDROID, "X-Forwarded-For": "60.52.14.77"},
    )
    shown = (await person.call("GET", f"/api/user/{person.id}/sessions")).json()
    assert [item["current"] for item in shown] == [False, True]
    assert (shown[0]["device"], shown[0]["place"]) == ("Chrome on Android", "Network 60.52.14.0/24")
    context = {"browser": "Chrome", "system": "Android", "network": "60.52.14.0/24", "isLocal": False}
    assert context.items() <= shown[0].items(), "so that a page can say it in any language"
    assert "60.52.14.77" not in str(shown)
    ended = await person.call("DELETE", f"/api/user/{person.id}/sessions/{shown[0]['id']}")
    assert ended.json() == {"success": True}
    assert (await refreshed(auth, phone.cookies["wangi_refresh"])).status_code == 401
    assert len((await person.call("GET", f"/api/user/{person.id}/sessions")).json()) == 1


async def test_sessions_of_another_person_are_inaccessible(auth: Service) -> None:
    """S02"""
    person, stranger = await a_person(auth), await a_person(auth)
    (shown,) = (await person.call("GET", f"/api/user/{person.id}/sessions")).json()
    assert (await stranger.call("GET", f"/api/user/{person.id}/sessions")).status_code == 403
    theirs = await stranger.call("DELETE", f"/api/user/{stranger.id}/sessions/{shown['id']}")
    assert theirs.status_code == 404
    assert (await refreshed(auth, person.cookies["wangi_refresh"])).status_code == 200


async def test_new_device_is_mailed_and_known_one_is_not(auth: Service) -> None:
    person = await a_person(auth)
    await person.sign_in()
    assert len(await mails_to(auth, person.form["email"])) == 1  # The verification only.
    await person.elsewhere().sign_in()
    assert (await mails_to(auth, person.form["email"]))[
        -1
    ].subject == "A new device signed in to your account"


async def test_pending_sign_in_does_not_survive_sign_out_everywhere(auth: Service) -> None:
    person = await a_person(auth)
    client = ClientInfo(address="10.0.0.1", user_agent="")
    asked = LoginIn.model_validate({"username": person.form["username"], "password": PASSWORD})
    recognised = await authentication.authenticate(auth.app.state.auth, asked, client)
    async with auth.database.transaction() as session:
        await sign_in_service.sign_out_everywhere(session, person.id)
    with pytest.raises(InvalidCredentials):
        async with auth.database.transaction() as session:
            await sign_in_service.begin(auth.app.state.auth, session, recognised, client, way="password")


@pytest.mark.parametrize("cookie", ['"\\000abc"', "a b", "é", "x" * 300])
async def test_odd_cookie_is_refused(auth: Service, cookie: str) -> None:
    auth.http.cookies.clear()
    for path in ("refresh", "logout"):
        headers = {b"Cookie": f"wangi_refresh={cookie}; wangi_device={cookie}".encode()}
        answer = await auth.http.post(f"/api/v1/auth/{path}", headers=headers)
        assert 400 <= answer.status_code < 500


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    return dict(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))


async def test_token_has_identity_lifetime_and_nothing_private(auth: Service) -> None:
    """P-F6, P-G1, AR-D13"""
    person = await a_person(auth)
    claims = claims_of(person.token)
    assert claims["exp"] - claims["iat"] == 600
    assert (claims["sub"], claims["typ"], claims["accountStatus"]) == (str(person.id), "access", "active")
    assert not set(claims) & {"email", "firstName", "address"}


class TestKeys:
    @pytest.fixture(autouse=True)
    async def as_after_the_next_round_of_tidying(self, auth: Service) -> AsyncIterator[None]:
        yield
        await tidy_once(auth.app, auth.app.state.auth)

    async def test_new_signing_key_is_published_before_use_and_old_one_kept(self, auth: Service) -> None:
        """AR-D13, F25"""
        keys = auth.app.state.auth.keys
        person = await a_person(auth)
        before, signing = [key.kid for key in keys.public_keys.keys], header_of(await a_token(person))["kid"]
        fresh = await keys.rotate(auth.database)
        assert {key.kid for key in keys.public_keys.keys} == {*before, fresh}
        assert header_of(await a_token(person))["kid"] == signing
        clock.forward(minutes=10, seconds=1)
        assert header_of(await a_token(person))["kid"] == fresh
        clock.forward(minutes=11)
        await keys.follow(auth.database)
        assert [key.kid for key in keys.public_keys.keys] == [fresh]

    async def test_stolen_signing_key_is_void_at_once_and_refresh_continues(self, auth: Service) -> None:
        keys = auth.app.state.auth.keys
        person = await a_person(auth)
        fresh = await keys.rotate(auth.database, at_once=True)
        assert [key.kid for key in keys.public_keys.keys] == [fresh]
        assert header_of(await a_token(person))["kid"] == fresh

    async def test_stored_signing_keys_are_encrypted(self, auth: Service) -> None:
        """S23"""
        for row in await auth.rows("SELECT sealed FROM signing_keys"):
            assert b"PRIVATE KEY" not in row["sealed"]


def header_of(token: str) -> dict[str, Any]:
    part = token.split(".")[0]
    return dict(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))


async def a_token(person: Person) -> str:
    answer = await refreshed(person.auth, person.cookies["wangi_refresh"])
    person.cookies |= dict(answer.cookies)
    return str(answer.json()["token"])
