import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc.jwt import JWTClaimsRegistry

from gateway.tests.harness import open_harness
from libs.kit.errors import NotSignedIn
from libs.kit.testing import KEY, Service, token_for
from tests.security.makers import OURS, STRANGER, by_a_stranger, claims, encoded, signed, trusting, unsigned

SIX = ("auth", "catalog", "auction", "messaging", "boost", "admin")


PROBES = {
    "catalog": "/api/products/999999",
    "auction": "/api/auctions/product/999999",
    "admin": "/api/admin/audit",
}


def by_us(**malformed: Any) -> str:
    return signed(json.dumps(claims(**malformed)).encode())


def with_lifetime(literal: str) -> str:
    return signed(json.dumps(claims(exp=0)).replace('"exp": 0', f'"exp": {literal}').encode())


def hmac_with(secret: bytes, alg: str = "HS256") -> str:
    body = unsigned({"alg": alg, "kid": "test"}).rstrip(".")
    return f"{body}.{encoded(hmac.new(secret, body.encode(), hashlib.sha256).digest())}"


def _broken(change: Callable[[str], str]) -> str:
    return change(token_for(7, jti="to-be-broken"))


PUBLIC: Any = KEY.public_key


PEM = PUBLIC.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


DER = PUBLIC.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


SSH = PUBLIC.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)


JWK = json.dumps(KEY.as_dict(private=False)).encode()


SOON, PAST = int(time.time()) + 7200, int(time.time()) - 120


FORGED: dict[str, Callable[[], str]] = {
    **{
        f"alg {alg!r}": partial(unsigned, {"alg": alg, "kid": "test"}) for alg in ("none", "None", "NONE", "")
    },
    "alg none with a signature": lambda: unsigned({"alg": "none", "kid": "test"}, b"x" * 64),
    "alg missing": lambda: unsigned({"kid": "test"}, b"x" * 64),
    "HS256 with the PEM": lambda: hmac_with(PEM),
    "HS256 with the PEM, no newline": lambda: hmac_with(PEM.strip()),
    "HS256 with the DER": lambda: hmac_with(DER),
    "HS256 with the OpenSSH key": lambda: hmac_with(SSH),
    "HS256 with the JWK": lambda: hmac_with(JWK),
    "HS256 with nothing": lambda: hmac_with(b""),
    "RS256 with the PEM": lambda: hmac_with(PEM, "RS256"),
    "ES384": lambda: unsigned({"alg": "ES384", "kid": "test"}, b"x" * 96),
    "our name, a stranger's key": by_a_stranger,
    "a stranger's jwk": lambda: by_a_stranger(jwk=STRANGER.as_dict(private=False)),
    "a stranger's jku": lambda: by_a_stranger(jku="https://evil.example/jwks.json"),
    "a stranger's x5u": lambda: by_a_stranger(x5u="https://evil.example/cert.pem"),
    "a stranger's x5c": lambda: by_a_stranger(x5c=[encoded(DER)]),
    "no kid": lambda: by_a_stranger(kid=None),
    "a kid that is a path": lambda: by_a_stranger(kid="../../../../dev/null"),
    "a kid that is SQL": lambda: by_a_stranger(kid="' UNION SELECT 'x' --"),
    "two kids": lambda: (
        encoded(b'{"alg":"ES256","kid":"none","kid":"test"}') + "." + by_a_stranger().split(".", 1)[1]
    ),
    "crit": lambda: signed(json.dumps(claims()).encode(), crit=["exp"]),
    "r = s = 0": lambda: unsigned(OURS, bytes(64)),
    "a signature too short": lambda: _broken(lambda token: token[:-10]),
    "no signature": lambda: _broken(lambda token: token.rsplit(".", 1)[0] + "."),
    "two parts": lambda: _broken(lambda token: token.rsplit(".", 1)[0]),
    "four parts": lambda: _broken(lambda token: token + ".e30"),
    "other claims under our signature": lambda: _broken(
        lambda token: ".".join([token.split(".")[0], by_us(sub="8").split(".")[1], token.split(".")[2]])
    ),
}


