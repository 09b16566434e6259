import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gateway.tests.harness import Harness
from gateway.tests.live.support import bid_placed, open_auction, open_conversations, plain, receive, say
from libs.contracts.frame_names import CLIENT_FRAMES, SERVER_FRAMES

HOSTILE = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CODES = {
    "bad_request", "bid_too_low", "forbidden", "invalid_input", "not_found", "not_signed_in", "rate_limited",
    "signed_out", "too_large", "unavailable", "unknown_command",
}  # fmt: skip
GOOD_BYES = {1000, 1002, 1003, 1007, 1008, 1009}
LEAKS = re.compile(r'Traceback|File "|pydantic|site-packages|gateway[./]live|object at 0x')
END = "the-end-of-this-talk"

numbers = st.sampled_from(
    ["1e400", "-1e400", "NaN", "Infinity", "-0", "1.00000000000000000001", "0x10", "9" * 400]
)
big = st.sampled_from([2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 7])
fault = st.sampled_from(["\x00", "\u202e7", "\U0001f9f4", "7", "../7", "' OR 1=1 --"])
scalars = st.one_of(st.none(), st.booleans(), st.integers(), big, st.floats(), st.text(max_size=20), fault)


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)


values = st.recursive(scalars, nested, max_leaves=8).map(json.dumps)
fields = [
    "type",
    "id",
    "auctionId",
    "amount",
    "maxAmount",
    "token",
    "userId",
    "timestamp",
    "__proto__",
    "constructor",
]
# Pairs, so that a name may come twice.
members = st.lists(st.tuples(st.sampled_from(fields), values | numbers), max_size=6)
names = st.sampled_from([*CLIENT_FRAMES, *SERVER_FRAMES, "", "__init__", "disconnect", "connect"])


def body(pairs: list[tuple[str, str]]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in pairs) + "}"


def plain_frame(name: str, pairs: list[tuple[str, str]]) -> str:
    return body([("type", json.dumps(name)), *pairs])


def event(name: str, pairs: list[tuple[str, str]], ack: str) -> str:
    return f"42{ack}[{json.dumps(name)},{body(pairs)}]"


garbage = [
    "[" * 3000, '{"a":' * 700, '{"type":"joinAuction","auctionId":7', "\ufeff{}", '{"type":"auth","token":"\\ud800"}',
    "x" * 5000, "[]" + " " * 70_000,
]  # fmt: skip
heads = [
    "", "0", "1", "2", "2probe", "3", "4", "40", "40/admin,", "41", "42", "42/x,", "43", "431", "44", "451-", "461-1",
    "5", "6", "7",
]  # fmt: skip
acks = ["", "0", "7", "999999999", "9999999999", "-1"]
nonsense = st.one_of(st.text(max_size=60), st.sampled_from(garbage), values)
plain_frames = st.one_of(st.builds(plain_frame, names, members), nonsense, st.binary(max_size=40))
packets = st.one_of(
    st.builds(event, names, members, st.sampled_from(acks)),
    st.builds("{}{}".format, st.sampled_from(heads), nonsense),
    st.binary(max_size=40),
)


@pytest.fixture
async def bystander(harness: Harness, caplog: pytest.LogCaptureFixture) -> AsyncIterator[ClientConnection]:
    """At the end the log must contain no error of ours."""
    open_auction(harness)
    open_conversations(harness)
    with caplog.at_level(logging.ERROR):
        async with plain(harness) as ws:
            await receive(ws)
            await say(ws, "joinAuction", auctionId=7)
            await receive(ws)
            yield ws
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def still_receives(harness: Harness, ws: ClientConnection) -> None:
    while True:
        harness.events.publish(bid_placed(version=4))
        async with asyncio.timeout(3):
            while (await receive(ws))["type"] != "newBid":
                continue
            return


async def until_the_end(ws: ClientConnection) -> list[str]:
    texts: list[str] = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(5):
            while not texts or END not in texts[-1]:
                texts.append(str(await ws.recv()))
        return texts
    assert ws.close_code in GOOD_BYES, (ws.close_code, ws.close_reason)
    return texts


def check(texts: list[str]) -> None:
    """Known codes only, and nothing about our internals, except for an echo."""
    for text in texts:
        if text.startswith("3"):
            continue
        assert not LEAKS.search(text), text
        match = re.fullmatch(r"(?:4[234]\d*)?(?:/[^,]*,)?([\[{].*)", text, re.DOTALL)
        parts = json.loads(match[1]) if match else ()
        for part in parts if isinstance(parts, list) else [parts]:
            if isinstance(part, dict) and "message" in part and "code" in part:
                assert part["code"] in CODES, text


async def talk(ws: ClientConnection, frames: list[str | bytes], last: str) -> None:
    try:
        for frame in frames:
            await ws.send(frame)
        await ws.send(last)
    except ConnectionClosed:
        return


@HOSTILE
@given(frames=st.lists(plain_frames, min_size=1, max_size=8), known=st.booleans())
async def test_random_plain_frames_are_answered_or_disconnected(
    harness: Harness, bystander: ClientConnection, frames: list[str | bytes], known: bool
) -> None:
    """S20, P-H5"""
    options = {"additional_headers": harness.bearer()} if known else {}
    async with plain(harness, **options) as ws:
        await talk(ws, frames, json.dumps({"type": "nonsense", "id": END}))
        check(await until_the_end(ws))
    await still_receives(harness, bystander)


@HOSTILE
@given(frames=st.lists(packets, min_size=1, max_size=8), greets=st.booleans())
async def test_random_socketio_packets_are_answered_or_disconnected(
    harness: Harness, bystander: ClientConnection, frames: list[str | bytes], greets: bool
) -> None:
    """S20, P-H5"""
    async with connect(f"ws://127.0.0.1:{harness.port}/ws?EIO=4&transport=websocket", compression=None) as ws:
        await talk(ws, ["40", *frames] if greets else frames, f'42["nonsense",{{"id":"{END}"}}]')
        check(await until_the_end(ws))
    await still_receives(harness, bystander)


@HOSTILE
@given(sent=st.lists(st.binary(min_size=1, max_size=200), min_size=1, max_size=4))
async def test_random_bytes_end_only_their_own_connection(
    harness: Harness, bystander: ClientConnection, sent: list[bytes]
) -> None:
    """S20"""
    reader, writer = await asyncio.open_connection("127.0.0.1", harness.port)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    try:
        for part in sent:
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        pass
    writer.transport.abort()
    await still_receives(harness, bystander)
    assert harness.gateway.readiness()["serving"]
