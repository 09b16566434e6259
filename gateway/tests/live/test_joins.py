import asyncio
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import ROOM_STATE, plain, receive, say


class Owner:
    def __init__(self, harness: Harness) -> None:
        self.asked: list[list[int]] = []
        self.came: asyncio.Queue[None] = asyncio.Queue()
        self.seq = 3
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        harness.services.answers["/internal/rooms"] = self.rooms

    async def rooms(self, request: web.Request) -> web.StreamResponse:
        ids, seq = [int(item_id) for item_id in request.query["ids"].split(",")], self.seq
        self.asked.append(ids)
        self.came.put_nowait(None)
        await self.may_answer.wait()
        about = {"epoch": 1, "serverNow": ROOM_STATE["serverNow"]}
        rooms, bids = (
            {str(item_id): number for item_id in ids if item_id < 900} for number in (seq, seq - 2)
        )
        return web.json_response({"rooms": rooms, "bidCounts": bids} | about)


async def joined(harness: Harness, *auction_ids: int) -> list[dict[str, Any]]:
    async with plain(harness) as ws:
        await receive(ws)
        for auction_id in auction_ids:
            await say(ws, "joinAuction", auctionId=auction_id)
        return [await receive(ws) for _ in auction_ids]


async def test_many_joins_of_one_room_cost_few_queries() -> None:
    """AUC-29"""
    async with open_harness(upstream_connections=2) as harness:
        owner = Owner(harness)
        answers = await asyncio.gather(*(joined(harness, 7) for _ in range(300)))
        assert [frames[0]["type"] for frames in answers] == ["resync"] * 300
        assert {frames[0]["seq"] for frames in answers} == {3}
        assert len(owner.asked) < 60


async def test_joins_of_many_rooms_share_a_query() -> None:
    async with open_harness(upstream_connections=2) as harness:
        owner = Owner(harness)
        answers = await asyncio.gather(*(joined(harness, *range(n * 10 + 1, n * 10 + 11)) for n in range(40)))
        assert all(frame["type"] == "resync" for frames in answers for frame in frames)
        assert [frame["auctionId"] for frame in answers[3]] == list(range(31, 41))
        assert sum(len(rooms) for rooms in owner.asked) == 400
        assert len(owner.asked) < 100


async def test_late_join_waits_for_the_next_answer(harness: Harness) -> None:
    """P-C2"""
    owner = Owner(harness)
    owner.may_answer.clear()
    first = asyncio.create_task(joined(harness, 7))
    await owner.came.get()
    owner.seq = 4
    second = asyncio.create_task(joined(harness, 7))
    await owner.came.get()
    owner.may_answer.set()
    frames = [(await task)[0] for task in (first, second)]
    assert [(frame["seq"], frame["bidCount"]) for frame in frames] == [(3, 1), (4, 2)]


async def test_unknown_room_is_queried_alone(harness: Harness) -> None:
    Owner(harness)

    async def opened(request: web.Request) -> web.StreamResponse:
        return web.json_response(ROOM_STATE | {"auctionId": 901})

    async def missing(request: web.Request) -> web.StreamResponse:
        return web.json_response({"code": "not_found"}, status=404)

    harness.services.answers |= {
        "/internal/auctions/901/room": opened,
        "/internal/auctions/902/room": missing,
    }
    found, lost, seen = await asyncio.gather(joined(harness, 901), joined(harness, 902), joined(harness, 7))
    assert (found[0]["auctionId"], lost[0]["code"], seen[0]["type"]) == (901, "not_found", "resync")


@pytest.mark.parametrize("status", [500, 403, 200])
async def test_failing_service_refuses_waiting_joins_only(harness: Harness, status: int) -> None:
    async def failing(request: web.Request) -> web.StreamResponse:
        return web.json_response({"rooms": ["odd"]}, status=status)

    harness.services.answers["/internal/rooms"] = failing
    answers = await asyncio.gather(*(joined(harness, 7) for _ in range(3)))
    assert {frames[0]["code"] for frames in answers} == {"unavailable"}
    Owner(harness)
    assert (await joined(harness, 7))[0]["type"] == "resync"
