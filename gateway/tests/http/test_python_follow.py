import asyncio
import itertools
import json
import re
from typing import Any

import pytest
from aiohttp import web
from wangi_client import Event, Refused, Wangi

from gateway.tests.harness import Handler, open_harness
from gateway.tests.http.keyring import KeyRing
from libs.kit.errors import RateLimited
from tools import clients

PATH = "/api/events/stream"
BEGIN = ": wangi\nid: 7\nretry: 1000\n\n"


def placed(place: int, amount: int) -> str:
    data = {"type": "BidPlaced", "time": "2026-11-27T10:00:00Z", "data": {"auctionId": 41, "amount": amount}}
    return f"event: BidPlaced\ndata: {json.dumps(data)}\nid: {place}\n\n"


def answering(*answers: str | int) -> Handler:
    """A number is a refusal."""
    left = list(answers)

    async def answer(_: web.Request) -> web.Response:
        match left.pop(0):
            case int(status):
                body: dict[str, Any] = {
                    "message": "Not now.",
                    "code": "rate_limited" if status == 429 else "banned",
                    "details": {},
                }
                return web.json_response(body, status=status, headers={"Retry-After": "10"})
            case text:
                return web.Response(text=text, content_type="text/event-stream")

    return answer


async def followed(*answers: str | int, events: int, **asked: Any) -> tuple[list[Event], list[float], Any]:
    """Returns the events, the waits and the calls."""
    async with open_harness() as harness:
        ring, waits = KeyRing(harness), list[float]()
        harness.services.answers[PATH] = answering(*answers)
        with Wangi(ring.add("events:read"), harness.address, sleep=waits.append) as client:
            found = await asyncio.to_thread(lambda: list(itertools.islice(client.follow(**asked), events)))
        return found, waits, ring.reached(PATH)


async def test_ended_stream_resumes_after_last_event() -> None:
    broken = "event: BidPlaced\ndata: {"
    first, second = BEGIN + ": ping\n\n" + placed(9, 12_000) + broken, placed(12, 12_500)
    found, waits, reached = await followed(first, second, events=3, types=["BidPlaced"], auction_id=41)
    assert [(item["type"], item["id"], item["data"].get("amount")) for item in found] == [
        ("open", "7", None), ("BidPlaced", "9", 12_000), ("BidPlaced", "12", 12_500),
    ]  # fmt: skip
    assert waits == [1.0]
    assert [seen.header("Last-Event-ID") for seen in reached] == [None, "9"]
    assert {seen.target for seen in reached} == {f"{PATH}?type=BidPlaced&auctionId=41"}


async def test_cursor_and_gap_are_reported() -> None:
    gap = 'event: gap\ndata: {"after": 5}\nid: 90\n\n'
    found, _, [reached] = await followed(gap + placed(91, 12_000), events=2, after="5")
    assert reached.header("Last-Event-ID") == "5"
    assert [(item["type"], item["id"]) for item in found] == [("gap", "90"), ("BidPlaced", "91")]


async def test_stream_over_limit_waits_for_retry_after() -> None:
    assert RateLimited(retryAfter=10).headers() == {"Retry-After": "10"}
    found, waits, _ = await followed(429, 429, BEGIN, events=1)
    assert (found[0]["type"], waits) == ("open", [10.0, 10.0])


async def test_permanent_refusal_ends_the_stream() -> None:
    with pytest.raises(Refused, match="banned"):
        await followed(403, events=1)


async def test_unreachable_gateway_is_retried_with_growing_delay() -> None:
    waits: list[float] = []

    class Enough(Exception): ...

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 7:
            raise Enough

    with Wangi("wangi_x", "http://127.0.0.1:9", sleep=sleep) as client, pytest.raises(Enough):
        await asyncio.to_thread(next, client.follow())
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


async def test_readme_stream_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    _, source = re.findall(r"```python\n(.*?)```", (clients.FOLDER.parent / "README.md").read_text(), re.S)
    async with open_harness() as harness:
        ring = KeyRing(harness)
        streams = BEGIN + placed(9, 12_050) + placed(10, 60_000) + placed(11, 1)
        harness.services.answers[PATH] = answering(streams)
        source = source.replace("wangi_...", ring.add("events:read"))
        await asyncio.to_thread(exec, source.replace("http://localhost:8080", harness.address), {})
        [seen] = ring.reached(PATH)
    printed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("RM ")]
    assert printed == ["RM 120.50", "RM 600.00"]
    assert seen.target == f"{PATH}?type=BidPlaced&auctionId=7"
