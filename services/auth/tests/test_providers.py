"""Signing in with an outside provider, end to end against a small one that can lie."""

import asyncio
import base64
import itertools
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pyotp
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey
from pydantic import SecretStr

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.domain import providers as rules
from services.auth.service import providers
from services.auth.settings import ProviderSettings
from services.auth.tests.people import PASSWORD, Person, a_form, a_person, mails_to, registered, token_in
from tests.support.provider import CLIENT_ID, CLIENT_SECRET, FakeProvider, a_provider

NOW = datetime(2026, 11, 20, 4, 0, tzinfo=UTC)
AT = int(NOW.timestamp())
START = "/api/v1/auth/oidc/contoh/start"
LATE = rules.LATE
_numbers = itertools.count(1)


def somebody(**changes: Any) -> dict[str, Any]:
    """A person at the provider."""
    number = next(_numbers)
    usual = {"sub": f"s-{number}", "email": f"outside{number}@mail.example", "email_verified": True}
    return usual | {"given_name": "Mei Ling", "family_name": f"Tan{number}"} | changes


@pytest.fixture
async def provider(auth: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeProvider]:
    """A provider, and auth told of it."""
    async with a_provider(person=somebody()) as fake:
        settings = ProviderSettings(
            id="contoh",
            name="Contoh",
            issuer=fake.address,
            client_id=CLIENT_ID,
            client_secret=SecretStr(CLIENT_SECRET),
        )
        running = auth.app.state.auth
        monkeypatch.setattr(providers, "_providers", {})  # another test's provider may have had this port
        monkeypatch.setattr(
            running, "settings", running.settings.model_copy(update={"oidc_providers": [settings]})
        )
        yield fake


@dataclass
class Browser:
    """A browser on its way to the provider and back."""

    auth: Service
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, address: str) -> Any:
        return await self.call("GET", address)

    async def call(self, method: str, address: str, **options: Any) -> Any:
        self.auth.http.cookies.clear()
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = await self.auth.http.request(method, path, headers=headers, **options)
        self.cookies |= dict(answer.cookies)
        return answer

    async def door(self, redirect: str | None = None) -> str:
        options = {"params": {"redirect": redirect}} if redirect is not None else {}
        answer = await self.call("GET", START, **options)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    async def there(self, door: str) -> str:
        """Through the door; where the provider sends one back to."""
        async with aiohttp.ClientSession() as http, http.get(door, allow_redirects=False) as answer:
            assert answer.status == 302
            return answer.headers["Location"]

    async def back(self, address: str) -> dict[str, str]:
        """Back at our callback; what stands in the fragment that the app gets."""
        answer = await self.get(address)
        assert answer.status_code == 302, answer.text
        landed = urlsplit(answer.headers["location"])
        base = urlsplit(self.auth.app.state.settings.base_url)
        assert (landed.scheme, landed.netloc, landed.path) == (base.scheme, base.netloc, "/auth-callback")
        assert (landed.query, answer.headers["referrer-policy"]) == ("", "no-referrer")
        return {name: values[0] for name, values in parse_qs(landed.fragment).items()}

    async def round(self, redirect: str | None = None) -> dict[str, str]:
        return await self.back(await self.there(await self.door(redirect)))

    async def exchange(self, token: str, **more: Any) -> Any:
        return await self.call("POST", "/api/v1/auth/session", json={"supabaseToken": token, **more})

    async def sign_in(self) -> Any:
        landed = await self.round()
        assert "access_token" in landed, landed
        return await self.exchange(landed["access_token"])


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")


@pytest.mark.servers
async def test_nothing_is_offered_unless_the_installation_names_a_provider(auth: Service) -> None:
    """C15, AUTH-17"""
    assert (await auth.http.get("/api/v1/auth/providers")).json() == []
    assert (await auth.http.get(START)).status_code == 404
    assert (await auth.http.get("/api/v1/auth/oidc/contoh/callback")).status_code == 404


