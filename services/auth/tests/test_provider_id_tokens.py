import asyncio
import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.providers.rules import check_claims
from services.auth.tests.makers import Browser, refused
from services.auth.tests.people import a_person
from tests.support.provider import CLIENT_ID, CLIENT_SECRET, FakeProvider

NOW = datetime(2026, 11, 20, 4, 0, tzinfo=UTC)


AT = int(NOW.timestamp())


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
async def test_id_token_with_wrong_signature_is_refused(
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
async def test_id_token_for_other_person_or_client_is_refused(
    auth: Service, provider: FakeProvider, claimed: dict[str, Any]
) -> None:
    """P-F6, AUTH-46"""
    provider.lie = lambda claims: claims | claimed
    assert await Browser(auth).round() == {"error": "no_session"}


@pytest.mark.servers
async def test_fresh_id_token_is_exchanged_once(auth: Service, provider: FakeProvider) -> None:
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
async def test_own_token_is_renewed_in_its_session(auth: Service) -> None:
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
async def test_garbage_tokens_are_not_exchanged(auth: Service, provider: FakeProvider, token: str) -> None:
    assert refused(await Browser(auth).exchange(token)) == (401, "not_signed_in")


@pytest.mark.servers
async def test_old_sync_call_needs_providers_id_token(auth: Service, provider: FakeProvider) -> None:
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
async def test_new_provider_keys_are_fetched_at_most_once_a_while(
    auth: Service, provider: FakeProvider
) -> None:
    """AR-D13"""
    assert (await Browser(auth).sign_in()).status_code == 200
    for _ in range(5):
        provider.sign = other_key
        await Browser(auth).round()
    assert provider.asked.count("/jwks") == 1
    assert provider.asked.count("/.well-known/openid-configuration") == 1


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
def test_odd_id_token_claims_are_refused(malformed: dict[str, Any]) -> None:
    claims: dict[str, Any] = CLAIMS | malformed
    try:
        check_claims(claims, issuer="i", client_id="c", nonce="n", now=NOW)
    except ValueError:
        return
    assert (claims["iss"], claims["nonce"]) == ("i", "n")
    assert "c" in claims["aud"]
    assert claims["exp"] > AT - 60


def test_valid_id_token_is_accepted() -> None:
    assert check_claims(CLAIMS, issuer="i", client_id="c", nonce="n", now=NOW) == CLAIMS
