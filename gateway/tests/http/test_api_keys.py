import asyncio
from datetime import UTC, datetime

import pytest
from websockets.exceptions import InvalidStatus

from gateway.http import api_keys
from gateway.http.api_keys import QUOTA
from gateway.tests.harness import Harness, open_harness
from gateway.tests.http.keyring import KeyRing, all_but
from gateway.tests.live.support import plain, receive, say, sessions_revoked
from libs.contracts.event import make_envelope
from libs.contracts.events.auth import UserSessionEnded, session_mark
from libs.contracts.scopes import SCOPES
from libs.kit.security.api_keys import is_api_key, new_api_key
from libs.kit.testing import until
from libs.marketplace.errors import Banned, Suspended

FAVOURITES, PRODUCTS, BIDS = "/api/favorites", "/api/products", "/api/auctions/7/bids"


@pytest.fixture
def ring(harness: Harness) -> KeyRing:
    return KeyRing(harness)


async def test_api_key_calls_act_for_owner_and_are_hidden_from_services(ring: KeyRing) -> None:
    key = ring.add("account:read", user_id=41)
    headers = {"Cookie": "wangi_refresh=x", "Wangi-Proof": "w"}
    assert (await ring.call(key, "GET", FAVOURITES, headers))[0] == 200
    [seen] = ring.reached(FAVOURITES)
    kind, _, token = (seen.header("Authorization") or "").partition(" ")
    identity = await ring.harness.gateway.authenticator.identify(token, of_key=True)
    assert (kind, identity.user_id, len([n for n, _ in seen.headers if n.lower() == "authorization"])) == (
        "Bearer",
        41,
        1,
    )
    assert not {"cookie", "wangi-proof"} & {name.lower() for name, _ in seen.headers}
    assert key not in str(seen)


async def test_public_pages_are_served_to_keys_from_guest_cache(ring: KeyRing) -> None:
    key = ring.add("read")
    for _ in range(3):
        assert (await ring.call(key, "GET", PRODUCTS))[0] == 200
    async with ring.harness.http.get(ring.harness.address + PRODUCTS) as as_guest:
        assert as_guest.status == 200
    [seen] = ring.reached(PRODUCTS)
    assert seen.header("Authorization") is None


async def test_call_outside_scopes_is_refused_with_missing_scope(ring: KeyRing) -> None:
    key = ring.add(*all_but("bids:write"))
    status, body = await ring.call(key, "POST", BIDS)
    assert (status, body["code"], body["details"]) == (403, "scope_missing", {"scope": "bids:write"})
    assert not ring.reached(BIDS)
    able = ring.add("bids:write")
    assert (await ring.call(able, "POST", BIDS))[0] == 200
    assert (await ring.call(able, "GET", PRODUCTS))[1]["details"] == {"scope": "read"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/user/7/api-keys"),
        ("GET", "/api/user/7/api-keys"),
        ("POST", "/api/v1/auth/login"),
        ("POST", "/api/user/7/proof"),
        ("PUT", "/api/boost/payout-account"),
        ("POST", "/api/boost/payouts"),
        ("GET", "/api/admin/users"),
        ("GET", "/api/products/all"),
        ("GET", "/api/products/7/"),
        ("GET", "/api/v1/products/all"),
        ("GET", "/api/user/7/export"),
        ("PATCH", "/api/user/7"),
    ],
)
async def test_calls_without_scope_are_refused_to_any_key(ring: KeyRing, method: str, path: str) -> None:
    """P-F7"""
    key = ring.add(*SCOPES, roles=("seller", "admin"))
    status, body = await ring.call(key, method, path)
    assert (status, body["code"]) == (403, "not_for_api_keys")
    assert not ring.reached(path)


@pytest.mark.parametrize("path", ["/api/auctions/7/bidz", "/api/v1/products/7/nowhere", "/api/user/7/x/y/z"])
async def test_unknown_path_returns_404_to_keys(ring: KeyRing, path: str) -> None:
    status, body = await ring.call(ring.add(*SCOPES), "GET", path)
    assert (status, body["code"], ring.reached(path)) == (404, "not_found", [])


async def test_exchanged_key_token_is_rejected_from_outside(ring: KeyRing) -> None:
    leaked = ring.harness.token(scope="account:read", sid="key-1-1")
    status, body = await ring.call(leaked, "GET", FAVOURITES)
    assert (status, body["code"], ring.reached(FAVOURITES)) == (401, "not_signed_in", [])


