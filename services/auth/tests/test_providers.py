import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.providers.rules import NO_DATA
from services.auth.tests.makers import START, Browser, refused, somebody
from services.auth.tests.people import PASSWORD, Person, a_form, a_person, mails_to, registered, token_in
from tests.support.provider import CLIENT_ID, FakeProvider


@pytest.mark.servers
async def test_no_provider_is_offered_unless_configured(auth: Service) -> None:
    """C15, AUTH-17"""
    assert (await auth.http.get("/api/v1/auth/providers")).json() == []
    assert (await auth.http.get(START)).status_code == 404
    assert (await auth.http.get("/api/v1/auth/oidc/contoh/callback")).status_code == 404


@pytest.mark.servers
async def test_new_person_signs_in_with_provider_and_gets_account(
    auth: Service, provider: FakeProvider
) -> None:
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
    kinds = [event["type"] for event in await auth.recorded(user["id"])]
    assert kinds == ["wangi.auth.UserRegistered.v1", "wangi.auth.UserVerified.v1"]
    again = await Browser(auth).sign_in()
    assert again.json()["user"]["id"] == user["id"]
    me = await auth.http.get("/api/v1/auth/me", headers={"Authorization": f"Bearer {again.json()['token']}"})
    assert me.json()["id"] == user["id"]


@pytest.mark.servers
async def test_redirect_has_standard_parameters(auth: Service, provider: FakeProvider) -> None:
    start = urlsplit(await Browser(auth).start())
    asked = {name: values[0] for name, values in parse_qs(start.query).items()}
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
async def test_common_key_types_and_auth_methods_are_supported(
    auth: Service, provider: FakeProvider, kind: str, methods: tuple[str, ...]
) -> None:
    provider.use_key(kind, "another")
    provider.auth_methods = methods
    assert (await Browser(auth).sign_in()).status_code == 200
    assert ("client_secret" in provider.token_forms[-1]) == ("client_secret_post" in methods)


@pytest.mark.servers
async def test_userinfo_address_counts_only_for_same_subject(auth: Service, provider: FakeProvider) -> None:
    address = provider.person.pop("email")
    del provider.person["email_verified"]
    provider.person["beside"] = {"email": address, "email_verified": True}
    assert (await Browser(auth).sign_in()).json()["user"]["email"] == address
    provider.person = somebody()
    other = provider.person.pop("email")
    provider.person["beside"] = {"email": other, "email_verified": True, "sub": "somebody-else"}
    assert (await Browser(auth).round())["error"] == NO_DATA


@pytest.mark.servers
async def test_owner_of_verified_address_is_linked_and_mailed(auth: Service, provider: FakeProvider) -> None:
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
async def test_account_prepared_with_anothers_address_goes_to_its_owner(
    auth: Service, provider: FakeProvider
) -> None:
    """P-F3"""
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
    kinds = [event["type"].split(".")[2] for event in await auth.recorded(user["id"])]
    assert kinds == ["UserRegistered", "UserSessionsRevoked", "UserVerified"], (
        "tokens of before are void everywhere"
    )
    me = await auth.http.get("/api/v1/auth/me", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert me.status_code == 200


@pytest.mark.servers
@pytest.mark.parametrize("word", [False, None, "false", "True", 1, "yes"])
async def test_unconfirmed_provider_address_is_ignored(
    auth: Service, provider: FakeProvider, word: Any
) -> None:
    person = await a_person(auth)
    provider.person |= {"email": person.form["email"], "email_verified": word}
    if word is None:
        del provider.person["email_verified"]
    assert await Browser(auth).round() == {"error": "no_data"}
    assert await auth.rows("SELECT 1 FROM outside_identities WHERE user_id = :id", id=person.id) == []


@pytest.mark.servers
async def test_provider_sign_in_also_needs_second_factor(auth: Service, provider: FakeProvider) -> None:
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
async def test_provider_cannot_reopen_closed_account(auth: Service, provider: FakeProvider) -> None:
    """P-G2, AUTH-46"""
    person = await a_person(auth)
    provider.person["email"] = person.form["email"]
    assert (await Browser(auth).sign_in()).status_code == 200
    async with auth.database.transaction() as session:
        from services.auth.accounts import queries as account_queries

        user = await account_queries.lock_user(session, person.id)
        assert user is not None
        user.closed_at = await clock.now(session)
    assert await Browser(auth).round() == {"error": "no_sync"}
    provider.person["sub"] += "-other"
    assert await Browser(auth).round() == {"error": "no_sync"}


@pytest.mark.servers
async def test_concurrent_first_sign_ins_create_one_account(auth: Service, provider: FakeProvider) -> None:
    browsers = [Browser(auth) for _ in range(6)]
    landed = await asyncio.gather(*(browser.round() for browser in browsers))
    assert any("access_token" in each for each in landed)
    rows = await auth.rows("SELECT id FROM users WHERE email = :email", email=provider.person["email"])
    assert len(rows) == 1
    assert (await Browser(auth).sign_in()).json()["user"]["id"] == rows[0]["id"]


@pytest.mark.servers
async def test_taken_or_odd_provider_name_still_makes_an_account(
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
