import asyncio
import contextlib
import time

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from deploy.local.stack import Stack
from gateway.live import audience, commands
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import open_auction, plain, receive, say
from libs.marketplace import room_watchers


async def enter(harness: Harness, ws: ClientConnection, person: int | None = None) -> None:
    open_auction(harness)
    await receive(ws)
    if person is not None:
        await say(ws, "auth", token=harness.token(person))
        await receive(ws)
    await say(ws, "joinAuction", auctionId=7)
    assert (await receive(ws))["type"] == "resync"


def watchers_frame(watchers: int) -> dict[str, object]:
    return {"type": "watchers", "auctionId": 7, "watchers": watchers}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "PERIOD", 600.0)


async def test_tabs_of_one_person_count_as_one_watcher_and_guests_singly(harness: Harness) -> None:
    update_counts = harness.gateway.audience.update_counts
    async with plain(harness) as first, plain(harness) as second, plain(harness) as guest:
        await enter(harness, first, 7)
        await enter(harness, second, 7)
        await update_counts()
        assert [await receive(first), await receive(second)] == [watchers_frame(1), watchers_frame(1)]
        await enter(harness, guest)
        await update_counts()
        assert [await receive(ws) for ws in (first, second, guest)] == [watchers_frame(2)] * 3
        await say(guest, "auth", token=harness.token(7))
        assert (await receive(guest))["type"] == "auth_success"
        await update_counts()
        assert [await receive(ws) for ws in (first, second, guest)] == [watchers_frame(1)] * 3


async def test_second_tab_receives_unchanged_watcher_count(harness: Harness) -> None:
    update_counts = harness.gateway.audience.update_counts
    async with plain(harness) as first, plain(harness) as second:
        await enter(harness, first, 7)
        await update_counts()
        assert await receive(first) == watchers_frame(1)
        await enter(harness, second, 7)
        await update_counts()
        assert await receive(second) == watchers_frame(1)


async def test_unchanged_room_sends_no_count(harness: Harness) -> None:
    update_counts = harness.gateway.audience.update_counts
    async with plain(harness) as ws:
        await enter(harness, ws)
        for _ in range(3):
            await update_counts()
        assert await receive(ws) == watchers_frame(1)
        await say(ws, "nonsense", id="next")
        assert (await receive(ws))["type"] == "error"


async def test_leaving_watcher_is_not_counted(harness: Harness) -> None:
    async with plain(harness) as stays:
        await enter(harness, stays)
        async with plain(harness) as leaves:
            await enter(harness, leaves)
            await harness.gateway.audience.update_counts()
            assert await receive(stays) == watchers_frame(2)
        while len(harness.gateway.hub.sockets) > 1:  # noqa: ASYNC110 - the end of a connection wakes no one
            await asyncio.sleep(0.01)
        await harness.gateway.audience.update_counts()
        assert await receive(stays) == watchers_frame(1)


@pytest.mark.servers
async def test_watchers_are_summed_over_replicas_until_a_replica_dies(
    stack: Stack,
) -> None:
    url = stack.servers.redis_url
    async with (
        open_harness(redis_url=url) as one,
        open_harness(redis_url=url) as two,
        plain(one) as here,
        plain(two) as there,
    ):
        await enter(one, here)
        await enter(two, there)
        await one.gateway.audience.update_counts()
        await two.gateway.audience.update_counts()
        assert [await receive(here), await receive(there)] == [watchers_frame(1), watchers_frame(2)]
        await one.gateway.audience.update_counts()
        assert await receive(here) == watchers_frame(2)
        await one.gateway.redis.delete(
            audience.COUNTS.format(two.gateway.audience.replica)
        )  # Expires the key.
        await one.gateway.audience.update_counts()
        assert await receive(here) == watchers_frame(1)