async def test_sockets_reject_keys_and_their_tokens(ring: KeyRing) -> None:
    key = ring.add(*SCOPES)
    leaked = ring.harness.token(scope="bids:write", sid="key-1-1")
    for word in (key, leaked):
        with pytest.raises(InvalidStatus) as refused:
            await plain(ring.harness, additional_headers={"Authorization": f"Bearer {word}"})
        assert refused.value.response.status_code == 401
        async with plain(ring.harness) as ws:
            await receive(ws)
            await say(ws, "auth", token=word)
            assert (await receive(ws))["code"] == "not_signed_in"
    assert ring.asked == []


async def test_v1_prefix_is_the_same_route(ring: KeyRing) -> None:
    key = ring.add("account:read")
    assert (await ring.call(key, "GET", "/api/v1/favorites"))[0] == 200
    assert (await ring.call(key, "GET", "/api/v1/auth/me"))[0] == 200
    assert (await ring.call(key, "GET", "/api/v1/products"))[1]["code"] == "scope_missing"


GOOD = new_api_key()
HOSTILE = {
    "too short": GOOD[:-1],
    "too long": GOOD + "A" * 4000,
    "wrong checksum": GOOD[:-1] + ("A" if GOOD[-1] != "A" else "B"),
    "wrong letter": GOOD[:20] + ("A" if GOOD[20] != "A" else "B") + GOOD[21:],
    "prefix alone": "wangi_",
    "unicode": GOOD[:-1] + "\u00c9",
    "digits of another script": GOOD[:-1] + "\u0665",
    "two keys": f"{GOOD} {GOOD}",
    "like a path": "wangi_/../internal",
}


