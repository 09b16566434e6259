import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import socketio

from gateway.tests.harness import Harness
from gateway.tests.live.support import NOW, open_conversations, open_views
from gateway.tests.live.test_messages import AMIR, RAJ, SITI, message_sent
from libs.contracts.event import make_envelope
from libs.contracts.events.messaging import MessagesRead
from libs.contracts.events.trades import ActionConfirmed

PATIENCE = 3
Frames = asyncio.Queue[tuple[str, Any]]


@asynccontextmanager
async def entered(harness: Harness, person: int) -> AsyncIterator[tuple[socketio.AsyncClient, Frames]]:
    client, frames = socketio.AsyncClient(reconnection=False), Frames()
    client.on("*", lambda name, data: frames.put_nowait((name, data)))
    await client.connect(harness.address, socketio_path="ws", transports=["websocket"])
    try:
        assert await next_of(frames) == ("connected", {})
        await client.emit("auth", {"userId": person, "token": harness.token(person)})
        assert await next_of(frames) == ("auth_success", {"userId": person})
        yield client, frames
    finally:
        await client.disconnect()


async def next_of(frames: Frames) -> tuple[str, Any]:
    async with asyncio.timeout(PATIENCE):
        return await frames.get()


async def test_socketio_sends_reads_and_lists_messages(harness: Harness) -> None:
    """MSG-29, MSG-30, MSG-32, C1, U27"""
    open_conversations(harness)
    async with entered(harness, AMIR) as (client, frames):
        form = {"receiverId": SITI, "content": "Is it there?", "productId": 5, "id": "a-long-enough-id"}
        answer = await client.call("send_message", form, timeout=PATIENCE)
        assert (answer["type"], answer["id"]) == ("message_sent", "a-long-enough-id")
        assert answer["message"]["content"] == "Is it there?"
        for _ in ("to each of the sender's connections", "to the one that sent it"):
            assert (await next_of(frames))[0] == "message_sent"
        for mark in ({"senderId": SITI}, {"messageId": 41}):
            marked = await client.call("mark_read", mark, timeout=PATIENCE)
            assert (marked["type"], marked["messageIds"], marked["upToId"]) == ("messages_read", [41], 41)
            assert (await next_of(frames))[0] == "messages_read"
        shown = await client.call("get_conversation", {"userId": SITI, "after": 12}, timeout=PATIENCE)
        assert (shown["type"], shown["userId"], shown["messages"][0]["id"]) == ("conversation", SITI, 41)
    written = [item for item in harness.services.seen if item.target == "/api/messages"]
    assert len(written) == 1
    assert b'"clientId": "a-long-enough-id"' in written[0].body
    assert any(item.target.endswith("/conversation/8?after=12") for item in harness.services.seen)


async def test_socketio_receives_only_its_own_messages_reads_and_steps(
    harness: Harness,
) -> None:
    """MSG-33, P-C3"""
    open_views(harness)
    read = MessagesRead(
        conversation_id=3, reader_id=SITI, sender_id=AMIR, message_ids=[40, 41], up_to_id=41, read_at=NOW
    )
    step = ActionConfirmed(
        transaction_id=6, product_id=5, seller_id=AMIR, buyer_id=SITI, message_id=50, action_type="INITIATE",
        actor_id=SITI, confirmed_at=NOW,
    )  # fmt: skip
    async with (
        entered(harness, AMIR) as (_, amir),
        entered(harness, SITI) as (_, siti),
        entered(harness, RAJ) as (client, raj),
    ):
        for event in (
            message_sent(41),
            make_envelope(read, 1).model_dump_json(),
            make_envelope(step, 1).model_dump_json(),
        ):
            harness.events.publish(event)
        first = {"amir": ("message_sent", "41 for 7"), "siti": ("new_message", "41 for 8")}
        for name, received in (("amir", amir), ("siti", siti)):
            frames = dict([await next_of(received) for _ in range(3)])
            kind, words = first[name]
            assert frames.pop(kind) == {"message": {"id": 41, "content": words}}
            assert frames == {
                "messages_read": {
                    "readerId": SITI, "senderId": AMIR, "messageIds": [40, 41], "upToId": 41,
                },
                "action_confirmed": {"messageId": 50, "transactionId": 6, "actionType": "INITIATE"},
            }  # fmt: skip
        refused = await client.call("send_message", {"receiverId": SITI}, timeout=PATIENCE)
        assert (refused["type"], refused["code"]) == ("error", "invalid_input")
        assert refused["message"]
        assert (await next_of(raj))[0] == "error", "the first thing he receives is his own answer"
