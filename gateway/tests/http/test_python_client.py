import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from wangi_client import InvalidWebhook, Refused, Unreachable, Wangi, read_webhook
from wangi_client.calls import Calls

from gateway.http.scopes import ROUTES, scope_of
from gateway.tests.harness import open_harness
from gateway.tests.http.keyring import KeyRing
from services.auth.webhooks import rules as webhook_rules
from tools import clients

MESSAGE: Any = {"receiverId": 8, "content": "Is it still there?"}


@pytest.fixture
async def ring() -> AsyncIterator[KeyRing]:
    async with open_harness() as harness:
        yield KeyRing(harness)


async def calling(ring: KeyRing, key: str, call: Callable[[Wangi], Any]) -> tuple[Any, list[float]]:
    """The waits are skipped and returned."""
    waits: list[float] = []
    client = Wangi(key, ring.harness.address, sleep=waits.append)
    try:
        return await asyncio.to_thread(call, client), waits
    finally:
        client.close()


def refusing(status: int, code: str, times: int, **headers: str) -> Callable[[web.Request], Any]:
    left = [times]

    async def answer(_: web.Request) -> web.StreamResponse:
        left[0] -= 1
        if left[0] < 0:
            return web.json_response({"id": 5}, status=201)
        body = {"message": "Not now.", "code": code, "details": {}, "requestId": "r-1"}
        return web.json_response(body, status=status, headers=headers)

    return answer


def test_generated_client_matches_contract() -> None:
    for name, text in clients.files().items():
        assert (clients.FOLDER / name).read_text() == text, name


def test_client_has_exactly_the_routes_of_keys() -> None:
    methods = {name for name, _ in inspect.getmembers(Wangi, inspect.isfunction)}
    methods -= {name for name, _ in inspect.getmembers(Calls, inspect.isfunction)}
    assert len(methods) == sum(len(routes) for scope, routes in ROUTES.items() if scope != "events:read")


async def test_client_call_reaches_its_route_as_owner(ring: KeyRing) -> None:
    key = ring.add("account:read", user_id=41)
    found, _ = await calling(ring, key, lambda wangi: wangi.auction_mine(role="seller", limit=5))
    assert found["target"] == "/api/auctions/mine?role=seller&limit=5"


async def test_path_parameter_is_encoded_as_one_segment(ring: KeyRing) -> None:
    key = ring.add("messages:read")
    before = len(ring.harness.services.seen)
    with pytest.raises(Refused):
        await calling(ring, key, lambda wangi: wangi.messaging_get_file("../auctions/mine"))
    assert not [seen for seen in ring.harness.services.seen[before:] if "auctions" in seen.target]
    with pytest.raises(ValueError, match="no part"):
        await calling(ring, key, lambda wangi: wangi.messaging_get_file(".."))


@pytest.mark.parametrize(("status", "code"), [(503, "unavailable"), (429, "rate_limited")])
async def test_client_retries_429_with_same_idempotency_key(ring: KeyRing, status: int, code: str) -> None:
    key = ring.add("messages:write")
    ring.harness.services.answers["/api/messages"] = refusing(status, code, 2, **{"Retry-After": "7"})
    found, waits = await calling(ring, key, lambda wangi: wangi.messaging_post_message(MESSAGE))
    assert (found, waits) == ({"id": 5}, [7.0, 7.0])
    keys = {seen.header("Idempotency-Key") for seen in ring.reached("/api/messages")}
    assert len(keys) == 1 < len(ring.reached("/api/messages"))
    assert None not in keys


async def test_given_idempotency_key_is_sent(ring: KeyRing) -> None:
    key = ring.add("messages:write")
    await calling(ring, key, lambda wangi: wangi.messaging_post_message(MESSAGE, idempotency_key="mine-1"))
    assert [seen.header("Idempotency-Key") for seen in ring.reached("/api/messages")] == ["mine-1"]


async def test_change_without_key_is_not_repeated(ring: KeyRing) -> None:
    key = ring.add("orders:write")
    path = "/api/transactions/5/ship"
    ring.harness.services.answers[path] = refusing(503, "outcome_unknown", 9)
    body: Any = {"courier": "jnt", "trackingNumber": "JT1"}
    with pytest.raises(Refused) as refusal:
        await calling(ring, key, lambda wangi: wangi.messaging_post_shipment(5, body))
    assert (refusal.value.code, len(ring.reached(path))) == ("outcome_unknown", 1)


async def test_refusal_has_code_details_and_request_id(ring: KeyRing) -> None:
    key = ring.add("read")
    with pytest.raises(Refused) as refusal:
        await calling(ring, key, lambda wangi: wangi.auction_post_bid(7, {"amount": 105}))
    refused = refusal.value
    assert (refused.status, refused.code, refused.details) == (403, "scope_missing", {"scope": "bids:write"})
    assert refused.request_id
    assert refused.request_id in str(refused)


async def test_unavailable_gateway_raises_after_retries() -> None:
    waits: list[float] = []
    client = Wangi("wangi_x", "http://127.0.0.1:9", sleep=waits.append)
    with pytest.raises(Unreachable):
        await asyncio.to_thread(client.auction_mine)
    client.close()
    assert len(waits) == 3


@pytest.mark.parametrize("address", ["localhost:8080", "127.0.0.1:8080", "ftp://localhost"])
def test_address_without_scheme_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="needs http:// or https://"):
        Wangi("wangi_x", address)


@pytest.mark.parametrize("key", ["", "Bearer wangi_secret", "secret"])
def test_malformed_key_is_refused_and_not_printed(key: str) -> None:
    with pytest.raises(ValueError, match="starts with wangi_") as refusal:
        Wangi(key)
    assert "secret" not in str(refusal.value)


async def test_readme_example_runs(ring: KeyRing, capsys: pytest.CaptureFixture[str]) -> None:
    source, _ = re.findall(r"```python\n(.*?)```", (clients.FOLDER.parent / "README.md").read_text(), re.S)
    key = ring.add("account:read")
    source = source.replace("wangi_...", key).replace("http://localhost:8080", ring.harness.address)
    names: dict[str, Any] = {}
    await asyncio.to_thread(exec, source, names)
    assert names["page"]["target"] == "/api/auctions/mine?role=bidding&limit=20"
    assert "scope_missing {'scope': 'bids:write'}" in capsys.readouterr().out.splitlines()


def test_webhook_is_accepted_with_valid_signature_and_time() -> None:
    key, body = webhook_rules.new_secret(), '{"type":"bid.placed","data":{}}'
    headers = {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": "1700000000",
        "Webhook-Signature": "v1,other " + webhook_rules.signatures([key], "msg_1", 1_700_000_000, body),
    }
    secret, now = webhook_rules.secret_text(key), 1_700_000_100
    assert read_webhook(secret, headers, body.encode(), now=now)["type"] == "bid.placed"
    wrong: list[tuple[str, dict[str, str], bytes, float]] = [
        (webhook_rules.secret_text(webhook_rules.new_secret()), headers, body.encode(), now),
        (secret, headers, body.encode() + b" ", now),
        (secret, headers | {"Webhook-Id": "msg_2"}, body.encode(), now),
        (secret, headers, body.encode(), now + 300),
        (secret, {}, body.encode(), now),
    ]
    for shown, carried, sent, at in wrong:
        with pytest.raises(InvalidWebhook):
            read_webhook(shown, carried, sent, now=at)


def test_each_client_method_names_its_scope() -> None:
    assert scope_of("POST", "/api/auctions/7/bids") == "bids:write"
    assert "Scope: `bids:write`." in (Wangi.auction_post_bid.__doc__ or "")
