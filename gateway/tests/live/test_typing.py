import asyncio
from typing import Any

import pytest
from aiohttp import web
from redis.asyncio import Redis

from deploy.local.stack import Stack
from gateway.live import typing
from gateway.tests.harness import SECRET, Harness, open_harness
from gateway.tests.live.support import NOW, open_conversations, plain, receive, say
from gateway.tests.live.test_messages import AMIR, RAJ, SITI, enter, message_sent
from libs.contracts.event import make_envelope
from libs.contracts.events.messaging import PersonBlocked


def open_pairs(harness: Harness, *pairs: tuple[int, int]) -> list[str]:
    """Returns messaging's requests."""
    open_conversations(harness)
    asked: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        assert request.headers["X-Internal-Secret"] == SECRET
        asked.append(request.path)
        one, other = map(int, request.path.rsplit("/", 2)[1:])
        return web.json_response({"isOpen": (one, other) in pairs})

    for one in (AMIR, SITI, RAJ):
        for other in (AMIR, SITI, RAJ):
            harness.services.answers[f"/internal/conversations/{one}/{other}"] = answer
    return asked


async def test_typing_reaches_other_person_with_one_permission_query_a_minute(harness: Harness) -> None:
    asked = open_pairs(harness, (AMIR, SITI))
    async with plain(harness) as amir, plain(harness) as siti, plain(harness) as raj:
        for ws, person in ((amir, AMIR), (siti, SITI), (raj, RAJ)):
            await enter(harness, ws, person)
        for is_typing in (True, False):
            await say(amir, "typing", userId=SITI, productId=5, isTyping=is_typing)
            assert await receive(siti) == {
                "type": "typing", "userId": AMIR, "productId": 5, "isTyping": is_typing,
            }  # fmt: skip
        await say(raj, "typing", userId=SITI, isTyping=True)
        await say(siti, "typing", userId=AMIR, isTyping=True)
        assert (await receive(amir))["userId"] == SITI
        await say(siti, "mark_read", id="after", senderId=AMIR)
        assert (await receive(siti))["id"] == "after", "nothing of a stranger came before"
    assert sorted(asked) == ["/internal/conversations/7/8", "/internal/conversations/8/9"]


async def test_first_reply_enables_typing_at_once(harness: Harness) -> None:
    asked = open_pairs(harness)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        for _ in range(2):
            await say(siti, "typing", userId=AMIR, isTyping=True)
        await say(siti, "mark_read", id="after", senderId=AMIR)
        assert (await receive(siti))["id"] == "after"
        assert len(asked) == 1, "what was answered is remembered for a while"
        again = open_pairs(harness, (AMIR, SITI))
        harness.events.publish(message_sent(41))
        async with asyncio.timeout(5):
            while not again:
                await say(siti, "typing", userId=AMIR, isTyping=True)
                await say(siti, "mark_read", id="after", senderId=AMIR)
                while (await receive(siti)).get("id") != "after":
                    continue
        while (await receive(amir))["type"] != "typing":
            continue


async def test_block_is_not_overridden_by_pending_answer(harness: Harness) -> None:
    """P-C3"""
    asked = open_pairs(harness, (AMIR, SITI))
    path = f"/internal/conversations/{AMIR}/{SITI}"
    before = harness.services.answers[path]

    async def blocked_meanwhile(request: web.Request) -> web.StreamResponse:
        harness.services.answers[path] = after
        event = PersonBlocked(blocker_id=SITI, blocked_id=AMIR, is_blocked=True, changed_at=NOW)
        harness.events.publish(make_envelope(event, 1).model_dump_json())
        await asyncio.sleep(0.2)
        return await before(request)

    async def after(request: web.Request) -> web.StreamResponse:
        asked.append(request.path)
        return web.json_response({"isOpen": False})

    harness.services.answers[path] = blocked_meanwhile
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        for is_typing in (True, False):
            await say(amir, "typing", userId=SITI, isTyping=is_typing)
        assert (await receive(siti))["isTyping"] is True, "this one was before the block"
        await say(amir, "mark_read", id="after", senderId=SITI)
        assert (await receive(amir))["id"] == "after"
        await say(siti, "mark_read", id="after", senderId=AMIR)
        assert (await receive(siti))["id"] == "after", "she receives nothing more from him"
    assert asked == [path, path]


async def test_guest_typing_is_refused(harness: Harness) -> None:
    """P-F7"""
    open_pairs(harness, (AMIR, SITI))
    async with plain(harness) as guest, plain(harness) as amir:
        await receive(guest)
        await say(guest, "typing", id=1, userId=SITI, isTyping=True)
        assert (await receive(guest))["code"] == "not_signed_in"
        await enter(harness, amir, AMIR)
        await say(amir, "typing", id=2, userId=SITI, isTyping="yes, a novel")
        assert (await receive(amir))["code"] == "invalid_input"


async def test_typing_is_hidden_while_messaging_is_away(harness: Harness) -> None:
    open_conversations(harness)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)

        async def away(request: web.Request) -> web.StreamResponse:
            return web.json_response({"code": "unavailable"}, status=503)

        harness.services.answers["/internal/conversations/7/8"] = away
        await say(amir, "typing", userId=SITI, isTyping=True)
        await say(amir, "mark_read", id="sent", senderId=SITI)
        assert (await receive(amir))["id"] == "sent"
        open_pairs(harness, (AMIR, SITI))
        await say(amir, "typing", userId=SITI, isTyping=True)
        assert (await receive(siti))["type"] == "typing"


@pytest.mark.servers
async def test_typing_reaches_people_on_other_replicas(stack: Stack) -> None:
    url = {"redis_url": stack.parts["gateway"]["REDIS_URL"]}
    async with open_harness(**url) as here, open_harness(**url) as there:
        open_pairs(here, (AMIR, SITI))
        async with asyncio.timeout(10):
            await there.gateway.typing.replicas.listening.wait()
        async with plain(here) as amir, plain(there) as siti, Redis.from_url(url["redis_url"]) as redis:
            await enter(here, amir, AMIR)
            await enter(there, siti, SITI)
            for garbage in (b"", b"{", b"[]", b'{"receiverId": 8, "frame": {}}'):
                await redis.publish(typing.CHANNEL, garbage)
            await say(amir, "typing", userId=SITI, isTyping=True)
            frame: dict[str, Any] = await receive(siti)
            assert (frame["type"], frame["userId"], frame["isTyping"]) == ("typing", AMIR, True)
