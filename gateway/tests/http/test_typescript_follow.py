import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.http.keyring import KeyRing
from gateway.tests.http.test_event_stream import Source
from gateway.tests.http.test_python_follow import BEGIN, PATH, answering, placed
from gateway.tests.http.test_typescript_client import (
    built,  # noqa: F401 - a fixture
    examples,
    ring,  # noqa: F401 - a fixture
    running,
)
from libs.kit.testing import PATIENCE, until

_PROGRAM = """
import { mock } from "node:test";
import { Wangi } from "./index.js";
const waits = [];
const stop = new AbortController();
const { signal } = stop;
const sleep = async (seconds) => void waits.push(seconds);
const client = new Wangi(%s, %s, { sleep });
const turn = () => new Promise(setImmediate);
const say = (result) => console.log(JSON.stringify(result));
async function follow(types, wishes, most) {
  const events = [];
  try {
    for await (const event of client.follow(types, wishes)) {
      events.push(event);
      if (events.length === most) break;
    }
  } catch (refused) {
    return { waits, events, refused: [refused.name, refused.code ?? refused.message] };
  }
  return { waits, events };
}
%s
"""


@dataclass
class Follower:
    built: Path
    ring: KeyRing

    def program(self, words: str) -> str:
        key = self.ring.add("events:read", "account:read")
        return _PROGRAM % (json.dumps(key), json.dumps(self.ring.harness.address), words)

    async def run(self, words: str, *answers: str | int) -> Any:
        if answers:
            self.ring.harness.services.answers[PATH] = answering(*answers)
        return json.loads(await asyncio.wait_for(running(self.built, self.program(words)), PATIENCE))

    def places(self) -> list[str | None]:
        return [seen.header("Last-Event-ID") for seen in self.ring.reached(PATH)]


@pytest.fixture
def follower(built: Path, ring: KeyRing) -> Follower:  # noqa: F811
    return Follower(built, ring)


@pytest.fixture
async def source(ring: KeyRing) -> AsyncIterator[Source]:  # noqa: F811
    source = Source()
    ring.harness.services.answers[PATH] = source.answer
    yield source
    source.pieces.put_nowait(None)


async def test_typescript_ended_stream_resumes_after_last_event(follower: Follower) -> None:
    broken = "event: BidPlaced\ndata: {"
    first, second = BEGIN + ": ping\n\n" + placed(9, 12_000) + broken, placed(12, 12_500)
    result = await follower.run('say(await follow(["BidPlaced"], { auctionId: 41 }, 3))', first, second)
    bid = {"type": "BidPlaced", "time": "2026-11-27T10:00:00Z"}
    assert result == {
        "waits": [1],
        "events": [
            {"id": "7", "type": "open", "time": None, "data": {}},
            bid | {"id": "9", "data": {"auctionId": 41, "amount": 12_000}},
            bid | {"id": "12", "data": {"auctionId": 41, "amount": 12_500}},
        ],
    }
    assert follower.places() == [None, "9"]
    assert {seen.target for seen in follower.ring.reached(PATH)} == {f"{PATH}?type=BidPlaced&auctionId=41"}


async def test_typescript_cursor_and_gap_are_reported(follower: Follower) -> None:
    gap = 'event: gap\ndata: {"after": 5}\nid: 90\n\n'
    result = await follower.run('say(await follow([], { after: "5" }, 2))', gap + placed(91, 12_000))
    assert result["events"][0] == {"id": "90", "type": "gap", "time": None, "data": {"after": 5}}
    assert (result["events"][1]["type"], result["events"][1]["id"]) == ("BidPlaced", "91")
    assert follower.places() == ["5"]


async def test_typescript_stream_over_limit_waits_for_retry_after(follower: Follower) -> None:
    result = await follower.run("say(await follow([], {}, 1))", 429, 429, BEGIN)
    assert (result["events"][0]["type"], result["waits"]) == ("open", [10, 10])


async def test_typescript_permanent_refusal_ends_the_stream(follower: Follower) -> None:
    result = await follower.run("say(await follow([], {}, 1))", 403)
    assert result == {"waits": [], "events": [], "refused": ["Refused", "banned"]}


async def test_typescript_unreachable_gateway_is_retried_with_growing_delay(follower: Follower) -> None:
    words = """
const sleeping = async (seconds) => { if (waits.push(seconds) === 7) stop.abort(); };
for await (const _ of new Wangi("wangi_x", "http://127.0.0.1:9", { sleep: sleeping }).follow([], { signal }));
say(waits);
"""
    assert await follower.run(words) == [1, 2, 4, 8, 16, 30, 30]


