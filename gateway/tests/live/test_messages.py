import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from gateway.tests.harness import Harness
from gateway.tests.live.support import (
    NOW,
    open_auction,
    open_conversations,
    open_views,
    plain,
    receive,
    say,
    shown_message,
)
from libs.contracts import messages
from libs.contracts.event import make_envelope
from libs.contracts.events.messaging import MessageChanged, MessageSent, MessagesRead
from libs.contracts.events.trades import ActionConfirmed

AMIR, SITI, RAJ = 7, 8, 9


def message_sent(message_id: int) -> str:
    event = MessageSent(
        conversation_id=3, message_id=message_id, seq=message_id, sender_id=AMIR, receiver_id=SITI, product_id=None,
        kind="TEXT", length="1-50", sent_at=NOW,
    )  # fmt: skip
    return make_envelope(event, message_id).model_dump_json()


async def enter(harness: Harness, ws: Any, person: int) -> None:
    await receive(ws)
    await say(ws, "auth", token=harness.token(person))
    assert (await receive(ws))["type"] == "auth_success"


async def test_message_reaches_every_device_of_its_two_people_only(harness: Harness) -> None:
    """P-C3, MSG-33"""
    open_auction(harness)
    open_views(harness)
    async with (
        plain(harness) as amir,
        plain(harness) as phone,
        plain(harness) as laptop,
        plain(harness) as raj,
    ):
        for ws, person in ((amir, AMIR), (phone, SITI), (laptop, SITI), (raj, RAJ)):
            await enter(harness, ws, person)
        harness.events.publish(message_sent(41))
        for ws in (phone, laptop):
            assert await receive(ws) == {"type": "new_message", "message": {"id": 41, "content": "41 for 8"}}
        assert await receive(amir) == {"type": "message_sent", "message": {"id": 41, "content": "41 for 7"}}
        await say(raj, "joinAuction", id="after", auctionId=7)
        assert (await receive(raj))["type"] == "resync", "the next thing he receives is his own answer"


async def test_messages_keep_their_order_while_messaging_is_away(harness: Harness) -> None:
    """P-C1"""
    asked = open_views(harness, refusals=2)
    async with plain(harness) as siti:
        await enter(harness, siti, SITI)
        for message_id in (41, 42, 43):
            harness.events.publish(message_sent(message_id))
        ids = [(await receive(siti))["message"]["id"] for _ in range(3)]
    assert ids == [41, 42, 43]
    assert len(asked) >= 3


async def test_messaging_is_not_asked_for_people_without_sockets(harness: Harness) -> None:
    asked = open_views(harness)
    async with plain(harness) as raj:
        await enter(harness, raj, RAJ)
        harness.events.publish(message_sent(41))
        read = MessagesRead(
            conversation_id=4, reader_id=AMIR, sender_id=RAJ, message_ids=[5], up_to_id=5, read_at=NOW
        )
        harness.events.publish(make_envelope(read, 1).model_dump_json())
        assert (await receive(raj))["type"] == "messages_read"
    assert asked == []


async def test_both_people_get_frames_for_reads_changes_and_confirmed_steps(harness: Harness) -> None:
    """MSG-20, MSG-33"""
    open_views(harness)
    read = MessagesRead(
        conversation_id=3, reader_id=SITI, sender_id=AMIR, message_ids=[40, 41], up_to_id=41, read_at=NOW
    )
    changed = MessageChanged(
        conversation_id=3, message_id=41, seq=44, sender_id=AMIR, receiver_id=SITI, change="deleted", changed_at=NOW
    )  # fmt: skip
    step = ActionConfirmed(
        transaction_id=6, product_id=5, seller_id=AMIR, buyer_id=SITI, message_id=50, action_type="INITIATE",
        actor_id=SITI, confirmed_at=NOW,
    )  # fmt: skip
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        for event in (read, step, changed):
            harness.events.publish(make_envelope(event, 1).model_dump_json())
        for ws in (amir, siti):
            frames = {frame["type"]: frame for frame in [await receive(ws) for _ in range(3)]}
            assert frames["messages_read"] | {"type": ""} == {
                "type": "", "readerId": SITI, "senderId": AMIR, "messageIds": [40, 41], "upToId": 41,
            }  # fmt: skip
            assert frames["action_confirmed"] | {"type": ""} == {
                "type": "", "messageId": 50, "transactionId": 6, "actionType": "INITIATE",
            }  # fmt: skip
            assert frames["message_changed"]["message"]["id"] == 41


async def test_person_sends_reads_and_lists_messages_over_socket(harness: Harness) -> None:
    """MSG-29, MSG-30, MSG-32, U27"""
    open_conversations(harness)
    async with plain(harness) as amir:
        await enter(harness, amir, AMIR)
        await say(amir, "send_message", id="a-long-enough-id", receiverId=SITI, content="Is it there?")
        event, answer = await receive(amir), await receive(amir)
        assert (event["type"], event["message"]["id"]) == ("message_sent", 41)
        assert (answer["type"], answer["id"]) == ("message_sent", "a-long-enough-id")
        assert answer["message"]["content"] == "Is it there?"
        await say(amir, "mark_read", id=2, senderId=SITI)
        assert (await receive(amir))["messageIds"] == [41]
        await say(amir, "get_conversation", id=3, userId=SITI, after=12)
        shown = await receive(amir)
        assert (shown["type"], shown["userId"], shown["messages"][0]["id"]) == ("conversation", SITI, 41)
    (written,) = [item for item in harness.services.seen if item.target == "/api/messages"]
    assert b'"clientId": "a-long-enough-id"' in written.body
    assert any(item.target.endswith("/conversation/8?after=12") for item in harness.services.seen)