@pytest.mark.servers
async def test_a_new_person_signs_in_and_gets_an_account(auth: Service, provider: FakeProvider) -> None:
    """C15, AUTH-45, AUTH-51, AUTH-55, C13"""
    assert (await auth.http.get("/api/v1/auth/providers")).json() == [{"id": "contoh", "name": "Contoh"}]
    browser = Browser(auth)
    landed = await browser.round("/auctions/7?tab=bids")
    assert landed["redirect"] == "/auctions/7?tab=bids"
    answer = await browser.exchange(landed["access_token"])
    assert answer.status_code == 200
    user = answer.json()["user"]
    assert (user["email"], user["emailVerified"], user["hasPassword"]) == (
        provider.person["email"],
        True,
        False,
    )
    assert (user["firstName"], user["lastName"]) == ("Mei Ling", provider.person["family_name"])
    assert (user["provider"], user["username"]) == (
        "contoh",
        f"mei.ling.{provider.person['family_name'].lower()}",
    )
    assert "wangi_refresh" in answer.cookies
    kinds = [fact["type"] for fact in await auth.recorded(user["id"])]
    assert kinds == ["wangi.auth.UserRegistered.v1", "wangi.auth.UserVerified.v1"]
    again = await Browser(auth).sign_in()
    assert again.json()["user"]["id"] == user["id"]
    me = await auth.http.get("/api/v1/auth/me", headers={"Authorization": f"Bearer {again.json()['token']}"})
    assert me.json()["id"] == user["id"]


@pytest.mark.servers
async def test_the_door_asks_for_what_the_standard_says(auth: Service, provider: FakeProvider) -> None:
    door = urlsplit(await Browser(auth).door())
    asked = {name: values[0] for name, values in parse_qs(door.query).items()}
    assert (asked["response_type"], asked["code_challenge_method"], asked["client_id"]) == (
        "code",
        "S256",
        CLIENT_ID,
    )
    assert asked["scope"] == "openid email profile"
    assert asked["redirect_uri"] == f"{auth.app.state.settings.base_url}/api/v1/auth/oidc/contoh/callback"
    assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43


@pytest.mark.servers
@pytest.mark.parametrize("kind", ["RS256", "ES256", "Ed25519"])
@pytest.mark.parametrize("methods", [("client_secret_basic",), ("client_secret_post",)])
async def test_the_usual_keys_and_ways_are_understood(
    auth: Service, provider: FakeProvider, kind: str, methods: tuple[str, ...]
) -> None:
    provider.use_key(kind, "another")
    provider.auth_methods = methods
    assert (await Browser(auth).sign_in()).status_code == 200
    assert ("client_secret" in provider.token_forms[-1]) == ("client_secret_post" in methods)


@pytest.mark.servers
async def test_an_address_beside_the_id_token_counts_if_it_is_about_the_same_person(
    auth: Service, provider: FakeProvider
) -> None:
    address = provider.person.pop("email")
    del provider.person["email_verified"]
    provider.person["beside"] = {"email": address, "email_verified": True}
    assert (await Browser(auth).sign_in()).json()["user"]["email"] == address
    provider.person = somebody()
    other = provider.person.pop("email")
    provider.person["beside"] = {"email": other, "email_verified": True, "sub": "somebody-else"}
    assert (await Browser(auth).round())["error"] == rules.NO_DATA


@pytest.mark.servers
async def test_the_owner_of_a_verified_address_is_linked_and_told(
    auth: Service, provider: FakeProvider
) -> None:
    """C15, AUTH-47"""
    person = await a_person(auth)
    provider.person["email"] = person.form["email"].upper()
    answer = await Browser(auth).sign_in()
    assert answer.json()["user"]["id"] == person.id
    assert (await person.sign_in()).status_code == 200, "the password still holds"
    subjects = [mail.subject for mail in await mails_to(auth, person.form["email"])]
    assert subjects.count("A new way to sign in was linked") == 1
    await Browser(auth).sign_in()
    subjects = [mail.subject for mail in await mails_to(auth, person.form["email"])]
    assert subjects.count("A new way to sign in was linked") == 1


