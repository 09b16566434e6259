import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import Harness
from gateway.tests.live.support import open_views, plain, receive, say, shown_message
from gateway.tests.live.test_messages import AMIR, RAJ, SITI, enter, message_sent
from libs.contracts import messages
from libs.contracts.batches import encode_answers


def answer_batches(harness: Harness, *numbers: int) -> None:
    left = list(numbers)

    async def batch(request: web.Request) -> web.StreamResponse:
        shown = json.dumps(shown_message(left.pop(0)))
        return web.Response(body=b"201 " + messages.encode_two_views(shown, shown))

    harness.services.answers["/internal/messages/batch"] = batch


def answer_earlier(
    harness: Harness, *numbers: int, refusals: int = 0, status: int = 503
) -> list[dict[str, str]]:
    asked: list[dict[str, str]] = []

    async def earlier(request: web.Request) -> web.StreamResponse:
        asked.append({name: request.query[name] for name in ("after", "before") if name in request.query})
        if len(asked) <= refusals:
            return web.json_response({"code": "unavailable"}, status=status)
        views = [
            {"viewerId": viewer, "message": shown_message(number)}
            for number in numbers
            for viewer in (AMIR, SITI)
        ]
        return web.json_response(views)

    harness.services.answers["/internal/conversations/3/messages"] = earlier
    return asked


async def numbers_of(ws: Any, count: int) -> list[int]:
    return [(await receive(ws))["message"]["seq"] for _ in range(count)]


async def send(ws: Any, number: int) -> None:
    await say(ws, "send_message", id=f"a-long-enough-id-{number}", receiverId=SITI, content="Hello")


async def test_first_message_of_another_route_is_shown_before_second(harness: Harness) -> None:
    """MSG-29"""
    open_views(harness)
    answer_batches(harness, 2, 3)
    asked = answer_earlier(harness, 1)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 2)
        assert await numbers_of(siti, 2) == [1, 2]
        assert await numbers_of(amir, 3) == [1, 2, 2], "the answer comes last"
        harness.events.publish(message_sent(1))
        harness.events.publish(message_sent(2))
        await send(amir, 3)
        assert await numbers_of(siti, 1) == [3]
    assert asked == [{"before": "2"}]


async def test_missing_message_of_known_conversation_is_read(harness: Harness) -> None:
    """MSG-29"""
    open_views(harness)
    answer_batches(harness, 43)
    asked = answer_earlier(harness, 42)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        harness.events.publish(message_sent(41))
        assert (await receive(siti))["message"]["id"] == 41
        await send(amir, 43)
        assert await numbers_of(siti, 2) == [42, 43]
    assert asked == [{"after": "41", "before": "43"}]


async def test_message_waits_behind_event_being_read(harness: Harness) -> None:
    """MSG-29"""
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
        harness.events.publish(message_sent(41))
        await is_asked.wait()
        await send(amir, 42)
        assert [(await receive(siti))["message"]["id"] for _ in range(2)] == [41, 42]
        assert [(await receive(amir))["message"]["id"] for _ in range(3)] == [41, 42, 42]


@pytest.mark.parametrize(("status", "is_retried"), [(404, False), (422, False), (500, True), (503, True)])
async def test_message_is_published_when_earlier_ones_cannot_be_read(
    harness: Harness, status: int, is_retried: bool
) -> None:
    """P-C1"""
    open_views(harness)
    answer_batches(harness, 43)
    asked = answer_earlier(harness, refusals=100, status=status)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 43)
        frames = [await receive(siti) for _ in range(2)]
        assert [frame["type"] for frame in frames] == ["new_message", "messages_resync"]
        own = [(await receive(amir))["type"] for _ in range(3)]
        assert sorted(own) == ["message_sent", "message_sent", "messages_resync"]
    assert (len(asked) > 1) is is_retried


async def test_undecodable_earlier_messages_cause_a_resync(harness: Harness) -> None:
    """P-F7"""
    open_views(harness)
    answer_batches(harness, 43)

    async def other_format(_: web.Request) -> web.StreamResponse:
        return web.json_response([{"viewerId": SITI}])

    harness.services.answers["/internal/conversations/3/messages"] = other_format
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 43)
        assert [(await receive(siti))["type"] for _ in range(2)] == ["new_message", "messages_resync"]


async def test_unanswered_query_does_not_block_another_conversation(harness: Harness) -> None:
    """P-F7"""
    open_views(harness)
    may_answer = asyncio.Event()

    async def answer_late(_: web.Request) -> web.StreamResponse:
        await may_answer.wait()
        return web.json_response([])

    elsewhere = shown_message(51, AMIR, RAJ) | {"conversationId": 4}
    views = [json.dumps(shown_message(43)), json.dumps(elsewhere)]

    async def batch(request: web.Request) -> web.StreamResponse:
        count = len((await request.text()).splitlines())
        bodies = [messages.encode_two_views(shown, shown) for shown in (views.pop(0) for _ in range(count))]
        return web.Response(body=b"\n".join(b"201 " + body for body in bodies))

    async def nothing_earlier(_: web.Request) -> web.StreamResponse:
        return web.json_response([])

    harness.services.answers |= {
        "/internal/messages/batch": batch,
        "/internal/conversations/3/messages": answer_late,
        "/internal/conversations/4/messages": nothing_earlier,
    }
    async with plain(harness) as amir, plain(harness) as siti, plain(harness) as raj:
        for ws, person in ((amir, AMIR), (siti, SITI), (raj, RAJ)):
            await enter(harness, ws, person)
        await send(amir, 43)
        await say(amir, "send_message", id="a-long-enough-id-51", receiverId=RAJ, content="Hello")
        assert (await receive(raj))["message"]["id"] == 51
        assert [(await receive(siti))["type"] for _ in range(2)] == ["new_message", "messages_resync"]
        may_answer.set()


@pytest.mark.parametrize("command", ["send_message", "send_action_message"])
async def test_repeated_old_message_is_answered_and_not_published(harness: Harness, command: str) -> None:
    """MSG-29"""
    open_views(harness)
    answer_batches(harness, 60)

    async def repeated(_: web.Request) -> web.StreamResponse:
        return web.json_response(shown_message(5), status=200)

    async def leave_to_the_ordinary_route(_: web.Request) -> web.StreamResponse:
        return web.Response(body=encode_answers([None]))

    batch = harness.services.answers["/internal/messages/batch"]
    harness.services.answers |= {
        "/api/messages": repeated,
        "/api/messages/action": repeated,
        "/internal/messages/batch": leave_to_the_ordinary_route,
    }
    asked = answer_earlier(harness)
    fields: dict[str, dict[str, Any]] = {
        "send_message": {"content": "Hello"},
        "send_action_message": {"productId": 5},
    }
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await say(amir, command, id="a-long-enough-id", receiverId=SITI, **fields[command])
        answer = await receive(amir)
        assert (answer["id"], answer["message"]["id"]) == ("a-long-enough-id", 5)
        harness.services.answers["/internal/messages/batch"] = batch
        await send(amir, 60)
        assert await numbers_of(siti, 1) == [60]
    assert asked == [{"before": "60"}]


async def test_event_shows_message_whose_answer_was_lost(harness: Harness) -> None:
    """P-C1"""
    open_views(harness)

    async def lost(request: web.Request) -> web.StreamResponse:
        harness.events.publish(message_sent(1))
        return web.Response(status=500)

    harness.services.answers["/internal/messages/batch"] = lost
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await send(amir, 1)
        assert (await receive(siti))["message"]["id"] == 1
        assert {(await receive(amir))["type"] for _ in range(2)} == {"error", "message_sent"}
