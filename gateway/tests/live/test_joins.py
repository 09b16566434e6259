"""Many who join at once: a famous lot, or every browser after a restart of the gateway."""

import asyncio
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import ROOM_STATE, hear, plain, say


class Owner:
    """The auction service: says where rooms stand, and counts how often it was asked."""

    def __init__(self, harness: Harness) -> None:
        self.asked: list[list[int]] = []
        self.came: asyncio.Queue[None] = asyncio.Queue()
        self.seq = 3
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        harness.services.answers["/internal/rooms"] = self.rooms

    async def rooms(self, request: web.Request) -> web.StreamResponse:
        """Rooms below 900 are open."""
        ids, seq = [int(one) for one in request.query["ids"].split(",")], self.seq
        self.asked.append(ids)
        self.came.put_nowait(None)
        await self.may_answer.wait()
        about = {"epoch": 1, "serverNow": ROOM_STATE["serverNow"]}
        rooms, bids = ({str(one): number for one in ids if one < 900} for number in (seq, seq - 2))
        return web.json_response({"rooms": rooms, "bidCounts": bids} | about)


async def joined(harness: Harness, *auction_ids: int) -> list[dict[str, Any]]:
    """One connection joins these rooms; what it hears."""
    async with plain(harness) as ws:
        await hear(ws)
        for auction_id in auction_ids:
            await say(ws, "joinAuction", auctionId=auction_id)
        return [await hear(ws) for _ in auction_ids]


async def test_a_crowd_that_joins_one_room_costs_its_owner_a_few_questions() -> None:
    """AUC-29: everybody is answered, however many they are."""
    async with open_harness(upstream_connections=2) as harness:
        owner = Owner(harness)
        heard = await asyncio.gather(*(joined(harness, 7) for _ in range(300)))
        assert [frames[0]["type"] for frames in heard] == ["resync"] * 300
        assert {frames[0]["seq"] for frames in heard} == {3}
        assert len(owner.asked) < 60


async def test_a_crowd_in_many_rooms_is_asked_for_together() -> None:
    async with open_harness(upstream_connections=2) as harness:
        owner = Owner(harness)
        heard = await asyncio.gather(*(joined(harness, *range(n * 10 + 1, n * 10 + 11)) for n in range(40)))
        assert all(frame["type"] == "resync" for frames in heard for frame in frames)
        assert [frame["auctionId"] for frame in heard[3]] == list(range(31, 41))
        assert sum(len(rooms) for rooms in owner.asked) == 400
        assert len(owner.asked) < 100


async def test_who_joins_after_a_question_was_sent_is_answered_by_the_next_one(harness: Harness) -> None:
    """P-C2: an answer from before they were in the room could miss a bid whose frame they did not get."""
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


async def test_a_room_that_is_not_open_is_asked_for_by_itself(harness: Harness) -> None:
    """Its owner then looks whether its listing was committed a moment ago."""
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
async def test_a_failing_owner_refuses_waiting_joins_and_no_later_one(harness: Harness, status: int) -> None:
    async def failing(request: web.Request) -> web.StreamResponse:
        return web.json_response({"rooms": ["odd"]}, status=status)

    harness.services.answers["/internal/rooms"] = failing
    heard = await asyncio.gather(*(joined(harness, 7) for _ in range(3)))
    assert {frames[0]["code"] for frames in heard} == {"unavailable"}
    Owner(harness)
    assert (await joined(harness, 7))[0]["type"] == "resync"