async def test_seller_makes_offer_over_socket(harness: Harness) -> None:
    """MSG-31"""
    open_conversations(harness)

    async def offered(request: web.Request) -> web.StreamResponse:
        return web.json_response(shown_message(51, SITI, AMIR) | await request.json(), status=201)

    harness.services.answers["/api/messages/action"] = offered
    async with plain(harness) as siti:
        await enter(harness, siti, SITI)
        await say(siti, "send_action_message", id=1, receiverId=AMIR, productId=5, actionType="INITIATE")
        assert (await receive(siti))["type"] == "message_sent"
        answer = await receive(siti)
        assert (answer["type"], answer["id"], answer["message"]["id"]) == ("message_sent", 1, 51)
        await say(siti, "send_action_message", id=2, receiverId=AMIR, productId=5, actionType="REVIEW")
        assert (await receive(siti))["code"] == "invalid_input"
    (written,) = [item for item in harness.services.seen if item.target == "/api/messages/action"]
    assert json.loads(written.body) == {"receiverId": AMIR, "productId": 5, "actionType": "INITIATE"}
    assert dict(written.headers)["Authorization"].startswith("Bearer ")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, {"count": 1}), (200, []), (200, None), (409, {"code": "step_refused"}),
        (409, {"message": "No.", "code": "step_refused", "details": None}),
    ],
)  # fmt: skip
async def test_undecodable_answer_leaves_no_command_pending(harness: Harness, status: int, body: Any) -> None:
    """P-F7"""

    async def odd(_: web.Request) -> web.StreamResponse:
        return web.json_response(body, status=status)

    open_conversations(harness)
    harness.services.answers["/api/messages/read"] = odd
    async with plain(harness) as amir:
        await enter(harness, amir, AMIR)
        await say(amir, "mark_read", id=2, senderId=SITI)
        answer = await receive(amir)
        assert (answer["type"], answer["id"]) == ("error", 2)
        assert answer["message"]
        await say(amir, "get_conversation", id=3, userId=SITI)
        assert (await receive(amir))["id"] == 3


async def test_message_is_shown_once_before_its_event(harness: Harness) -> None:
    """P-C1"""

    async def batch(request: web.Request) -> web.StreamResponse:
        lines = [json.loads(line) for line in (await request.text()).splitlines()]
        assert [json.loads(line["body"])["clientId"] for line in lines] == ["a-long-enough-id"]
        shown = shown_message(41) | {"content": "Is it there?"}
        own = shown | {"clientId": "a-long-enough-id"}
        return web.Response(body=b"201 " + messages.encode_two_views(json.dumps(own), json.dumps(shown)))

    harness.services.answers["/internal/messages/batch"] = batch
    asked = open_views(harness)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await say(amir, "send_message", id="a-long-enough-id", receiverId=SITI, content="Is it there?")
        frame = await receive(siti)
        assert (frame["type"], frame["message"]["content"]) == ("new_message", "Is it there?")
        assert "clientId" not in frame["message"], "the receiver sees their own view of it"
        event, answer = await receive(amir), await receive(amir)
        assert (event["type"], answer["id"]) == ("message_sent", "a-long-enough-id")
        harness.events.publish(message_sent(41))
        harness.events.publish(message_sent(42))
        assert (await receive(siti))["message"]["id"] == 42
    assert asked == [f"ids=42&viewers={AMIR},{SITI}"]


async def test_message_whose_event_comes_first_is_shown_once(harness: Harness) -> None:
    """P-C1"""
    is_answered = asyncio.Event()

    async def batch(request: web.Request) -> web.StreamResponse:
        harness.events.publish(message_sent(41))
        await is_answered.wait()
        shown = json.dumps(shown_message(41) | {"content": "Is it there?"})
        return web.Response(body=b"201 " + messages.encode_two_views(shown, shown))

    harness.services.answers["/internal/messages/batch"] = batch
    open_views(harness)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        await say(amir, "send_message", id="a-long-enough-id", receiverId=SITI, content="Is it there?")
        assert (await receive(siti))["message"]["id"] == 41
        assert (await receive(amir))["message"]["id"] == 41
        is_answered.set()
        assert (await receive(amir))["id"] == "a-long-enough-id"
        harness.events.publish(message_sent(42))
        assert (await receive(siti))["message"]["id"] == 42


async def test_refused_message_returns_with_reason(harness: Harness) -> None:
    """MSG-40"""

    async def refuse(request: web.Request) -> web.StreamResponse:
        body = {"message": "This is your own product listing.", "code": "own_listing", "details": {}}
        return web.json_response(body, status=403)

    harness.services.answers["/api/messages"] = refuse
    async with plain(harness) as amir:
        await enter(harness, amir, AMIR)
        await say(amir, "send_message", id=1, receiverId=AMIR, content="hello me")
        answer = await receive(amir)
    assert (answer["type"], answer["code"]) == ("error", "own_listing")
    assert answer["message"] == "This is your own product listing."
