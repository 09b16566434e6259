import asyncio
import time

import pytest
from aiohttp import web
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gateway import metrics
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import (
    ROOM_STATE,
    bid_placed,
    open_auction,
    plain,
    receive,
    say,
    sessions_revoked,
)


async def test_guest_watches_price_changes(harness: Harness) -> None:
    """AUC-29, AUC-30, AUC-32, AUC-35, MSG-27, C1"""
    open_auction(harness)
    async with plain(harness) as ws:
        assert await receive(ws) == {"type": "connected"}
        await say(ws, "joinAuction", id="j1", auctionId=7, userId="guest")
        assert await receive(ws) == {"type": "resync", "id": "j1"} | ROOM_STATE
        harness.events.publish(bid_placed(version=4))
        frame = await receive(ws)
        assert (frame["type"], frame["auctionId"], frame["seq"], frame["epoch"]) == ("newBid", 7, 4, 1)
        assert (frame["auction"]["currentBid"], frame["auction"]["minimumBid"]) == (105, 110)
        assert frame["bid"]["bidder"] == {"id": 9, "name": "a***z", "isDeleted": False}
        await say(ws, "leaveAuction", auctionId=7)
        await say(ws, "joinAuction", id="j2", auctionId=8)
        assert (await receive(ws))["code"] == "not_found"
        assert harness.gateway.hub.publish("auction:7", "newBid", "{}") == 0


async def test_bidder_gets_answer_with_client_id(harness: Harness) -> None:
    """AUC-28, MSG-28, AUC-31, AUC-33, AUC-34"""
    open_auction(harness)
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", id=1, userId=7, token=harness.token())
        assert await receive(ws) == {"type": "auth_success", "id": 1, "userId": 7}
        key = "0192f0c1-aaaa-bbbb-cccc-000000000001"
        await say(ws, "placeBid", id=key, auctionId=7, userId=7, amount=105, timestamp="2026-11-21T12:00:00Z")
        accepted = await receive(ws)
        assert (accepted["type"], accepted["id"], accepted["bid"]["amount"]) == ("bidAccepted", key, 105)
        assert harness.services.seen[-1].header("Idempotency-Key") == key
        await say(ws, "placeBid", id=2, auctionId=7, amount=100)
        refused = await receive(ws)
        assert refused == {
            "type": "error", "id": 2, "message": "Your bid must be at least RM 105.00.", "code": "bid_too_low",
            "details": {"minimum": 105},
        }  # fmt: skip
        short = harness.services.seen[-1].header("Idempotency-Key")
        assert short is not None
        assert short.endswith("-2")
        assert len(short) > 10


async def test_room_joined_as_guest_stays_joined_after_sign_in(harness: Harness) -> None:
    """C2, AUC-28, AUC-29"""
    open_auction(harness)
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "joinAuction", auctionId=7)
        assert (await receive(ws))["type"] == "resync"
        await say(ws, "auth", token=harness.token(7))
        assert (await receive(ws))["type"] == "auth_success"
        harness.events.publish(bid_placed(version=4))
        assert [(frame := await receive(ws))["type"], frame["seq"]] == ["newBid", 4]


async def test_returning_client_gets_current_seq(harness: Harness) -> None:
    """P-C2"""
    open_auction(harness)
    async with plain(harness) as before:
        await receive(before)
        await say(before, "joinAuction", auctionId=7)
        assert (await receive(before))["seq"] == 3

    async def moved(request: web.Request) -> web.StreamResponse:
        return web.json_response(ROOM_STATE | {"seq": 9})

    harness.services.answers["/internal/auctions/7/room"] = moved
    async with plain(harness) as again:
        await receive(again)
        await say(again, "joinAuction", auctionId=7)
        frame = await receive(again)
        assert (frame["type"], frame["seq"], frame["epoch"]) == ("resync", 9, 1)
        harness.events.publish(bid_placed(version=10))
        assert (await receive(again))["seq"] == 10


async def test_answers_keep_the_order_of_requests(harness: Harness) -> None:
    open_auction(harness)
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", token=harness.token())
        for n in range(10):
            await say(ws, "placeBid", id=n, auctionId=7, amount=105 + n)
            await say(ws, "nonsense", id=100 + n)
        await receive(ws)
        assert [(await receive(ws))["id"] for _ in range(20)] == [i for n in range(10) for i in (n, 100 + n)]


@pytest.mark.parametrize(
    ("name", "fields", "code"),
    [
        ("placeBid", {"auctionId": 7, "amount": 105}, "not_signed_in"),
        ("auth", {"token": "forged"}, "not_signed_in"),
        ("auth", {"token": "x", "surprise": 1}, "invalid_input"),
        ("joinAuction", {"auctionId": "7 or 8"}, "invalid_input"),
        ("joinAuction", {"auctionId": True}, "invalid_input"),
        ("placeBid", {"auctionId": 7}, "invalid_input"),
        ("constructor", {}, "unknown_command"),
    ],
)
async def test_invalid_frame_is_refused_and_connection_stays(
    harness: Harness, name: str, fields: dict[str, object], code: str
) -> None:
    """AUC-16, AUC-34"""
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, name, id="x", **fields)
        frame = await receive(ws)
        assert (frame["type"], frame["id"], frame["code"]) == ("error", "x", code)
        assert "forged" not in str(frame)
        for garbage in ("not json", "[]", '{"type": 1}', '{"type":"auth","id":{}}', "NaN", '{"a":' * 500):
            await ws.send(garbage)
            assert (await receive(ws))["code"] == "bad_request"


