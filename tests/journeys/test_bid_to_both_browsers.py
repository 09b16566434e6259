import asyncio
import json
import os
from collections.abc import AsyncIterator

import aiohttp
import pytest
import socketio
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.kit.tests.lab import until
from tests.journeys.browser import OUT_WITHIN, Browser, Frame, rows_of
from tests.support.pace import on_this_machine

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
# Messaging and boost have no suitable route yet, so their tables are checked.
EVERYBODY = {"auth", "catalog", "auction", "admin", "gateway"}


@pytest.fixture
async def io_client(platform: Stack, socket_io: Browser) -> AsyncIterator[socketio.AsyncClient]:
    client = socketio.AsyncClient(reconnection=False)
    client.on("*", lambda name, data: socket_io.frames.put_nowait(data | {"type": name}))
    token = {"token": socket_io.token}
    await client.connect(platform.ports.base_url, socketio_path="ws", transports=["websocket"], auth=token)
    yield client
    await client.disconnect()


async def test_bid_in_either_dialect_reaches_both(
    seller: Browser,
    plain: Browser,
    socket_io: Browser,
    plain_ws: ClientConnection,
    io_client: socketio.AsyncClient,
) -> None:
    """AUC-31, AUC-32, AUC-35, C1"""
    auction_id = await seller.list_auction()
    await plain_ws.send(json.dumps({"type": "joinAuction", "auctionId": auction_id}))
    await io_client.emit("joinAuction", {"auctionId": auction_id})
    account_status = await plain.next("resync")
    assert (await socket_io.next("resync"))["seq"] == account_status["seq"]

    bid = {"auctionId": auction_id, "amount": 120}
    accepted = await io_client.call("placeBid", bid, timeout=5)
    assert accepted["type"] == "bidAccepted", accepted
    first = await plain.next("newBid")
    assert await socket_io.next("newBid") == first
    assert (first["auction"]["currentBid"], first["seq"]) == (120, account_status["seq"] + 1)

    await plain_ws.send(json.dumps({"type": "placeBid", "auctionId": auction_id, "amount": 130}))
    second = await socket_io.next("newBid")
    assert await plain.next("newBid") == second
    assert (second["auction"]["currentBid"], second["seq"]) == (130, account_status["seq"] + 2)

    await plain_ws.send(json.dumps({"type": "placeBid", "auctionId": auction_id, "amount": 1}))
    assert (await plain.next("error"))["code"] == "bid_too_low"
    async with seller.http.get(f"/api/auctions/{auction_id}") as answer:
        assert (await answer.json())["currentBid"] == 130


async def test_sign_out_everywhere_ends_every_service_and_socket(
    platform: Stack,
    seller: Browser,
    plain: Browser,
    socket_io: Browser,
    plain_ws: ClientConnection,
    io_client: socketio.AsyncClient,
) -> None:
    auction_id = await seller.list_auction()

    async def is_out() -> bool:
        refusing = await _refusing(platform, plain, auction_id)
        return refusing == EVERYBODY and await _know_it(platform, plain.id) == set(SERVICES)

    assert await _refusing(platform, plain, auction_id) == set()
    assert (await plain.post("/api/v1/auth/logout-all"))[0] == 200
    async with asyncio.timeout(on_this_machine(OUT_WITHIN)):
        await plain_ws.wait_closed()
        await until(is_out)
    assert plain_ws.close_code == 1008
    assert (await plain.post("/api/v1/auth/refresh"))[0] == 401
    assert io_client.connected, "another person's connection stays"
    assert (await socket_io.post("/api/v1/auth/logout-all"))[0] == 200
    async with asyncio.timeout(on_this_machine(OUT_WITHIN)):
        await io_client.wait()
    assert not io_client.connected


async def _refusing(platform: Stack, browser: Browser, auction_id: int) -> set[str]:
    """Without the gateway."""
    asked = {
        "auth": ("GET", "/api/v1/auth/me"),
        "catalog": ("POST", "/api/products"),
        "auction": ("POST", f"/api/auctions/{auction_id}/bids"),
        "admin": ("GET", "/api/admin/audit"),
        "gateway": ("GET", "/api/v1/auth/me"),
    }
    refusing = set()
    async with aiohttp.ClientSession(headers=browser.headers) as http:
        for part, (method, path) in asked.items():
            body = {"amount": 1} if method == "POST" else None
            async with http.request(method, platform.ports.url(part) + path, json=body) as answer:
                if answer.status == 401:
                    refusing.add(part)
    return refusing


async def _know_it(platform: Stack, user_id: int) -> set[str]:
    query = " UNION ALL ".join(
        f"SELECT '{name}' AS part FROM {name}.revocations WHERE user_id = $1" for name in SERVICES
    )
    return {row["part"] for row in await rows_of(platform, query, user_id)}


async def test_refresh_cookie_works_through_the_gateway(plain: Browser) -> None:
    before = plain.token
    plain.token = "expired"
    status, answer = await plain.post("/api/v1/auth/refresh")
    assert status == 200, answer
    plain.token = answer["token"]
    assert plain.token != before
    async with plain.http.get("/api/v1/auth/me", headers=plain.headers) as me:
        assert (me.status, (await me.json())["id"]) == (200, plain.id)


async def test_trace_of_a_click_is_in_log_and_event(platform: Stack, seller: Browser, plain: Browser) -> None:
    auction_id, trace_id = await seller.list_auction(), os.urandom(16).hex()
    async with plain.http.get(f"/api/auctions/{auction_id}") as page:
        assert page.status == 200
    traceparent = f"00-{trace_id}-{os.urandom(8).hex()}-01"
    path = f"/api/auctions/{auction_id}/bids"
    assert (await plain.post(path, {"amount": 150}, traceparent=traceparent))[0] == 201
    await until(lambda: _log_lines(platform, "auction", trace_id))  # Written after the response.
    assert [line["route"] for line in _log_lines(platform, "auction", trace_id)] == [
        "/api/auctions/{auction_id}/bids"
    ]
    query = "SELECT convert_from(payload, 'UTF8') AS event FROM auction.outbox WHERE key = $1 ORDER BY id DESC LIMIT 1"
    (row,) = await rows_of(platform, query, str(auction_id))
    assert trace_id in json.loads(row["event"])["traceparent"]


def _log_lines(platform: Stack, part: str, trace_id: str) -> list[Frame]:
    lines = (platform.state / "logs" / f"{part}.log").read_text().splitlines()
    return [json.loads(line) for line in lines if trace_id in line]