@pytest.mark.servers
async def test_who_registered_with_anothers_address_loses_it_to_the_owner(
    auth: Service, provider: FakeProvider
) -> None:
    """P-F3: an account prepared without access to the mailbox gives no sign-in afterwards."""
    form = await registered(auth, email=provider.person["email"], firstName="Thief")
    (letter,) = await mails_to(auth, form["email"])
    answer = await Browser(auth).sign_in()
    user = answer.json()["user"]
    assert (user["username"], user["hasPassword"], user["emailVerified"]) == (form["username"], False, True)
    assert user["firstName"] == "Mei Ling"
    thief = Person(auth, form, user["id"])
    assert refused(await thief.sign_in()) == (401, "invalid_credentials")
    used = await thief.call("POST", "/api/verify-email", json={"token": token_in(letter)})
    assert refused(used) == (400, "invalid_link")
    assert await auth.rows("SELECT 1 FROM one_time_links WHERE user_id = :id", id=user["id"]) == []
    kinds = [fact["type"].split(".")[2] for fact in await auth.recorded(user["id"])]
    assert kinds == ["UserRegistered", "UserSessionsRevoked", "UserVerified"], (
        "tokens of before are void everywhere"
    )
    me = await auth.http.get("/api/v1/auth/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.status_code == 200


@pytest.mark.servers
@pytest.mark.parametrize("word", [False, None, "false", "True", 1, "yes"])
async def test_an_address_the_provider_has_not_confirmed_is_no_address(
    auth: Service, provider: FakeProvider, word: Any
) -> None:
    person = await a_person(auth)
    provider.person |= {"email": person.form["email"], "email_verified": word}
    if word is None:
        del provider.person["email_verified"]
    assert await Browser(auth).round() == {"error": "no_data"}
    assert await auth.rows("SELECT 1 FROM outside_identities WHERE user_id = :id", id=person.id) == []


def other_key(claims: dict[str, Any]) -> str:
    key = ECKey.generate_key("P-256", parameters={"kid": "one"})
    return jwt.encode({"alg": "ES256", "kid": "one"}, claims, key, algorithms=["ES256"])


def unsigned(claims: dict[str, Any]) -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": "none", "kid": "one"}, claims)]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."


def by_the_secret(claims: dict[str, Any]) -> str:
    key = OctKey.import_key(CLIENT_SECRET + "x" * 32)
    return jwt.encode({"alg": "HS256", "kid": "one"}, claims, key, algorithms=["HS256"])


def with_own_key(claims: dict[str, Any]) -> str:
    key = ECKey.generate_key("P-256")
    header = {"alg": "ES256", "jwk": key.as_dict(private=False)}
    return jwt.encode(header, claims, key, algorithms=["ES256"])


@pytest.mark.servers
@pytest.mark.parametrize(
    "sign", [other_key, unsigned, by_the_secret, with_own_key, lambda claims: "a.b.c", lambda claims: ""]
)
async def test_an_id_token_that_the_provider_did_not_sign_is_refused(
    auth: Service, provider: FakeProvider, sign: Callable[[dict[str, Any]], str]
) -> None:
    """P-F6, AUTH-46"""
    provider.sign = sign
    assert await Browser(auth).round() == {"error": "no_session"}


@pytest.mark.servers
@pytest.mark.parametrize(
    "claimed",
    [
        {"aud": "another-shop"},
        {"aud": ["another-shop"]},
        {"aud": [CLIENT_ID, "another-shop"]},
        {"aud": [CLIENT_ID, "another-shop"], "azp": "another-shop"},
        {"azp": "another-shop"},
        {"iss": "https://evil.example"},
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"exp": 1},
        {"exp": None},
        {"iat": 1},
        {"sub": ""},
        {"sub": None},
        {"sub": 7},
    ],
)
async def test_an_id_token_for_another_person_or_client_is_refused(
    auth: Service, provider: FakeProvider, claimed: dict[str, Any]
) -> None:
    """P-F6, AUTH-46"""
    provider.lie = lambda claims: claims | claimed
    assert await Browser(auth).round() == {"error": "no_session"}