async def test_socket_identity_comes_from_token_and_cannot_change(harness: Harness) -> None:
    """AUC-28, C35"""
    async with plain(harness) as ws:
        await receive(ws)
        await say(ws, "auth", userId=8, token=harness.token(7))
        assert (await receive(ws))["code"] == "forbidden"
        await say(ws, "auth", userId="7", token=harness.token(7))
        assert (await receive(ws))["type"] == "auth_success"
        await say(ws, "auth", token=harness.token(8))
        assert (await receive(ws))["code"] == "forbidden"
    async with plain(harness, additional_headers=harness.bearer(9)) as ws:
        assert [await receive(ws), await receive(ws)] == [
            {"type": "connected"},
            {"type": "auth_success", "userId": 9},
        ]


async def test_sign_out_everywhere_closes_the_socket(harness: Harness) -> None:
    async with plain(harness) as ws, plain(harness) as other:
        for socket, user_id in ((ws, 7), (other, 8)):
            await receive(socket)
            await say(socket, "auth", token=harness.token(user_id, epoch=1))
            await receive(socket)
        harness.events.publish(sessions_revoked(7, epoch=2))
        assert (await receive(ws))["code"] == "signed_out"
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        await say(other, "auth", token=harness.token(7, epoch=1))
        assert (await receive(other))["code"] in ("not_signed_in", "forbidden")
    async with harness.http.get(
        f"{harness.address}/api/user/7", headers=harness.bearer(7, epoch=1)
    ) as answer:
        assert answer.status == 401
    async with harness.http.get(
        f"{harness.address}/api/user/7", headers=harness.bearer(7, epoch=2)
    ) as answer:
        assert answer.status == 200


async def test_expired_token_ends_connection_unless_renewed(harness: Harness) -> None:
    async with plain(harness) as ended, plain(harness) as renewed:
        for socket in (ended, renewed):
            await receive(socket)
            await say(socket, "auth", token=harness.token(7, minutes=10))
            await receive(socket)
        await say(renewed, "auth", token=harness.token(7, minutes=30))
        await receive(renewed)
        later = 15 * 60
        harness.gateway.hub.look_after(time.monotonic(), time.time() + later)
        assert (await receive(ended))["code"] == "signed_out"
        await say(renewed, "nonsense", id=1)
        assert (await receive(renewed))["code"] == "unknown_command"


async def test_foreign_page_cannot_open_a_socket(harness: Harness) -> None:
    for origin, allowed in (
        ("https://evil.example", False),
        ("null", False),
        ("http://localhost:8080", True),
    ):
        if allowed:
            async with plain(harness, origin=origin) as ws:
                await receive(ws)
        else:
            with pytest.raises(InvalidStatus) as refused:
                await plain(harness, origin=origin)
            assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as bad_token:
        await plain(harness, additional_headers={"Authorization": "Bearer bad"})
    assert bad_token.value.response.status_code == 401
    async with harness.http.get(f"{harness.address}/ws") as answer:
        assert answer.status == 400


async def test_guests_are_rate_limited() -> None:
    async with open_harness(wangi_relaxed_limits=False, guest_sockets_per_network=2) as harness:
        open_auction(harness)
        async with plain(harness) as ws, plain(harness) as talker:
            await receive(ws)
            await receive(talker)
            with pytest.raises(InvalidStatus) as refused:
                await plain(harness)
            assert refused.value.response.status_code == 429
            for n in range(40):
                await say(talker, "nonsense", id=n)
            codes = {(await receive(talker))["code"] for _ in range(40)}
            assert codes == {"unknown_command", "rate_limited"}
            await ws.send(" " * 5000)
            assert (await receive(ws))["code"] == "too_large"
            with pytest.raises(ConnectionClosed) as closed:
                await ws.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


async def test_guest_watches_at_most_twenty_auctions(harness: Harness) -> None:
    open_auction(harness)
    room = harness.services.answers["/internal/auctions/7/room"]
    harness.services.answers |= {f"/internal/auctions/{n}/room": room for n in range(1, 40)}
    async with plain(harness) as ws:
        await receive(ws)
        for n in range(1, 22):
            await say(ws, "joinAuction", auctionId=n)
        names = [(await receive(ws))["type"] for _ in range(21)]
        assert names == ["resync"] * 20 + ["error"]


async def test_slow_reader_is_disconnected_without_delaying_others(harness: Harness) -> None:
    open_auction(harness)
    async with plain(harness, max_queue=1) as slow, plain(harness) as quick:
        for ws in (slow, quick):
            await receive(ws)
            await say(ws, "joinAuction", auctionId=7)
        await receive(quick)
        body = '{"filling":"' + "x" * 60_000 + '"}'
        for _ in range(400):
            harness.gateway.hub.publish("auction:7", "newBid", body)
            await receive(quick)
        slow.transport.abort()
        assert [s.closing for s in harness.gateway.hub.sockets].count(False) == 1
        assert metrics.REGISTRY.get_sample_value("gateway_sockets_dropped_total", {"reason": "too slow"})


async def test_stopping_gateway_closes_sockets_with_reconnect() -> None:
    async with open_harness() as harness, plain(harness) as ws:
        await receive(ws)
        stopping = asyncio.create_task(harness.gateway.stop())
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "reconnect")
        assert harness.gateway.readiness()["serving"] is False
        async with asyncio.timeout(6):
            await stopping
