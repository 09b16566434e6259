import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from joserfc.jwk import ECKey, KeySet

from libs.kit.errors import NotSignedIn
from libs.kit.security.tokens import TokenVerifier
from libs.kit.testing import KEY, token_for
from tests.security.makers import by_a_stranger, claims, signed, trusting, unsigned


class Issuer:
    def __init__(self, *keys: ECKey) -> None:
        self.keys, self.asked = list(keys), 0

    async def answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        return web.json_response(KeySet([*self.keys]).as_dict(private=False))


@pytest.fixture
async def issuer() -> AsyncIterator[tuple[Issuer, TokenVerifier]]:
    issuing = Issuer(KEY)
    app = web.Application()
    app.router.add_get("/jwks", issuing.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield issuing, TokenVerifier(f"http://127.0.0.1:{runner.addresses[0][1]}/jwks")
    await runner.cleanup()


async def test_ten_thousand_unknown_keys_cost_one_query(issuer: tuple[Issuer, TokenVerifier]) -> None:
    """S05, AR-D13"""
    issuing, verifier = issuer
    assert (await verifier.verify(token_for(7))).user_id == 7
    verifier.keys.tried_at -= 31
    issuing.asked = 0
    tokens = [unsigned({"alg": "ES256", "kid": f"unknown-{number}"}, b"x" * 64) for number in range(10_000)]
    outcomes = await asyncio.gather(*(verifier.verify(token) for token in tokens), return_exceptions=True)
    assert all(isinstance(outcome, NotSignedIn) for outcome in outcomes)
    assert issuing.asked == 1
    assert (await verifier.verify(token_for(8))).user_id == 8


async def test_new_signing_key_is_accepted_at_once(issuer: tuple[Issuer, TokenVerifier]) -> None:
    """AR-D13"""
    issuing, verifier = issuer
    await verifier.verify(token_for(7))
    fresh = ECKey.generate_key("P-256", parameters={"kid": "fresh", "use": "sig", "alg": "ES256"})
    issuing.keys.append(fresh)
    verifier.keys.tried_at -= 31
    new = signed(json.dumps(claims()).encode(), fresh, kid="fresh")
    assert (await verifier.verify(new)).user_id == 7
    assert (await verifier.verify(token_for(7))).user_id == 7


async def test_withdrawn_signing_key_is_refused(issuer: tuple[Issuer, TokenVerifier]) -> None:
    """S05, AR-D13"""
    issuing, verifier = issuer
    old = token_for(7)
    assert (await verifier.verify(old)).user_id == 7
    fresh = ECKey.generate_key("P-256", parameters={"kid": "fresh", "use": "sig", "alg": "ES256"})
    issuing.keys = [fresh]
    verifier.keys.fetched_at -= 301
    verifier.keys.tried_at -= 301
    assert (await verifier.verify(signed(json.dumps(claims()).encode(), fresh, kid="fresh"))).user_id == 7
    with pytest.raises(NotSignedIn):
        await verifier.verify(old)


async def test_duplicate_key_id_accepts_no_stranger() -> None:
    """S05"""
    verifier = trusting(
        KEY, ECKey.generate_key("P-256", parameters={"kid": "test", "use": "sig", "alg": "ES256"})
    )
    with pytest.raises(NotSignedIn):
        await verifier.verify(by_a_stranger())