async def test_three_missed_pings_reconnect_but_slow_reader_does_not(
    follower: Follower, source: Source
) -> None:
    answers = 0

    async def answer(request: web.Request) -> web.StreamResponse:
        nonlocal answers
        answers += 1
        if answers == 1:
            return await source.answer(request)
        return await answering(placed(9, 12_000))(request)

    source.pieces.put_nowait(BEGIN.encode())
    follower.ring.harness.services.answers[PATH] = answer
    words = """
mock.timers.enable({ apis: ["setTimeout"] });
const stream = client.follow([], { signal });
const results = [(await stream.next()).value.type];
mock.timers.tick(600_000);
const next = stream.next();
await turn();
mock.timers.tick(44_999);
for (let turns = 0; turns < 50; turns += 1) await turn();
results.push(waits.length);
mock.timers.tick(1);
results.push((await next).value.id, waits);
say(results);
stop.abort();
"""
    assert await follower.run(words) == ["open", 0, "9", [1]]
    source.pieces.put_nowait(None)
    assert follower.places() == [None, "7"]


@pytest.mark.parametrize("end", ["break", "stop.abort()"])
async def test_leaving_the_loop_closes_the_stream(follower: Follower, source: Source, end: str) -> None:
    source.pieces.put_nowait((BEGIN + placed(9, 12_000)).encode())

    async def once_over(_: web.Request) -> web.StreamResponse:
        await until(source.is_left)
        return web.json_response({"isOver": True})

    follower.ring.harness.services.answers["/api/auctions/mine"] = once_over
    words = f"""
const events = [];
for await (const event of client.follow([], {{ signal }})) {{
  events.push(event.type);
  {end};
}}
say([events, waits, await client.auctionMine()]);
"""
    assert await follower.run(words) == [["open"], [], {"isOver": True}]


async def test_abort_ends_the_stream_while_listening_or_waiting(follower: Follower, source: Source) -> None:
    source.pieces.put_nowait(BEGIN.encode())
    words = """
const stream = client.follow([], { signal });
await stream.next();
const next = stream.next();
await turn();
stop.abort();
say([(await next).done, waits]);
"""
    assert await follower.run(words) == [True, []]
    words = """
const [own, later] = [new Wangi(%s, %s), setTimeout];
globalThis.setTimeout = (work, ms) => {
  if (ms === 10_000) setImmediate(() => stop.abort());
  return later(work, ms);
};
const before = performance.now();
for await (const _ of own.follow([], { signal }));
say(performance.now() - before < 9_000);
"""
    words %= (json.dumps(follower.ring.add("events:read")), json.dumps(follower.ring.harness.address))
    assert await follower.run(words, 429, 429) is True, "it was asked to wait for ten seconds"


async def test_aborted_signal_makes_no_request(follower: Follower) -> None:
    assert await follower.run("stop.abort(); say(await follow([], { signal }, 1))", BEGIN) == {
        "waits": [],
        "events": [],
    }
    assert follower.places() == []


async def test_endless_line_is_dropped(follower: Follower) -> None:
    result = await follower.run("say(await follow([], {}, 2))", BEGIN + "data: " + "x" * 1_100_000)
    assert result["refused"] == ["RangeError", "a line is too long: this is no stream of Wangi"]


async def test_event_split_into_chunks_is_read_whole(follower: Follower, source: Source) -> None:
    whole = placed(9, 12_000).replace("BidPlaced", "BidPlacé").replace("\n", "\r\n").encode()
    cut = whole.index("é".encode()) + 1
    source.pieces.put_nowait(BEGIN.encode() + whole[:cut])
    words = "for await (const event of client.follow()) { say(event.type); if (event.id === '9') break; }"
    process = await asyncio.create_subprocess_exec(
        "node", "--input-type=module", "-e", follower.program(words),
        cwd=follower.built, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            assert await process.stdout.readline() == b'"open"\n'
            source.pieces.put_nowait(whole[cut:-1])
            source.pieces.put_nowait(whole[-1:])
            assert (await process.stdout.readline()).decode() == '"BidPlacé"\n'
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_typescript_readme_stream_example_runs(follower: Follower) -> None:
    _, source = examples()
    key, harness = follower.ring.add("events:read"), follower.ring.harness
    harness.services.answers[PATH] = answering(BEGIN + placed(9, 12_050) + placed(10, 60_000) + placed(11, 1))
    source = source.replace("wangi_...", key).replace("http://localhost:8080", harness.address)
    printed = await running(follower.built, source)
    assert printed.splitlines() == ["RM 120.50", "RM 600.00"]
    [seen] = follower.ring.reached(PATH)
    assert seen.target == f"{PATH}?type=BidPlaced&auctionId=7"