@pytest.mark.servers
async def test_a_no_at_the_provider_is_told_by_its_code_and_never_in_its_words(
    auth: Service, provider: FakeProvider
) -> None:
    """AUTH-46: the screen says "Authentication failed: {description}", in words of ours."""
    provider.says_no = True
    landed = await Browser(auth).round("/messages")
    assert landed == {"error": "access_denied", "redirect": "/messages"}


@pytest.mark.servers
@pytest.mark.parametrize(
    "error", ["error=Call+this+number", "error=", "error_description=Call+this+number", "x=1"]
)
async def test_a_provider_who_says_what_no_standard_knows_is_not_repeated(
    auth: Service, provider: FakeProvider, error: str
) -> None:
    """AUTH-46"""
    browser = Browser(auth)
    address = await browser.there(await browser.door())
    (state,) = parse_qs(urlsplit(address).query)["state"]
    assert await browser.back(f"{urlsplit(address).path}?state={state}&{error}") == {"error": "no_session"}


@pytest.mark.servers
async def test_a_state_is_good_once_soon_and_in_the_browser_that_asked(
    auth: Service, provider: FakeProvider
) -> None:
    """AR-D12, S06"""
    browser = Browser(auth)
    address = await browser.there(await browser.door())
    assert await Browser(auth).back(address) == {"error": LATE}, "another browser"
    assert await browser.back(address) == {"error": LATE}, "and it is spent"
    address = await browser.there(await browser.door())
    answers = await asyncio.gather(*(browser.back(address) for _ in range(5)))
    assert sum("access_token" in landed for landed in answers) == 1
    address = await browser.there(await browser.door())
    clock.forward(minutes=10, seconds=1)
    assert await browser.back(address) == {"error": LATE}
    made_up = "/api/v1/auth/oidc/contoh/callback?state=x&error=x&error_description=Call+this+number"
    assert await browser.back(made_up) == {"error": LATE}, "a stranger's words are not shown"


@pytest.mark.servers
async def test_a_code_of_another_sign_in_opens_nothing(auth: Service, provider: FakeProvider) -> None:
    mine, theirs = Browser(auth), Browser(auth)
    own, stolen = await mine.there(await mine.door()), await theirs.there(await theirs.door())
    code = parse_qs(urlsplit(stolen).query)["code"][0]
    own_code = parse_qs(urlsplit(own).query)["code"][0]
    assert await mine.back(own.replace(own_code, code)) == {"error": "no_session"}


@pytest.mark.servers
async def test_a_provider_that_says_it_is_another_is_refused(auth: Service, provider: FakeProvider) -> None:
    browser = Browser(auth)
    address = await browser.there(await browser.door())
    mixed = address.split("&iss=")[0].split("iss=")[0]
    query = parse_qs(urlsplit(address).query)
    mixed = (
        f"{urlsplit(address).path}?state={query['state'][0]}&code={query['code'][0]}&iss=https://evil.example"
    )
    assert await browser.back(mixed) == {"error": "no_session"}


