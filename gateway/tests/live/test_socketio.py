import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import socketio
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gateway.tests.harness import Harness
from gateway.tests.live.support import ROOM_STATE, bid_placed, open_auction

NODE_CLIENT = Path(__file__).parent / "node" / "talk.mjs"


async def _opened(
    harness: Harness, **options: Any
) -> tuple[socketio.AsyncClient, asyncio.Queue[tuple[str, Any]]]:
    client = socketio.AsyncClient(reconnection=False)
    frames: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    client.on("*", lambda name, data: frames.put_nowait((name, data)))
    await client.connect(harness.address, socketio_path="ws", transports=["websocket"], **options)
    return client, frames


async def _next(frames: asyncio.Queue[tuple[str, Any]]) -> tuple[str, Any]:
    async with asyncio.timeout(3):
        return await frames.get()


async def test_python_socketio_signs_in_watches_and_bids(harness: Harness) -> None:
    """AUC-28, AUC-29, AUC-31, AUC-32, AUC-33, AUC-34, AUC-35, MSG-27, MSG-28, C1"""
    open_auction(harness)
    client, frames = await _opened(harness)
    assert await _next(frames) == ("connected", {})
    await client.emit("auth", {"userId": 7, "token": harness.token()})
    assert await _next(frames) == ("auth_success", {"userId": 7})
    state = await client.call("joinAuction", {"auctionId": 7}, timeout=3)
    assert state == {"type": "resync"} | ROOM_STATE
    assert await _next(frames) == ("resync", ROOM_STATE)
    accepted = await client.call("placeBid", {"auctionId": 7, "amount": 120, "id": "b1"}, timeout=3)
    assert (accepted["type"], accepted["id"], accepted["bid"]["amount"]) == ("bidAccepted", "b1", 120)
    assert (await _next(frames))[0] == "bidAccepted"
    refused = await client.call("placeBid", {"auctionId": 7, "amount": 1}, timeout=3)
    assert (refused["type"], refused["code"], refused["details"]) == (
        "error",
        "bid_too_low",
        {"minimum": 105},
    )
    await _next(frames)
    harness.events.publish(bid_placed(amount=150_00, version=9))
    name, frame = await _next(frames)
    assert (name, frame["seq"], frame["auction"]["currentBid"]) == ("newBid", 9, 150)
    await client.disconnect()


async def test_token_may_come_with_the_handshake(harness: Harness) -> None:
    client, frames = await _opened(harness, auth={"token": harness.token(9)})
    assert [await _next(frames), await _next(frames)] == [("connected", {}), ("auth_success", {"userId": 9})]
    await client.disconnect()
    with pytest.raises(socketio.exceptions.ConnectionError):
        await _opened(harness, auth={"token": "bad"})
    async with _by_hand(harness) as ws:
        await ws.recv()
        await ws.send('40{"token":"bad"}')
        refused = json.loads(str(await ws.recv()).removeprefix("44"))
        assert (refused["message"], refused["data"]["code"]) == (
            "Please sign in to continue.",
            "not_signed_in",
        )


async def test_node_socketio_client_signs_in_watches_and_bids(harness: Harness) -> None:
    """AUC-35, C1"""
    node = shutil.which("node")
    modules = [NODE_CLIENT.parent / "node_modules", Path(__file__).parents[3] / "frontend" / "node_modules"]
    found = next((m for m in modules if (m / "socket.io-client").is_dir()), None)
    if node is None or found is None:
        pytest.skip("socket.io-client is not installed (npm ci in frontend)")
    open_auction(harness)
    process = await asyncio.create_subprocess_exec(
        node, str(NODE_CLIENT), str(found / "socket.io-client"), harness.address, harness.token(),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    async with asyncio.timeout(20):
        while line := await process.stdout.readline():
            report = json.loads(line)
            lines.append(report["step"])
            if report["step"] == "joined":
                assert report["ack"] == {"type": "resync"} | ROOM_STATE
                harness.events.publish(bid_placed(version=4))
            if report["step"] == "bid":
                assert report["ack"]["type"] == "bidAccepted"
        assert await process.wait() == 0
    assert lines == [
        "connected",
        "auth_success",
        "joined",
        "newBid",
        "bid",
        "refused",
        "reconnected",
        "polling",
        "bye",
    ]


def _by_hand(harness: Harness) -> connect:
    return connect(f"ws://127.0.0.1:{harness.port}/ws/?EIO=4&transport=websocket", compression=None)


async def test_packets_follow_engineio_4_and_socketio_5(harness: Harness) -> None:
    async with _by_hand(harness) as ws:
        opened = json.loads(str(await ws.recv())[1:])
        assert (opened["upgrades"], opened["pingInterval"], opened["pingTimeout"]) == ([], 25000, 20000)
        await ws.send("40")
        assert str(await ws.recv()).startswith('40{"sid":')
        assert await ws.recv() == '42["connected",{}]'
        await ws.send("2probe")
        assert await ws.recv() == "3probe"
        await ws.send('421["nonsense",{}]')
        assert str(await ws.recv()).startswith('42["error",')
        assert str(await ws.recv()).startswith('431[{"type":"error"')
        await ws.send("40/admin,")
        assert str(await ws.recv()).startswith("44/admin,")
        for socket in harness.gateway.hub.sockets:
            socket.pinged_at = 0.0
        harness.gateway.hub.look_after(asyncio.get_running_loop().time() + 30, 0.0)
        assert await ws.recv() == "2"
        await ws.send("3")
        await ws.send("41")
        with pytest.raises(ConnectionClosed):
            await ws.recv()


@pytest.mark.parametrize(
    "garbage", ['42["joinAuction",{"auctionId":7}]', "9", "", "4", "451-[]", "40{", '4" OR 1']
)
async def test_packets_before_handshake_are_ignored(harness: Harness, garbage: str) -> None:
    async with _by_hand(harness) as ws:
        await ws.recv()
        await ws.send(garbage)
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    "garbage",
    [
        "42",
        "42[]",
        "42[1]",
        '42["a",1]',
        '42["a",{},{}]',
        '452-["a",{"_placeholder":true}]',
        "42" + "[" * 900,
        "7",
    ],
)
async def test_garbage_in_open_session_is_answered(harness: Harness, garbage: str) -> None:
    async with _by_hand(harness) as ws:
        await ws.recv()
        await ws.send("40")
        await ws.recv()
        await ws.recv()
        await ws.send(garbage)
        assert '"code":"bad_request"' in str(await ws.recv())
        await ws.send('42["nonsense",{}]')
        assert "unknown_command" in str(await ws.recv())


@pytest.mark.parametrize(
    ("query", "code"),
    [("EIO=4&transport=polling", 0), ("EIO=3&transport=websocket", 5), ("EIO=4&transport=websocket", 3)],
)
async def test_other_transports_are_refused_in_engineio_format(
    harness: Harness, query: str, code: int
) -> None:
    async with harness.http.get(f"{harness.address}/ws/?{query}") as answer:
        assert answer.status == 400
        assert (await answer.json())["code"] == code
