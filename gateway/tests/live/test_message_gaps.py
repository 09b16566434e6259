import pytest
import socketio
from aiohttp import web

from gateway.live import messages as live_messages
from gateway.tests.harness import Harness
from gateway.tests.live.support import open_views, plain, receive, say
from gateway.tests.live.test_messages import AMIR, SITI, enter, message_sent
from libs.kit.tests.lab import until


async def test_people_resync_after_messaging_was_away_too_long(harness: Harness) -> None:
    """P-C1"""
    asked = open_views(harness, refusals=5)
    async with plain(harness) as amir, plain(harness) as siti:
        await enter(harness, amir, AMIR)
        await enter(harness, siti, SITI)
        harness.events.publish(message_sent(41))
        for ws in (amir, siti):
            assert await receive(ws) == {"type": "messages_resync"}
        assert len(asked) == 6, "nobody is sent to a service that is away"
        harness.events.publish(message_sent(42))
        assert (await receive(siti))["message"]["id"] == 42


async def test_full_message_queue_makes_people_resync(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-C1, P-F7"""
    monkeypatch.setattr(live_messages, "MAX_WAITING", 1)
    asked = open_views(harness, refusals=1)
    async with plain(harness) as siti:
        await enter(harness, siti, SITI)
        harness.events.publish(message_sent(41))
        await until(lambda: asked)
        for message_id in (42, 43):
            harness.events.publish(message_sent(message_id))
        frames = [await receive(siti) for _ in range(3)]
    assert [frame.get("message", {}).get("id") for frame in frames] == [41, None, 43]
    assert frames[1]["type"] == "messages_resync"


@pytest.mark.parametrize(("code", "expected"), [("unavailable", "unavailable"), ("odd", "outcome_unknown")])
async def test_failed_offer_has_its_own_error_in_both_dialects(
    harness: Harness, code: str, expected: str
) -> None:
    """MSG-41"""

    async def answer(request: web.Request) -> web.StreamResponse:
        away = (await request.json())["productId"] == 5
        body = {
            "message": "Away." if away else "You do not sell this.",
            "code": code if away else "forbidden",
        }
        return web.json_response(body, status=503 if away else 403)

    harness.services.answers["/api/messages/action"] = answer
    offer = {"receiverId": AMIR, "productId": 5}
    async with plain(harness) as siti:
        await enter(harness, siti, SITI)
        await say(siti, "send_action_message", id=1, **offer)
        in_plain = await receive(siti)
        await say(siti, "send_action_message", id=2, **offer | {"productId": 6})
        assert (await receive(siti))["message"] == "You do not sell this."
    client = socketio.AsyncClient(reconnection=False)
    await client.connect(
        harness.address, socketio_path="ws", transports=["websocket"], auth={"token": harness.token(SITI)}
    )
    in_socket_io = await client.call("send_action_message", offer, timeout=3)
    await client.disconnect()
    for frame in (in_plain, in_socket_io):
        assert (frame["type"], frame["code"]) == ("error", expected)
        assert frame["message"] == "Failed to send action message."
