import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from gateway.live import presence
from gateway.tests.harness import Harness, open_harness
from gateway.tests.live.support import NOW, plain, receive, say
from gateway.tests.live.test_messages import AMIR, RAJ, SITI, enter
from gateway.tests.live.test_typing import open_pairs
from libs.contracts.event import make_envelope
from libs.contracts.events.messaging import PersonBlocked

NOBODY = {"isActive": False, "minutesAgo": None}


async def presence_of(ws: ClientConnection, other: int) -> dict[str, Any]:
    await say(ws, "presence", userId=other)
    frame = await receive(ws)
    assert (frame.pop("type"), frame.pop("userId")) == ("presence", other)
    return frame


async def test_presence_is_unknown_without_redis(harness: Harness) -> None:
    """P-F7"""
    open_pairs(harness, (AMIR, SITI))
    async with plain(harness) as amir, plain(harness) as guest:
        await receive(guest)
        await say(guest, "presence", id=1, userId=SITI)
        assert (await receive(guest))["code"] == "not_signed_in"
        await enter(harness, amir, AMIR)
        assert await presence_of(amir, SITI) == NOBODY
        await say(amir, "presence", isActive=False)
        for wrong in ({"userId": "everybody"}, {}, {"isActive": True}):
            await say(amir, "presence", id=2, **wrong)
            assert (await receive(amir))["code"] == "invalid_input"


@pytest.mark.servers
async def test_presence_reaches_the_other_person_across_replicas_only(
    stack: Stack,
) -> None:
    url = {"redis_url": stack.parts["gateway"]["REDIS_URL"]}
    async with (
        open_harness(**url) as here,
        open_harness(**url) as there,
        Redis.from_url(url["redis_url"]) as redis,
    ):
        await redis.delete(*(presence.KEY.format(item) for item in (AMIR, SITI, RAJ)))
        for harness in (here, there):
            open_pairs(harness, (AMIR, SITI))
        async with plain(here) as amir, plain(there) as siti, plain(there) as raj:
            for harness, ws, person in ((here, amir, AMIR), (there, siti, SITI), (there, raj, RAJ)):
                await enter(harness, ws, person)
            assert await presence_of(amir, SITI) == NOBODY, "she has not looked yet"
            assert await presence_of(siti, AMIR) == {"isActive": True, "minutesAgo": None}
            assert await presence_of(amir, SITI) == {"isActive": True, "minutesAgo": None}
            assert await presence_of(raj, SITI) == NOBODY, "they have no conversation"

            assert 0 < await redis.ttl(presence.KEY.format(SITI)) <= presence.KEPT_SECONDS
            await redis.expire(presence.KEY.format(SITI), presence.KEPT_SECONDS - 5 * 60 - 10)
            assert await presence_of(amir, SITI) == {"isActive": False, "minutesAgo": 5}

            await say(siti, "presence", isActive=False, userId=AMIR)
            await say(siti, "mark_read", id="after", senderId=AMIR)
            assert (await receive(siti))["id"] == "after", "a hidden person receives no presence"
            assert await presence_of(amir, SITI) == NOBODY


@pytest.mark.servers
async def test_block_ends_presence_at_once(stack: Stack) -> None:
    """P-C3"""
    url = {"redis_url": stack.parts["gateway"]["REDIS_URL"]}
    async with open_harness(**url) as harness, plain(harness) as amir, plain(harness) as siti:
        open_pairs(harness, (AMIR, SITI))
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await presence_of(siti, AMIR)
        assert (await presence_of(amir, SITI))["isActive"]
        open_pairs(harness)
        event = PersonBlocked(blocker_id=SITI, blocked_id=AMIR, is_blocked=True, changed_at=NOW)
        harness.events.publish(make_envelope(event, 1).model_dump_json())
        async with asyncio.timeout(5):
            while (await presence_of(amir, SITI))["isActive"]:
                continue
