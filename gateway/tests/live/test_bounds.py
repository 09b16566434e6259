import contextlib
import json
from dataclasses import replace

import pytest
from aiohttp import web
from websockets.exceptions import InvalidStatus

from gateway.http.table import OPEN
from gateway.live import commands, endpoint
from gateway.live.framing import text_frame
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import open_auction, plain, receive, say


@pytest.mark.parametrize(
    "fault", ["aaaaaaaaaaaaaaaa\n", "\ud800" * 20, "aaaaaaaaaaaaaaaa\r\nX-User-Id: 1", "b\u00e9\u00e9"]
)
async def test_invalid_id_is_refused_without_blaming_the_service(harness: Harness, fault: str) -> None:
    open_auction(harness)
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", token=harness.token())
        await receive(ws)
        for _ in range(6):
            await say(ws, "placeBid", id=fault, auctionId=7, amount=105)
            assert (await receive(ws))["code"] == "bad_request"
        await say(ws, "placeBid", id="plain enough, 1234", auctionId=7, amount=105)
        assert (await receive(ws))["type"] == "bidAccepted"


async def test_lone_surrogate_in_frame_is_refused_and_socket_stays_open(harness: Harness) -> None:
    async with plain(harness) as ws:
        await receive(ws)
        for frame in (
            {"type": "\ud800"},
            {"type": "auth", "\ud800": 1, "token": "x"},
            {"type": "auth", "token": "\ud800"},
        ):
            await ws.send(json.dumps(frame))
            assert (await receive(ws))["type"] == "error"
    assert text_frame("\ud800") == text_frame("?")


async def test_connections_of_a_person_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "PERSON_SOCKETS", 2)
    async with open_harness(wangi_relaxed_limits=False) as harness:
        async with plain(harness) as first, plain(harness) as second, plain(harness) as third:
            for ws in (first, second, third):
                await receive(ws)
                await say(ws, "auth", token=harness.token())
            frames = [await receive(ws) for ws in (first, second, third)]
            assert [frame["type"] for frame in frames] == ["auth_success", "auth_success", "error"]
            assert frames[2]["code"] == "rate_limited"
            with pytest.raises(InvalidStatus) as refused:
                await plain(harness, additional_headers=harness.bearer())
            assert refused.value.response.status_code == 429
            await say(
                second, "auth", token=harness.token(minutes=20)
            )  # Renewing is not a further connection.
            assert (await receive(second))["type"] == "auth_success"
            await say(third, "auth", token=harness.token(8))
            assert (await receive(third))["type"] == "auth_success"
        async with plain(harness, additional_headers=harness.bearer()) as again:
            assert [(await receive(again))["type"] for _ in range(2)] == ["connected", "auth_success"]


async def test_new_connections_per_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "OPEN", replace(OPEN, calls=3, seconds=3600))
    async with open_harness(wangi_relaxed_limits=False) as harness:
        for _ in range(7):
            async with plain(harness) as ws:
                await receive(ws)
        with pytest.raises(InvalidStatus) as refused:
            await plain(harness, additional_headers=harness.bearer())
        assert refused.value.response.status_code == 429


async def test_watcher_stays_in_room_while_its_owner_service_is_away(harness: Harness) -> None:
    open_auction(harness)
    room = harness.services.answers["/internal/auctions/7/room"]

    async def away(request: web.Request) -> web.StreamResponse:
        return web.json_response({}, status=503)

    async def refuse(request: web.Request) -> web.StreamResponse:
        return web.json_response({}, status=429)

    async with plain(harness) as ws:
        await receive(ws)
        for answer, members in ((away, 0), (room, 1), (away, 1), (refuse, 1), (None, 0)):
            if answer is None:
                harness.services.answers["/internal/auctions/7/room"] = harness.services.answers[
                    "/internal/auctions/8/room"
                ]
            else:
                harness.services.answers["/internal/auctions/7/room"] = answer
            await say(ws, "joinAuction", auctionId=7)
            await receive(ws)
            assert harness.gateway.hub.publish("auction:7", "test", "{}") == members
            if members:
                assert (await receive(ws))["type"] == "test"


async def test_nonsense_from_service_counts_as_unavailable(harness: Harness) -> None:
    open_auction(harness)

    async def nonsense(request: web.Request) -> web.StreamResponse:
        return web.json_response(["no", "room"])

    harness.services.answers["/internal/auctions/9/room"] = nonsense
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "joinAuction", id=1, auctionId=9)
        assert (await receive(ws))["code"] == "unavailable"
        await say(ws, "joinAuction", id=2, auctionId=7)
        assert (await receive(ws))["type"] == "resync"


async def test_last_quarter_of_connections_is_reserved_for_signed_in_people() -> None:
    async with (
        open_harness(max_sockets=4, trusted_proxy_hops=1) as harness,
        contextlib.AsyncExitStack() as opened,
    ):
        for n in range(3):
            await opened.enter_async_context(
                plain(harness, additional_headers={"X-Forwarded-For": f"2001:db8:{n}::1"})
            )
        with pytest.raises(InvalidStatus) as refused:
            await plain(harness, additional_headers={"X-Forwarded-For": "2001:db8:9::1"})
        assert refused.value.response.status_code == 429
        async with plain(harness, additional_headers=harness.bearer()) as ws:
            assert (await receive(ws))["type"] == "connected"