@pytest.mark.servers
async def test_the_token_in_the_address_is_good_once_within_two_minutes_in_the_same_browser(
    auth: Service, provider: FakeProvider
) -> None:
    """AUTH-51, AUTH-61"""
    browser = Browser(auth)
    token = (await browser.round())["access_token"]
    assert refused(await Browser(auth).exchange(token)) == (401, "not_signed_in")
    assert refused(await browser.exchange(token[:-1])) == (401, "not_signed_in")
    answers = await asyncio.gather(*(browser.exchange(token) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401, 401]
    late = (await browser.round())["access_token"]
    clock.forward(seconds=121)
    assert refused(await browser.exchange(late)) == (401, "not_signed_in")


@pytest.mark.servers
async def test_a_second_factor_is_asked_for_here_too(auth: Service, provider: FakeProvider) -> None:
    """AUTH-63"""
    person = await a_person(auth)
    path = f"/api/user/{person.id}/two-factor"
    secret = (await person.call("POST", path, json={"password": PASSWORD})).json()["secret"]
    code = pyotp.TOTP(secret).at(clock.about_now())
    codes = (await person.call("POST", f"{path}/confirm", json={"code": code})).json()["recoveryCodes"]
    provider.person["email"] = person.form["email"]
    browser = Browser(auth)
    token = (await browser.round())["access_token"]
    assert refused(await browser.exchange(token)) == (403, "two_factor_required")
    assert refused(await browser.exchange(token, code="000000")) == (401, "invalid_code")
    assert (await browser.exchange(token, code=codes[0])).status_code == 200
    fresh = provider.id_token(provider.claims())
    assert refused(await browser.exchange(fresh)) == (403, "two_factor_required")


@pytest.mark.servers
async def test_a_fresh_id_token_is_exchanged_once(auth: Service, provider: FakeProvider) -> None:
    """AUTH-51, C13"""
    token = provider.id_token(provider.claims())
    answers = await asyncio.gather(*(Browser(auth).exchange(token) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert sum(answer.status_code == 200 for answer in answers) == 1
    assert refused(await Browser(auth).exchange(token)) == (401, "not_signed_in")
    old = provider.id_token(provider.claims())
    clock.forward(minutes=12)
    assert refused(await Browser(auth).exchange(old)) == (401, "not_signed_in")
    other = provider.id_token(provider.claims(aud="another-shop"))
    assert refused(await Browser(auth).exchange(other)) == (401, "not_signed_in")


@pytest.mark.servers
async def test_our_own_token_is_renewed_and_begins_no_session(auth: Service) -> None:
    """AUTH-51, AUTH-56"""
    person = await a_person(auth)
    answer = await Browser(auth).exchange(person.token)
    assert (answer.status_code, answer.json()["user"]["id"]) == (200, person.id)
    assert "wangi_refresh" not in answer.cookies
    assert len((await person.call("GET", f"/api/user/{person.id}/sessions")).json()) == 1
    await person.call("POST", "/api/v1/auth/logout")
    assert refused(await Browser(auth).exchange(person.token)) == (401, "not_signed_in")


@pytest.mark.servers
@pytest.mark.parametrize(
    "token", ["x", "a.b", "a.b.c", ".", "..", "é.x", "a" * 5000, "a.b.c.d", "e30.e30.e30"]
)
async def test_nonsense_is_exchanged_for_nothing(auth: Service, provider: FakeProvider, token: str) -> None:
    assert refused(await Browser(auth).exchange(token)) == (401, "not_signed_in")


@pytest.mark.servers
async def test_the_old_call_of_the_screen_needs_the_providers_own_word(
    auth: Service, provider: FakeProvider
) -> None:
    """AUTH-47, U5"""
    person = await a_person(auth)
    provider.person["email"] = person.form["email"]
    form = {"email": person.form["email"], "providerId": provider.person["sub"], "provider": "contoh"}
    path = "/api/auth/sync-oauth-user"
    assert refused(await auth.http.post(path, json=form)) == (401, "not_signed_in")
    wrong: list[dict[str, str]] = [
        {"provider": "facebook"},
        {"providerId": "s-0"},
        {"email": "x@mail.example"},
    ]
    for changes in wrong:
        proof = {"idToken": provider.id_token(provider.claims())}
        assert refused(await auth.http.post(path, json=form | proof | changes)) == (401, "not_signed_in")
    assert await auth.rows("SELECT 1 FROM outside_identities WHERE user_id = :id", id=person.id) == []
    answer = await auth.http.post(path, json=form | {"idToken": provider.id_token(provider.claims())})
    assert (answer.status_code, answer.json()["user"]["id"]) == (200, person.id)


@pytest.mark.servers
async def test_new_keys_are_fetched_when_they_are_met_and_not_in_a_storm(
    auth: Service, provider: FakeProvider
) -> None:
    """AR-D13"""
    assert (await Browser(auth).sign_in()).status_code == 200
    for _ in range(5):
        provider.sign = other_key
        await Browser(auth).round()
    assert provider.asked.count("/jwks") == 1
    assert provider.asked.count("/.well-known/openid-configuration") == 1


@pytest.mark.servers
@pytest.mark.parametrize(
    "answer",
    [
        lambda path: web.Response(status=500),
        lambda path: web.Response(text="not json"),
        lambda path: web.json_response([]),
        lambda path: web.json_response({"issuer": "https://evil.example"}),
        lambda path: web.Response(body=b" " * 400_000),
        lambda path: web.Response(status=302, headers={"Location": "http://169.254.169.254/"}),
        lambda path: web.Response(text="[" * 100_000),
    ],
)
async def test_a_provider_that_is_away_or_odd_is_said_so(
    auth: Service, provider: FakeProvider, answer: Callable[[str], web.Response | None]
) -> None:
    """S14, AUTH-46"""
    provider.answers = answer
    landed = await Browser(auth).get(f"{START}?redirect=/messages")
    assert landed.headers["location"].endswith("#error=no_session&redirect=%2Fmessages")


@pytest.mark.servers
@pytest.mark.parametrize("path", ["/token", "/jwks"])
async def test_a_provider_that_fails_midway_signs_no_one_in(
    auth: Service, provider: FakeProvider, path: str
) -> None:
    provider.answers = lambda asked: web.Response(status=503) if asked == path else None
    assert await Browser(auth).round() == {"error": "no_session"}


@pytest.mark.servers
@pytest.mark.parametrize(
    "endpoint", ["http://evil.example/x", "file:///etc/passwd", "ftp://localhost/", "", None, 7]
)
async def test_an_address_that_is_not_encrypted_is_never_visited(
    auth: Service, provider: FakeProvider, endpoint: Any
) -> None:
    """S14"""
    about = {"issuer": provider.address, "authorization_endpoint": endpoint}
    provider.answers = lambda path: web.json_response(about)
    landed = await Browser(auth).get(START)
    assert "error=no_session" in landed.headers["location"]


@pytest.mark.servers
async def test_a_closed_account_is_not_opened_again_by_a_provider(
    auth: Service, provider: FakeProvider
) -> None:
    """P-G2, AUTH-46"""
    person = await a_person(auth)
    provider.person["email"] = person.form["email"]
    assert (await Browser(auth).sign_in()).status_code == 200
    async with auth.database.transaction() as session:
        from services.auth.queries import accounts as account_queries

        user = await account_queries.user_for_update(session, person.id)
        assert user is not None
        user.closed_at = await clock.now(session)
    assert await Browser(auth).round() == {"error": "no_sync"}
    provider.person["sub"] += "-other"
    assert await Browser(auth).round() == {"error": "no_sync"}


@pytest.mark.servers
async def test_of_many_first_sign_ins_at_once_one_account_comes(
    auth: Service, provider: FakeProvider
) -> None:
    browsers = [Browser(auth) for _ in range(6)]
    landed = await asyncio.gather(*(browser.round() for browser in browsers))
    assert any("access_token" in each for each in landed)
    rows = await auth.rows("SELECT id FROM users WHERE email = :email", email=provider.person["email"])
    assert len(rows) == 1
    assert (await Browser(auth).sign_in()).json()["user"]["id"] == rows[0]["id"]


@pytest.mark.servers
async def test_a_name_that_is_taken_or_odd_still_makes_an_account(
    auth: Service, provider: FakeProvider
) -> None:
    taken = a_form()["username"] + "x"
    await registered(auth, username=taken)
    names = [{"given_name": taken, "family_name": ""}, {"given_name": "admin", "family_name": ""}]
    names += [{"given_name": "陈伟", "family_name": ""}, {"given_name": "<b>\n", "family_name": "\u202e"}, {}]
    for name in names:
        provider.person = {k: v for k, v in somebody().items() if not k.endswith("_name")} | name
        user = (await Browser(auth).sign_in()).json()["user"]
        assert user["email"] == provider.person["email"]
        assert user["username"] not in (taken, "admin")
        assert provider.person["email"].partition("@")[0] not in user["username"], (
            "an address is not made public"
        )


HOSTILE_PATHS = [
    *(
        "//e.example",
        "/\\e.example",
        "/%5ce.example",
        "/%2f%2fe.example",
        "/%2F/e.example",
        "/a/../\\e.example",
    ),
    *(
        "https:/e.example",
        "https://e.example",
        "javascript:alert(1)",
        "/\te.example",
        "/\n/e.example",
        "\t//e.example",
    ),
    *(
        "/@e.example",
        "/a/..//e.example",
        "/./..//e",
        "/%252f%252fe.example",
        "/%25252f%25252fe",
        "/%09/e.example",
    ),
    *(
        "///e.example",
        "e.example",
        "",
        " /a",
        "/a b",
        "/%00",
        "/\x00",
        "/é",
        "/%c0%af",
        "/..",
        "/%2e%2e/x",
        "/x" * 400,
    ),
    *(
        "/%255c%255ce.example",
        "/a%0d%0aSet-Cookie:x=1",
        "/" + "%25" * 30 + "2f/e",
        "/a//b",
        "?x=1",
        "#x",
        "http:e.example",
    ),
]


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_a_return_path_that_may_lead_elsewhere_becomes_home(path: str) -> None:
    """S13, AR-D22, AUTH-02, C11"""
    assert rules.safe_return(path) == "/"


@pytest.mark.parametrize(
    "path", ["/", "/messages", "/auctions/7", "/products?q=a%20b&page=2", "/profile?tab=settings#x", "/a/"]
)
def test_a_path_on_this_site_is_kept(path: str) -> None:
    """AUTH-02, C11"""
    assert rules.safe_return(path) == path


@given(st.text(alphabet="/\\%25fFcC.@:?#a\t\n e", max_size=30))
def test_whatever_the_path_one_stays_on_this_site(path: str) -> None:
    kept = rules.safe_return("/" + path)
    assert kept.startswith("/")
    assert not kept.startswith(("//", "/\\"))
    assert kept.isprintable()


CLAIMS = {"iss": "i", "aud": "c", "sub": "s", "iat": AT, "exp": AT + 300, "nonce": "n"}
JSON = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.lists(st.text(max_size=3))
)


@given(st.dictionaries(st.sampled_from([*CLAIMS, "azp", "nbf"]), JSON, min_size=1))
def test_no_odd_claim_is_taken_and_none_is_a_fault_of_ours(malformed: dict[str, Any]) -> None:
    claims: dict[str, Any] = CLAIMS | malformed
    try:
        rules.check_claims(claims, issuer="i", client_id="c", nonce="n", now=NOW)
    except ValueError:
        return
    assert (claims["iss"], claims["nonce"]) == ("i", "n")
    assert "c" in claims["aud"]
    assert claims["exp"] > AT - 60


def test_an_honest_id_token_is_taken() -> None:
    assert rules.check_claims(CLAIMS, issuer="i", client_id="c", nonce="n", now=NOW) == CLAIMS
