import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest
import socketio
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from libs.kit.tests.lab import until
from tests.journeys.browser import Browser, Frame, at_a_browser, live

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
PAIRS, EACH = 4, 20


@dataclass
class Person:
    browser: Browser
    plain: ClientConnection
    client: socketio.AsyncClient
    over_plain: list[Frame] = field(default_factory=list)
    over_socket_io: list[Frame] = field(default_factory=list)

    def shown_numbers(self) -> list[list[int]]:
        while not self.browser.frames.empty():
            self.over_plain.append(self.browser.frames.get_nowait())
        return [_numbers(frames) for frames in (self.over_plain, self.over_socket_io)]


def _numbers(frames: list[Frame]) -> list[int]:
    messages = [frame["message"] for frame in frames if frame["type"] in ("new_message", "message_sent")]
    return list(dict.fromkeys(message["seq"] for message in messages))


@asynccontextmanager
async def connected(platform: Stack) -> AsyncIterator[Person]:
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(at_a_browser(platform))
        plain = await stack.enter_async_context(live(platform, browser))
        client = socketio.AsyncClient(reconnection=False)
        person = Person(browser, plain, client)
        client.on("*", lambda name, data: person.over_socket_io.append(data | {"type": name}))
        token = {"token": browser.token}
        await client.connect(
            platform.ports.base_url, socketio_path="ws", transports=["websocket"], auth=token
        )
        stack.push_async_callback(client.disconnect)
        yield person


async def write_back_to_back(sender: Person, receiver: Person, *, over_plain: bool) -> None:
    for number in range(EACH):
        form = {"receiverId": receiver.browser.id, "content": f"{sender.browser.id} {number}"}
        if over_plain:
            await sender.plain.send(json.dumps({"type": "send_message", **form}))
        else:
            await sender.client.emit("send_message", form)


async def test_new_conversations_under_load_have_one_order(platform: Stack) -> None:
    """MSG-23, MSG-29"""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(connected(platform)) for _ in range(2 * PAIRS)]
        pairs = list(zip(people[::2], people[1::2], strict=True))
        await asyncio.gather(
            *(write_back_to_back(one, other, over_plain=True) for one, other in pairs),
            *(write_back_to_back(other, one, over_plain=False) for one, other in pairs),
        )
        await until(
            lambda: all(len(numbers) == 2 * EACH for person in people for numbers in person.shown_numbers())
        )
        for person in people:
            assert person.shown_numbers() == [list(range(1, 2 * EACH + 1))] * 2
            for frames in (person.over_plain, person.over_socket_io):
                received = [frame["message"]["id"] for frame in frames if frame["type"] == "new_message"]
                assert len(received) == len(set(received)) == EACH


async def test_first_messages_arrive_in_order_in_both_dialects(platform: Stack) -> None:
    """MSG-29"""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(connected(platform)) for _ in range(2 * PAIRS)]
        pairs = list(zip(people[::2], people[1::2], strict=True))
        for over_plain, (one, other) in zip((True, False) * PAIRS, pairs, strict=False):
            await write_back_to_back(one, other, over_plain=over_plain)
        await until(
            lambda: all(len(numbers) == EACH for person in people for numbers in person.shown_numbers())
        )
        assert [person.shown_numbers() for person in people] == [[list(range(1, EACH + 1))] * 2] * len(people)
