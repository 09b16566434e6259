import asyncio
import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

from libs.kit.errors import NotSignedIn, Unavailable
from libs.kit.security.tokens import TokenVerifier
from libs.kit.testing import KEY, token_for


@pytest.fixture
def verifier() -> TokenVerifier:
    made = TokenVerifier("http://127.0.0.1:9/nothing-listens-here")
    made.keys.put(KeySet([KEY]))
    return made


def raw(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"x") -> str:
    parts = [json.dumps(header).encode(), json.dumps(claims).encode(), signature]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


async def test_own_token_identifies_its_person(verifier: TokenVerifier) -> None:
    identity = await verifier.verify(token_for(7, "mei", roles=("seller", "admin"), epoch=3))
    assert (identity.user_id, identity.username, identity.epoch) == (7, "mei", 3)
    assert identity.roles == {"seller", "admin"}


LAST_YEAR, FAR_AHEAD = 1_735_689_600, 4_102_444_800


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": None},
        {"exp": LAST_YEAR},
        {"exp": 1e400},
        {"exp": "tomorrow"},
        {"iat": None},
        {"nbf": FAR_AHEAD},
        {"jti": None},
        {"sub": None},
        {"sub": "0"},
        {"sub": "abc"},
        {"epoch": None},
        {"epoch": "1"},
        {"epoch": True},
        {"iss": None},
        {"iss": "somebody"},
        {"aud": None},
        {"aud": "another"},
        {"typ": None},
        {"typ": "refresh"},
    ],
    ids=str,
)
async def test_missing_or_odd_token_claim_is_refused(verifier: TokenVerifier, claims: dict[str, Any]) -> None:
    """M12"""
    with pytest.raises(NotSignedIn):
        await verifier.verify(token_for(7, **claims))


def signed_with_the_public_key(claims: dict[str, Any]) -> str:
    unsigned = raw({"alg": "HS256", "kid": "test"}, claims, b"").rstrip(".")
    signature = hmac.new(KEY.as_pem(private=False), unsigned.encode(), hashlib.sha256).digest()
    return f"{unsigned}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


async def test_other_algorithms_and_embedded_keys_are_refused(verifier: TokenVerifier) -> None:
    claims = json.loads(base64.urlsafe_b64decode(token_for(7).split(".")[1] + "=="))
    forged = signed_with_the_public_key(claims)
    own = ECKey.generate_key("P-256", parameters={"kid": "test"})
    stolen_name = jwt.encode({"alg": "ES256", "kid": "test"}, claims, own, algorithms=["ES256"])
    carried = raw({"alg": "ES256", "kid": "test", "jwk": own.as_dict(private=False)}, claims)
    for token in (forged, stolen_name, carried, raw({"alg": "none", "kid": "test"}, claims, b"")):
        with pytest.raises(NotSignedIn):
            await verifier.verify(token)


DEEP = base64.urlsafe_b64encode(b"[" * 3000).decode() + ".e30.x"


@pytest.mark.parametrize(
    "garbage", ["", "a.b.c", "a" * 5000, "..", "é.b.c", "eyJ9.e30.x", "null.null.null", DEEP]
)
async def test_garbage_token_is_refused(verifier: TokenVerifier, garbage: str) -> None:
    with pytest.raises(NotSignedIn):
        await verifier.verify(garbage)


async def test_many_unknown_keys_cost_one_fetch() -> None:
    fetches = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fetches.append(1)
        writer.write(b"HTTP/1.1 503 Unavailable\r\nConnection: close\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as issuer:
        port = issuer.sockets[0].getsockname()[1]
        verifier = TokenVerifier(f"http://127.0.0.1:{port}/jwks")
        verifier.keys.put(KeySet([KEY]))
        for number in range(200):
            with pytest.raises(NotSignedIn):
                await verifier.verify(raw({"alg": "ES256", "kid": f"k{number}"}, {"sub": "1"}))
    assert len(fetches) == 1


async def test_known_keys_stay_valid_for_an_hour_without_issuer(verifier: TokenVerifier) -> None:
    verifier.keys.fetched_at -= 3000
    assert (await verifier.verify(token_for(8))).user_id == 8
    verifier.keys.fetched_at -= 1000
    with pytest.raises(Unavailable):
        await verifier.verify(token_for(9))
