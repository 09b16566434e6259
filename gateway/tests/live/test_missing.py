import asyncio
from dataclasses import replace

import pytest
from aiohttp import web

from gateway.http.table import MISSED
from gateway.live import audience, commands, room_states
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import ROOM_STATE, plain, receive, say
from gateway.tests.live.test_joins import Owner, joined


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "PERIOD", 600.0)


class Missing:
    """Has no rooms from 900 on. It can be delayed."""

    def __init__(self, harness: Harness, rooms: range) -> None:
        self.asked: list[str] = []
        self.under_way = self.most = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        harness.services.answers |= {f"/internal/auctions/{room}/room": self.answer for room in rooms}

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await self.may_answer.wait()
        self.under_way -= 1
        return web.json_response({"code": "not_found"}, status=404)


async def test_one_invalid_room_does_not_refuse_the_others(harness: Harness) -> None:
    """AUC-29"""

    async def refuse(request: web.Request) -> web.StreamResponse:
        return web.json_response({"code": "invalid_input"}, status=422)

    async def opened(request: web.Request) -> web.StreamResponse:
        return web.json_response(ROOM_STATE)

    Missing(harness, range(2**63 - 1, 2**63))
    harness.services.answers |= {"/internal/rooms": refuse, "/internal/auctions/7/room": opened}
    fault, good = await asyncio.gather(joined(harness, 2**63 - 1), joined(harness, 7))
    assert (fault[0]["code"], good[0]["type"]) == ("not_found", "resync")


async def test_unknown_rooms_leave_slots_for_bids() -> None:
    """AUC-29"""
    async with open_harness(upstream_connections=12) as harness:
        owner, missing = Owner(harness), Missing(harness, range(900, 940))
        missing.may_answer.clear()
        callers = [asyncio.create_task(joined(harness, room)) for room in range(900, 940)]
        while sum(map(len, owner.asked)) < 40:
            await owner.came.get()
        for number in range(3):
            async with harness.http.get(f"{harness.address}/api/auctions/{number}") as answer:
                assert answer.status == 200
        assert (await joined(harness, 7))[0]["type"] == "resync"
        assert missing.most == room_states.ALONE
        missing.may_answer.set()
        assert {frames[0]["code"] for frames in await asyncio.gather(*callers)} == {"not_found"}
        assert missing.most == room_states.ALONE


async def test_queries_for_unknown_rooms_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_states, "ALONE", 2)
    monkeypatch.setattr(room_states, "MAX_ALONE", 3)
    async with open_harness() as harness:
        Owner(harness)
        missing = Missing(harness, range(900, 930))
        missing.may_answer.clear()
        callers = [asyncio.create_task(joined(harness, room)) for room in range(900, 930)]
        for refused in asyncio.as_completed(callers):
            assert (await refused)[0]["code"] == "unavailable"
            if sum(caller.done() for caller in callers) >= 25:
                break
        missing.may_answer.set()
        answers = await asyncio.gather(*callers)
        assert {frames[0]["code"] for frames in answers} == {"unavailable", "not_found"}
        assert len(missing.asked) <= 5


async def test_missing_room_is_queried_again_after_a_second(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_states, "MAX_MISSING", 2)
    owner, missing = Owner(harness), Missing(harness, range(900, 910))
    for room in (901, 901, 902, 901):
        assert (await joined(harness, room))[0]["code"] == "not_found"
    assert len(missing.asked) == 2
    assert len(owner.asked) == 4, "a room that is open meanwhile is found at once"
    for room in (903, 901):
        await joined(harness, room)
    assert len(missing.asked) == 4
    monkeypatch.setattr(room_states, "MISSING_SECONDS", 0.0)
    await joined(harness, 901)
    assert len(missing.asked) == 5


async def test_joins_of_unknown_rooms_are_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """AUC-29"""
    monkeypatch.setattr(commands, "MISSED", replace(MISSED, calls=2, seconds=86_400))
    async with open_harness(wangi_relaxed_limits=False, trusted_proxy_hops=1) as harness:
        Owner(harness)
        missing = Missing(harness, range(900, 1100))

        async def answers_of(rooms: range, address: str, person: int | None = None) -> list[str]:
            headers = {"X-Forwarded-For": address} | (harness.bearer(person) if person else {})
            async with plain(harness, additional_headers=headers) as ws:
                for _ in range(2 if person else 1):
                    await receive(ws)
                codes = []
                for room in rooms:
                    await say(ws, "joinAuction", auctionId=room)
                    codes.append((await receive(ws)).get("code", "resync"))
                return codes

        assert await answers_of(range(900, 912), "203.0.113.7") == ["not_found"] * 10 + ["rate_limited"] * 2
        assert await answers_of(range(7, 9), "203.0.113.7") == ["resync"] * 2
        assert await answers_of(range(920, 923), "203.0.113.7", person=9) == ["not_found"] * 2 + [
            "rate_limited"
        ]
        assert await answers_of(range(930, 931), "203.0.113.8") == ["not_found"]
        assert len(missing.asked) == 13
        for address in range(10, 19):
            await answers_of(range(950, 960), f"203.0.113.{address}")
        assert await answers_of(range(960, 961), "203.0.113.99") == ["rate_limited"]
        assert await answers_of(range(960, 961), "203.0.114.99") == ["not_found"]


async def test_rooms_with_only_guests_are_not_stored(harness: Harness) -> None:
    Owner(harness)
    Missing(harness, range(900, 920))
    update_counts, unwritten = harness.gateway.audience.update_counts, harness.gateway.audience.unwritten
    async with plain(harness) as person:
        await receive(person)
        await say(person, "auth", token=harness.token())
        await receive(person)
        await say(person, "joinAuction", auctionId=7)
        await receive(person)
        await joined(harness, *range(900, 920), 8)
        await update_counts()
        assert unwritten == {"auction:7"}
        await say(person, "leaveAuction", auctionId=7)
        await say(person, "joinAuction", auctionId=900)
        await receive(person)
        await update_counts()
        assert unwritten == {"auction:7"}, "that the person has left is still to be written"


async def test_recent_rooms_survive_reading_many_rooms(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MAX_STATES", 2)
    Owner(harness)
    await joined(harness, 1, 2, 3, 4)
    async with harness.http.get(f"{harness.address}/api/auctions/3") as answer:
        assert answer.status == 200
    await joined(harness, 3)
    assert harness.gateway.cache.fresh("/api/auctions/3") is not None
