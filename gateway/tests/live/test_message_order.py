"""Messages of a conversation are published in the order of their numbers, whichever way they come."""

import asyncio
import json
from typing import Any

from aiohttp import web

from gateway.tests.harness import Harness
from gateway.tests.live.support import hear, open_views, plain, say, shown_message
from gateway.tests.live.test_messages import AMIR, SITI, enter, message_sent
from libs.contracts import messages


def answer_batches(harness: Harness, *numbers: int) -> None:
    """Let messaging store the messages of sockets, under these numbers."""
    left = list(numbers)

    async def batch(request: web.Request) -> web.StreamResponse:
        shown = json.dumps(shown_message(left.pop(0)))
        return web.Response(body=b"201 " + messages.encode_two_views(shown, shown))

    harness.services.answers["/internal/messages/batch"] = batch


def answer_earlier(harness: Harness, *numbers: int, refusals: int = 0) -> list[dict[str, str]]:
    """Let messaging have these earlier messages; return what it was asked."""
    asked: list[dict[str, str]] = []

    async def earlier(request: web.Request) -> web.StreamResponse:
        asked.append({name: request.query[name] for name in ("after", "before") if name in request.query})
        if len(asked) <= refusals:
            return web.json_response({"code": "unavailable"}, status=503)
        views = [
            {"viewerId": viewer, "message": shown_message(number)}
            for number in numbers
            for viewer in (AMIR, SITI)
        ]
        return web.json_response(views)

    harness.services.answers["/internal/conversations/3/messages"] = earlier
    return asked


async def numbers_of(ws: Any, count: int) -> list[int]:
    return [(await hear(ws))["message"]["seq"] for _ in range(count)]


async def send(ws: Any, number: int) -> None:
    await say(ws, "send_message", id=f"a-long-enough-id-{number}", receiverId=SITI, content="Hello")


async def test_first_message_of_another_route_is_shown_before_the_second(harness: Harness) -> None:
    """MSG-29: the event of the first message is still under way. It is not shown again when it comes."""
    open_views(harness)
    answer_batches(harness, 2, 3)
    asked = answer_earlier(harness, 1)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 2)
        assert await numbers_of(siti, 2) == [1, 2]
        assert await numbers_of(amir, 3) == [1, 2, 2], "the answer comes last"
        harness.facts.publish(message_sent(1))
        harness.facts.publish(message_sent(2))
        await send(amir, 3)
        assert await numbers_of(siti, 1) == [3]
    assert asked == [{"before": "2"}]


async def test_missing_message_of_a_known_conversation_is_read(harness: Harness) -> None:
    """MSG-29: an attachment was sent over HTTP a moment before."""
    open_views(harness)
    answer_batches(harness, 43)
    asked = answer_earlier(harness, 42)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        harness.facts.publish(message_sent(41))
        assert (await hear(siti))["message"]["id"] == 41
        await send(amir, 43)
        assert await numbers_of(siti, 2) == [42, 43]
    assert asked == [{"after": "41", "before": "43"}]


async def test_message_waits_behind_an_event_that_is_being_read(harness: Harness) -> None:
    """MSG-29: messaging answers for the earlier message after it has stored the later one."""
    open_views(harness)
    views, is_asked, may_answer = (
        harness.services.answers["/internal/messages"],
        asyncio.Event(),
        asyncio.Event(),
    )

    async def slow(request: web.Request) -> web.StreamResponse:
        is_asked.set()
        await may_answer.wait()
        return await views(request)

    async def stored(request: web.Request) -> web.StreamResponse:
        asyncio.get_running_loop().call_later(0.05, may_answer.set)
        shown = json.dumps(shown_message(42))
        return web.Response(body=b"201 " + messages.encode_two_views(shown, shown))

    harness.services.answers |= {"/internal/messages": slow, "/internal/messages/batch": stored}
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        harness.facts.publish(message_sent(41))
        await is_asked.wait()
        await send(amir, 42)
        assert [(await hear(siti))["message"]["id"] for _ in range(2)] == [41, 42]
        assert [(await hear(amir))["message"]["id"] for _ in range(3)] == [41, 42, 42]


async def test_people_resync_when_a_missing_message_cannot_be_read(harness: Harness) -> None:
    """P-C1: the sender is answered anyway."""
    open_views(harness)
    answer_batches(harness, 43)
    answer_earlier(harness, refusals=10)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 43)
        assert (await hear(siti))["type"] == "messages_resync"
        assert {(await hear(amir))["type"] for _ in range(2)} == {"message_sent", "messages_resync"}


async def test_event_shows_a_message_whose_answer_was_lost(harness: Harness) -> None:
    """P-C1: the sender is told that the outcome is unknown, and the message is shown to both."""
    open_views(harness)

    async def lost(request: web.Request) -> web.StreamResponse:
        harness.facts.publish(message_sent(1))
        return web.Response(status=500)

    harness.services.answers["/internal/messages/batch"] = lost
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 1)
        assert (await hear(siti))["message"]["id"] == 1
        assert {(await hear(amir))["type"] for _ in range(2)} == {"error", "message_sent"}