@pytest.mark.servers
async def test_connections_of_a_person_count_on_all_replicas(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PERSON_SOCKETS", 6)
    url = stack.servers.redis_url
    async with (
        open_harness(redis_url=url, wangi_relaxed_limits=False) as one,
        open_harness(redis_url=url, wangi_relaxed_limits=False) as two,
        contextlib.AsyncExitStack() as opened,
    ):

        async def signs_in(harness: Harness) -> str:
            ws = await opened.enter_async_context(plain(harness))
            await receive(ws)
            await say(ws, "auth", token=harness.token(7))
            return str((await receive(ws))["type"])

        assert [await signs_in(two) for _ in range(5)] == ["auth_success"] * 5
        await two.gateway.audience.update_counts()
        await one.gateway.audience.update_counts()
        assert [await signs_in(one) for _ in range(2)] == ["auth_success", "error"]
        await one.gateway.redis.delete(
            audience.CONNECTIONS.format(two.gateway.audience.replica)
        )  # Expires the key.
        await one.gateway.audience.update_counts()
        assert await signs_in(one) == "auth_success"


@pytest.mark.servers
async def test_guests_of_a_network_count_on_all_replicas(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MANY_GUESTS", 2)
    limits = {"wangi_relaxed_limits": False, "guest_sockets_per_network": 3}
    url = stack.servers.redis_url
    async with (
        open_harness(redis_url=url, **limits) as one,
        open_harness(redis_url=url, **limits) as two,
        plain(two),
        plain(two),
    ):
        await two.gateway.audience.update_counts()
        await one.gateway.audience.update_counts()
        async with plain(one):
            with pytest.raises(InvalidStatus) as refused:
                await plain(one)
            assert refused.value.response.status_code == 429
            await one.gateway.redis.delete(
                audience.GUESTS.format(two.gateway.audience.replica)
            )  # Expires the key.
            await one.gateway.audience.update_counts()
            async with plain(one) as another:
                assert (await receive(another))["type"] == "connected"


@pytest.mark.servers
async def test_services_see_open_rooms_until_people_leave_or_replica_dies(
    stack: Stack,
) -> None:
    url = stack.servers.redis_url
    asked = [(7, 7), (7, 8), (8, 7)]
    async with open_harness(redis_url=url) as one, open_harness(redis_url=url) as two:
        redis, update_counts = one.gateway.redis, one.gateway.audience.update_counts
        async with plain(one) as here, plain(two) as there:
            await enter(one, here, 7)
            await enter(two, there, 8)
            await update_counts()
            await two.gateway.audience.update_counts()
            assert await room_watchers.find_watching(redis, asked) == {(7, 7), (7, 8)}
            await update_counts()
            assert await room_watchers.find_watching(redis, asked) == {(7, 7), (7, 8)}, "nothing has changed"
            await redis.zadd(
                room_watchers.REPLICAS, {two.gateway.audience.replica: time.time() - room_watchers.LIVES - 1}
            )
            assert await room_watchers.find_watching(redis, asked) == {(7, 7)}, (
                "a replica that is silent says nothing"
            )
            await say(here, "leaveAuction", auctionId=7)
            await say(here, "nonsense", id="next")
            while (await receive(here))["type"] != "error":
                pass
            await update_counts()
            assert await room_watchers.find_watching(redis, asked) == set()


@pytest.mark.servers
async def test_watchers_of_quiet_room_are_restored_after_redis_is_emptied(stack: Stack) -> None:
    async with (
        open_harness(redis_url=stack.servers.redis_url) as harness,
        plain(harness) as one,
        plain(harness) as guest,
    ):
        redis, update_counts = harness.gateway.redis, harness.gateway.audience.update_counts
        await enter(harness, one, 7)
        await enter(harness, guest)
        await update_counts()
        await update_counts()
        async with Redis.from_url(stack.servers.redis_url) as owner:
            await owner.flushall()
        assert await room_watchers.find_watching(redis, [(7, 7)]) == set()
        await update_counts()
        assert await room_watchers.find_watching(redis, [(7, 7), (7, 8)]) == {(7, 7)}


async def test_no_watchers_are_known_without_redis(harness: Harness) -> None:
    assert await room_watchers.find_watching(harness.gateway.redis, [(7, 7)]) == set()