NOT_OURS: dict[str, Callable[[], str]] = {
    **{
        f"{name}={value!r}": partial(by_us, **{name: value})
        for name, value in (
            ("aud", None), ("aud", "another"), ("aud", ["another"]), ("aud", ""), ("iss", None), ("iss", "somebody"),
            ("iss", ["wangi", "x"]), ("typ", None), ("typ", "refresh"), ("typ", "ACCESS"), ("exp", None), ("exp", PAST),
            ("exp", "tomorrow"), ("exp", True), ("exp", [SOON]), ("nbf", SOON), ("iat", None), ("iat", SOON),
            ("jti", None), ("sub", None), ("sub", "0"), ("sub", "-1"), ("sub", "7; DROP"), ("epoch", None),
            ("epoch", "9"), ("epoch", True), ("epoch", 1.5), ("roles", None), ("accountStatus", "owner"),
            ("accountStatus", []),
            ("suspendedUntil", "never"), ("suspendedUntil", True), ("suspendedUntil", 10**18),
        )
    },
    **{f"exp written {literal}": partial(with_lifetime, literal) for literal in ("1e400", "NaN", "Infinity")},
    "claims that are a list": lambda: signed(b'["sub"]'),
    "claims that are nothing": lambda: signed(b"null"),
    "claims that are no JSON": lambda: signed(b"\xff\xfe"),
    "claims a thousand deep": lambda: signed(b"[" * 1000),
    "a refresh token": lambda: f"{'f' * 32}.{'0' * 64}",
}  # fmt: skip


@pytest.fixture
async def six(
    auth: Service, catalog: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> AsyncIterator[dict[str, Service]]:
    before, auth.app.state.verifier = auth.app.state.verifier, trusting()
    yield dict(zip(SIX, (auth, catalog, auction, messaging, boost, admin), strict=True))
    auth.app.state.verifier = before


async def refuses(service: Service, token: str) -> bool:
    path = PROBES.get(service.app.state.name)
    if path is not None:
        answer = await service.http.get(path, headers={"Authorization": f"Bearer {token}"})
        if answer.status_code != 401 or answer.json()["code"] != "not_signed_in":
            return False
    try:
        await service.app.state.verifier.verify(token)
    except NotSignedIn:
        return True
    return False


@pytest.mark.servers
@pytest.mark.parametrize("name", SIX)
async def test_own_token_is_accepted(six: dict[str, Service], name: str) -> None:
    """P-F6"""
    assert not await refuses(six[name], token_for(7, roles=("seller", "admin")))


@pytest.mark.servers
@pytest.mark.parametrize("name", SIX)
async def test_every_forged_token_is_refused(six: dict[str, Service], name: str) -> None:
    """S05, P-F6"""
    believed = [attack for attack, forge in FORGED.items() if not await refuses(six[name], forge())]
    assert believed == []


@pytest.mark.servers
@pytest.mark.parametrize("name", SIX)
async def test_own_token_for_another_purpose_is_refused(six: dict[str, Service], name: str) -> None:
    """S05, P-F6"""
    believed = [attack for attack, forge in NOT_OURS.items() if not await refuses(six[name], forge())]
    assert believed == []


async def test_gateway_refuses_the_same_tokens() -> None:
    """S05, P-F6"""
    async with open_harness() as harness:
        path = f"{harness.address}/api/user/7"
        async with harness.http.get(path, headers=harness.bearer(7)) as answer:
            assert answer.status == 200
        believed = []
        for attack, forge in (FORGED | NOT_OURS).items():
            async with harness.http.get(path, headers={"Authorization": f"Bearer {forge()}"}) as answer:
                if answer.status != 401:
                    believed.append(attack)
        assert believed == []


@pytest.mark.parametrize("cut", [1, 7, 40, 100, 200])
async def test_truncated_token_is_refused(cut: int) -> None:
    """S05"""
    verifier, token = trusting(), token_for(7)
    for piece in (token[cut:], token[:-cut], token[:cut] + token[cut + 1 :]):
        with pytest.raises(NotSignedIn):
            await verifier.verify(piece)


async def test_control_without_required_claims_foreign_audience_passes() -> None:
    """S05"""
    verifier = trusting()
    for malformed in ({"aud": "another"}, {"iss": "somebody"}, {"aud": None}, {"iat": None}):
        with pytest.raises(NotSignedIn):
            await verifier.verify(by_us(**malformed))
    verifier.rules = JWTClaimsRegistry(leeway=30)
    for malformed in ({"aud": "another"}, {"iss": "somebody"}, {"aud": None}, {"iat": None}):
        assert (await verifier.verify(by_us(**malformed))).user_id == 7


async def test_control_without_type_check_refresh_token_passes() -> None:
    """S05"""
    verifier = trusting()
    with pytest.raises(NotSignedIn):
        await verifier.verify(by_us(typ="refresh"))
    demands: dict[str, Any] = {
        name: {"essential": True} for name in ("sub", "exp", "iat", "jti", "epoch", "iss", "aud")
    }
    verifier.rules = JWTClaimsRegistry(leeway=30, **demands)
    assert (await verifier.verify(by_us(typ="refresh"))).user_id == 7
