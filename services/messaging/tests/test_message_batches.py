import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from libs.contracts.batches import MEDIA_TYPE, BatchAnswer, decode_answers, encode_calls
from libs.contracts.events.auth import UserBanned, UserUnbanned
from libs.contracts.messages import PATH, SubmittedMessage
from libs.kit.process import buggify, clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person

pytestmark = pytest.mark.servers
AMIR, SITI, RAJ, MEI = 9461, 9462, 9463, 9464


@pytest.fixture(autouse=True)
async def four_people(messaging: Service) -> AsyncIterator[None]:
    for user_id, name in ((AMIR, "amir"), (SITI, "siti"), (RAJ, "raj"), (MEI, "mei")):
        await add_person(messaging, user_id, username=name)
    for sender, receiver in ((AMIR, SITI), (RAJ, MEI)):
        await alone(messaging, sender, receiver, "hello")
    yield
    async with messaging.database.transaction() as session:
        await session.execute(text("DELETE FROM blocks"))
        for table, key in (
            ("messages", "conversation_id"),
            ("conversation_sides", "conversation_id"),
            ("conversations", "id"),
        ):
            mine = f"SELECT id FROM conversations WHERE low_id IN ({AMIR}, {RAJ})"
            await session.execute(text(f"DELETE FROM {table} WHERE {key} IN ({mine})"))


async def alone(messaging: Service, sender: int, receiver: int, content: str, **more: Any) -> int:
    body = {"receiverId": receiver, "content": content} | more
    return (await messaging.http.post("/api/messages", json=body, headers=signed_in(sender))).status_code


def call(sender: int, receiver: int, content: str, client_id: str, **more: Any) -> SubmittedMessage:
    body = json.dumps({"receiverId": receiver, "content": content, "clientId": client_id} | more)
    token = signed_in(sender)["Authorization"].removeprefix("Bearer ")
    return SubmittedMessage(body, token, client_id, "r", None)


async def together(messaging: Service, *calls: SubmittedMessage) -> list[BatchAnswer | None]:
    secret = messaging.app.state.settings.internal_secret.get_secret_value()
    headers = {"X-Internal-Secret": secret, "Content-Type": MEDIA_TYPE}
    answer = await messaging.http.post(PATH, content=encode_calls(calls), headers=headers)
    assert answer.status_code == 200, answer.text
    return decode_answers(answer.content)


async def thread(messaging: Service, reader: int, other: int) -> list[dict[str, Any]]:
    answer = await messaging.http.get(f"/api/messages/conversation/{other}", headers=signed_in(reader))
    messages: list[dict[str, Any]] = answer.json()
    return messages


async def unread(messaging: Service, reader: int) -> int:
    answer = await messaging.http.get("/api/messages/unread-count", headers=signed_in(reader))
    return int(answer.json()["count"])


async def test_batch_keeps_order_and_shows_messages_to_both(messaging: Service) -> None:
    """P-C1"""
    answers = await together(
        messaging,
        call(AMIR, SITI, "one, oudh", "b-1"),
        call(SITI, AMIR, "two, transfer to Maybank 1122 3344 5566", "b-2"),
        call(RAJ, MEI, "elsewhere", "b-3"),
        call(AMIR, SITI, "three", "b-4"),
    )
    bodies = [json.loads(answer.body) for answer in answers if answer is not None]
    assert [answer.status for answer in answers if answer is not None] == [201] * 4
    read = await thread(messaging, SITI, AMIR)
    assert [item["content"][:5] for item in read] == ["hello", "one, ", "two, ", "three"]
    assert [item["seq"] for item in read] == [1, 2, 3, 4]
    assert bodies[0]["received"] == read[1], "what the receiver was shown is what a fresh look shows"
    assert (bodies[0]["sent"]["clientId"], bodies[0]["received"]["clientId"]) == ("b-1", None)
    assert "bank_account" in bodies[1]["received"]["warnings"]
    assert bodies[1]["sent"]["warnings"] == []
    assert (await unread(messaging, SITI), await unread(messaging, AMIR), await unread(messaging, MEI)) == (
        3,
        1,
        2,
    )
    found = await messaging.http.get("/api/messages/search?q=oudh", headers=signed_in(SITI))
    assert [item["id"] for item in found.json()] == [read[1]["id"]]
    listed = await messaging.http.get(f"/api/conversations/{AMIR}", headers=signed_in(SITI))
    assert (listed.json()["lastMessage"]["content"], listed.json()["isStranger"]) == ("three", False)