@pytest.mark.parametrize("key", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("path", [PRODUCTS, FAVOURITES])
async def test_malformed_key_is_refused_without_asking_auth(ring: KeyRing, key: str, path: str) -> None:
    status, body = await ring.call(key, "GET", path)
    assert (status, body["code"], body["details"]) == (401, "invalid_api_key", {})
    assert (ring.asked, ring.reached(path)) == ([], [])


async def test_uppercase_key_is_treated_as_token(ring: KeyRing) -> None:
    status, body = await ring.call(GOOD.upper(), "GET", FAVOURITES)
    assert (status, body["code"]) == (401, "not_signed_in")


async def test_unknown_key_gets_same_answer_as_malformed_key(ring: KeyRing) -> None:
    assert is_api_key(GOOD)
    answers = [await ring.call(key, "GET", FAVOURITES) for key in (GOOD, new_api_key(), HOSTILE["too short"])]
    assert len({(status, body["code"], body["message"]) for status, body in answers}) == 1
    assert len(ring.asked) == 2


async def test_guessing_keys_is_limited_per_address_and_spares_valid_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(api_keys, "KEPT_SECONDS", 0.0)
    async with open_harness(wangi_relaxed_limits=False) as harness:
        ring = KeyRing(harness)
        known = ring.add("read")
        assert (await ring.call(known, "GET", PRODUCTS))[0] == 200
        answers = [(await ring.call(new_api_key(), "GET", PRODUCTS))[0] for _ in range(101)]
        assert answers == [401] * 100 + [429]
        assert len(ring.asked) == 101
        assert (await ring.call(known, "GET", PRODUCTS))[0] == 200
        async with harness.http.get(harness.address + PRODUCTS) as guest:
            assert guest.status == 200


async def test_concurrent_calls_exchange_a_key_once(ring: KeyRing) -> None:
    key = ring.add("account:read")
    answers = await asyncio.gather(*(ring.call(key, "GET", FAVOURITES) for _ in range(20)))
    assert {status for status, _ in answers} == {200}
    assert len(ring.asked) == 1


async def test_key_cache_is_bounded_and_refreshed(ring: KeyRing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_keys, "MAX_KEPT", 2)
    keys = [ring.add("account:read") for _ in range(3)]
    for key in (*keys, keys[2], keys[0]):
        assert (await ring.call(key, "GET", FAVOURITES))[0] == 200
    assert len(ring.asked) == 4
    assert api_keys.KEPT_SECONDS <= 30, "a revoked key stays valid this long if its event is lost"
    monkeypatch.setattr(api_keys, "KEPT_SECONDS", 0.0)
    fresh = ring.add("account:read")
    for _ in range(3):
        await ring.call(fresh, "GET", FAVOURITES)
    assert ring.asked.count(fresh) == 3


async def test_revoked_key_stops_with_its_event(ring: KeyRing) -> None:
    key = ring.add("account:read")
    assert (await ring.call(key, "GET", FAVOURITES))[0] == 200
    session = ring.claims.pop(key)["sid"]
    event = UserSessionEnded(user_id=7, session=session_mark(session), ended_at=datetime.now(UTC))
    ring.harness.events.publish(make_envelope(event, 1).model_dump_json())

    async def is_refused() -> bool:
        status, body = await ring.call(key, "GET", FAVOURITES)
        return (status, body.get("code")) == (401, "invalid_api_key")

    await until(is_refused, patience=20)  # Before the cached key expires.
    assert len(ring.asked) == 2, "not because what was kept has run out"


async def test_key_survives_owner_signing_out_everywhere(ring: KeyRing) -> None:
    key = ring.add("account:read", epoch=1)
    assert (await ring.call(key, "GET", FAVOURITES))[0] == 200
    ring.claims[key]["epoch"] = 2
    ring.harness.events.publish(sessions_revoked(7, epoch=2))

    async def is_asked_anew() -> bool:
        assert (await ring.call(key, "GET", FAVOURITES))[0] == 200
        return len(ring.asked) == 2

    await until(is_asked_anew)


async def test_ban_and_suspension_are_refused_with_their_own_messages(ring: KeyRing) -> None:
    until = datetime(2026, 12, 24, 12, tzinfo=UTC)
    for refusal in (Banned(), Suspended(until)):
        key = ring.add("account:read")
        ring.refusals[key] = refusal
        status, body = await ring.call(key, "GET", FAVOURITES)
        assert (status, body["code"], body["message"]) == (403, refusal.code, str(refusal))
        assert body["details"] == refusal.details


async def test_calls_of_suspended_owner_count_towards_limits() -> None:
    async with open_harness(wangi_relaxed_limits=False) as harness:
        ring = KeyRing(harness)
        key = ring.add("account:read")
        ring.refusals[key] = Banned()
        answers = {(await ring.call(key, "GET", FAVOURITES))[0] for _ in range(2_000)}
        assert answers == {403, 429}


async def test_known_keys_keep_working_while_auth_is_away(ring: KeyRing) -> None:
    known, other = ring.add("account:read"), ring.add("account:read")
    await ring.call(known, "GET", FAVOURITES)
    ring.is_away = True
    assert (await ring.call(known, "GET", FAVOURITES))[0] == 200
    status, body = await ring.call(other, "GET", FAVOURITES)
    assert (status, body["code"]) == (503, "unavailable")


async def test_each_key_has_its_own_quota_headers() -> None:
    async with open_harness(wangi_relaxed_limits=False) as harness:
        ring = KeyRing(harness)
        key, other = ring.add("account:read"), ring.add("account:read")
        # Without Redis half of the quota is left.
        for left in (2, 1):
            _, _, headers = await ring.whole_call(key, "GET", FAVOURITES)
            assert int(headers["RateLimit-Remaining"]) == QUOTA.calls // 2 - 3 + left
            assert int(headers["RateLimit-Limit"]) == QUOTA.calls // 2
        statuses = [(await ring.call(key, "GET", FAVOURITES))[0] for _ in range(QUOTA.calls // 2 - 1)]
        assert statuses == [200] * (QUOTA.calls // 2 - 2) + [429]
        status, body, headers = await ring.whole_call(key, "POST", BIDS)
        assert (status, body["code"], int(headers["Retry-After"]) > 0) == (429, "rate_limited", True)
        assert (await ring.call(other, "GET", FAVOURITES))[0] == 200


async def test_many_keys_share_their_owners_bid_limit() -> None:
    async with open_harness(wangi_relaxed_limits=False) as harness:
        ring = KeyRing(harness)
        keys = [ring.add("bids:write") for _ in range(3)]
        statuses = [(await ring.call(keys[n % 3], "POST", BIDS))[0] for n in range(31)]
        assert statuses == [200] * 30 + [429]
        async with harness.http.post(harness.address + BIDS, json={}, headers=harness.bearer(7)) as own:
            assert own.status == 429
        assert (await ring.call(ring.add("bids:write", user_id=8), "POST", BIDS))[0] == 200