async def test_concurrent_batches_and_single_messages_leave_no_gap(messaging: Service) -> None:
    """P-C1, P-C4"""
    batches = (
        together(messaging, *(call(AMIR, SITI, f"{n} {k}", f"g-{n}-{k}") for k in range(8))) for n in range(8)
    )
    singles = (alone(messaging, SITI, AMIR, f"s {n}", clientId=f"s-{n}") for n in range(32))
    marks = (
        messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=signed_in(SITI))
        for _ in range(16)
    )
    answers, statuses, _ = await asyncio.gather(
        asyncio.gather(*batches), asyncio.gather(*singles), asyncio.gather(*marks)
    )
    assert set(statuses) == {201}
    for n, batch in enumerate(answers):  # As the gateway does after too many conflicts.
        for k, one in enumerate(batch):
            if one is None:
                assert await alone(messaging, AMIR, SITI, f"{n} {k}", clientId=f"g-{n}-{k}") == 201
    await messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=signed_in(SITI))
    rows = await messaging.rows(
        "SELECT seq, content FROM messages WHERE conversation_id = "
        f"(SELECT id FROM conversations WHERE low_id = {AMIR}) ORDER BY seq"
    )
    assert [row["seq"] for row in rows] == list(range(1, 98))
    assert len({row["content"] for row in rows}) == 97
    assert (await unread(messaging, SITI), await unread(messaging, AMIR)) == (0, 32)
    (conversation,) = await messaging.rows(f"SELECT id, version FROM conversations WHERE low_id = {AMIR}")
    events = await messaging.recorded(conversation["id"])  # A deal may have the same number.
    versions = [event["version"] for event in events if "transactionId" not in event["data"]]
    assert sorted(versions) == list(range(1, conversation["version"] + 1)), (
        "an event for each change, without a gap"
    )


async def test_client_id_is_stored_once_by_any_route(messaging: Service) -> None:
    """P-C1"""
    first = await together(messaging, call(AMIR, SITI, "once", "c"), call(AMIR, SITI, "once", "c"))
    again = await together(messaging, call(AMIR, SITI, "once", "c"))
    assert [item is None for item in first + again] == [False, True, True]
    assert await alone(messaging, AMIR, SITI, "once", clientId="c") == 200
    assert [message["content"] for message in await thread(messaging, SITI, AMIR)] == ["hello", "once"]


async def test_unusual_message_is_left_to_ordinary_route(messaging: Service) -> None:
    await messaging.http.put(f"/api/conversations/{RAJ}/block", headers=signed_in(MEI))
    quoted = (await thread(messaging, AMIR, SITI))[0]["id"]
    other = call(AMIR, SITI, "hi", "n-8")
    refused = await together(
        messaging,
        call(RAJ, MEI, "please", "n-1"),
        call(MEI, RAJ, "no", "n-2"),
        call(AMIR, AMIR, "me", "n-3"),
        call(AMIR, MEI, "we have not met", "n-4"),
        call(AMIR, SITI, " \n", "n-5"),
        call(AMIR, SITI, "x" * 2001, "n-6"),
        call(AMIR, SITI, "what?", "n-7", replyToId=quoted),
        call(AMIR, SITI, "this one", "n-9", productId=987654321),
        other._replace(token="none"),
        other._replace(body="[]"),
        call(AMIR, SITI, "and this stands", "n-10"),
    )
    assert [item is None for item in refused] == [True] * 10 + [False]
    assert [message["content"] for message in await thread(messaging, SITI, AMIR)] == [
        "hello",
        "and this stands",
    ]
    assert len(await thread(messaging, MEI, RAJ)) == 1


async def test_banned_person_sends_nothing_in_batch(messaging: Service) -> None:
    """P-F1"""
    now = datetime.now(UTC)
    await messaging.deliver(UserBanned(user_id=AMIR, by_admin_id=None, banned_at=now))
    try:
        assert await together(messaging, call(AMIR, SITI, "still here", "b")) == [None]
        assert await alone(messaging, AMIR, SITI, "still here") == 403
    finally:
        await messaging.deliver(UserUnbanned(user_id=AMIR, by_admin_id=None, unbanned_at=now), version=2)


@pytest.mark.parametrize(("point", "status"), [("before-outbox-insert", 201), ("after-outbox-insert", 200)])
async def test_batch_with_lost_answer_is_unknown_and_stored_once(
    messaging: Service, point: str, status: int
) -> None:
    """P-A6"""

    def connection_lost() -> None:
        raise ConnectionResetError

    buggify.arm(point, connection_lost)
    (answer,) = await together(messaging, call(AMIR, SITI, "once", "lost"))
    buggify.disarm()
    assert answer is not None
    assert json.loads(answer.body)["code"] == "outcome_unknown"
    assert await alone(messaging, AMIR, SITI, "once", clientId="lost") == status
    assert [message["content"] for message in await thread(messaging, SITI, AMIR)] == ["hello", "once"]


async def test_messages_between_two_seqs_are_read(messaging: Service) -> None:
    """MSG-29"""
    for number in range(2, 6):
        assert await alone(messaging, AMIR, SITI, f"message {number}") == 201
    (first, *_) = await thread(messaging, AMIR, SITI)
    path = f"/internal/conversations/{first['conversationId']}/messages?viewers={SITI},{RAJ}"

    async def read(query: str) -> list[tuple[int, int]]:
        answer = await messaging.ask(f"{path}&{query}")
        return [(view["viewerId"], view["message"]["seq"]) for view in answer.json()]

    assert await read("after=2&before=5") == [(SITI, 3), (SITI, 4)]
    assert await read("before=4") == [(SITI, 1), (SITI, 2), (SITI, 3)]
    clock.forward(minutes=1)
    assert await read("before=4") == []
    assert await read("after=2&before=5") == []
