import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
import structlog
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.contracts.batches import MEDIA_TYPE, decode_answers, encode_calls
from libs.contracts.messages import PATH, SubmittedMessage
from libs.kit.db.direct import KeptConnection
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.messaging.messages import queries as message_queries
from tests.faults.history import Broken
from tests.faults.threads import Line, SentMessage, check_sent

pytestmark = [pytest.mark.servers, pytest.mark.quiet]


ANA, BEN = 96_001, 96_002


TURNS = 24


# The share of lost responses.
LOST = 0.4


@pytest.fixture(autouse=True)
async def two_people(messaging: Service) -> AsyncIterator[None]:
    for user_id in (ANA, BEN):
        await add_person(messaging, user_id, username=f"writer{user_id}")
    with structlog.testing.capture_logs():
        yield
    conversations = f"SELECT id FROM conversations WHERE low_id = {ANA}"
    places = {"messages": "conversation_id", "conversation_sides": "conversation_id", "conversations": "id"}
    async with messaging.database.transaction() as session:
        for table, key in places.items():
            await session.execute(text(f"DELETE FROM {table} WHERE {key} IN ({conversations})"))


async def both_write(messaging: Service) -> list[SentMessage]:
    hello = {"receiverId": BEN, "content": "hello"}
    began = time.monotonic()
    greeting = await messaging.http.post("/api/messages", json=hello, headers=signed_in(ANA))
    seqs = frozenset({greeting.json()["seq"]})
    sent = [SentMessage(ANA, "hello", began, time.monotonic(), seqs)]

    async def one(tab: int, sender: int, receiver: int) -> None:
        for turn in range(TURNS):
            words = f"{sender}-{tab}-{turn}"
            sent.append(await _sent_until_answered(messaging, sender, receiver, words))

    await asyncio.gather(*(one(tab, *pair) for tab in range(3) for pair in ((ANA, BEN), (BEN, ANA))))
    return sent


async def _sent_until_answered(messaging: Service, sender: int, receiver: int, words: str) -> SentMessage:
    began, seqs = time.monotonic(), set[int]()
    for _ in range(3):
        seq = await _send(messaging, sender, receiver, words)
        if seq is not None and random.random() >= LOST:
            seqs.add(seq)
            break
    return SentMessage(sender, words, began, time.monotonic(), frozenset(seqs))


async def _send(messaging: Service, sender: int, receiver: int, words: str) -> int | None:
    """As the gateway does. Returns the sequence number."""
    body = {"receiverId": receiver, "content": words, "clientId": words}
    token = signed_in(sender)["Authorization"].removeprefix("Bearer ")
    secret = messaging.app.state.settings.internal_secret.get_secret_value()
    calls = encode_calls([SubmittedMessage(json.dumps(body), token, words, "r", None)])
    headers = {"X-Internal-Secret": secret, "Content-Type": MEDIA_TYPE}
    (answer,) = decode_answers((await messaging.http.post(PATH, content=calls, headers=headers)).content)
    if answer is not None:
        return int(json.loads(answer.body)["sent"]["seq"]) if answer.status == 201 else None
    alone = await messaging.http.post("/api/messages", json=body, headers=signed_in(sender))
    assert alone.status_code in (200, 201), alone.text
    return int(alone.json()["seq"])


async def stored_lines(messaging: Service) -> list[Line]:
    query = (
        "SELECT m.seq, m.id, m.sender_id, m.content AS words FROM messages m "
        "JOIN conversations c ON c.id = m.conversation_id WHERE c.low_id = :id ORDER BY m.seq, m.id"
    )
    return [Line(**row) for row in await messaging.rows(query, id=ANA)]


async def test_many_tabs_and_lost_answers_leave_a_valid_history(messaging: Service) -> None:
    """P-C1"""
    sent = await both_write(messaging)
    check_sent(sent, await stored_lines(messaging))
    assert sum(bool(item.seqs) for item in sent) > TURNS


@contextlib.asynccontextmanager
async def without_its_key(stack: Stack) -> AsyncIterator[None]:
    owner = await asyncpg.connect(stack.admin_url.rsplit("/", 1)[0] + "/wangi")
    key = "CONSTRAINT uq_messages_sender_id_client_id"
    try:
        await owner.execute(f"SET lock_timeout = '5s'; ALTER TABLE messaging.messages DROP {key}")
        yield
    finally:
        await owner.execute(
            "UPDATE messaging.messages SET client_id = NULL WHERE sender_id IN (96001, 96002); "
            f"ALTER TABLE messaging.messages ADD {key} UNIQUE (sender_id, client_id)"
        )
        await owner.close()


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = message_queries.read_batch_state

    async def without_client_ids(*args: Any) -> Any:
        return (await seen(*args))._replace(client_ids=set())

    monkeypatch.setattr(message_queries, "read_batch_state", without_client_ids)


@pytest.mark.usefixtures("forgetful")
async def test_control_without_client_id_key_message_is_doubled(messaging: Service, stack: Stack) -> None:
    async with without_its_key(stack):
        sent = await both_write(messaging)
        with pytest.raises(Broken, match="stands twice"):
            check_sent(sent, await stored_lines(messaging))


@pytest.mark.usefixtures("forgetful")
async def test_control_client_id_key_alone_prevents_doubles(
    messaging: Service,
) -> None:
    check_sent(await both_write(messaging), await stored_lines(messaging))


async def test_control_answer_before_commit_loses_messages(
    messaging: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = KeptConnection.statements

    @contextlib.asynccontextmanager
    async def forgetful(self: KeptConnection) -> AsyncIterator[Any]:
        async with statements(self) as connection:
            act = connection.transaction()
            await act.start()
            yield connection
            await (act.rollback() if random.random() < 0.3 else act.commit())

    monkeypatch.setattr(KeptConnection, "statements", forgetful)
    sent = await both_write(messaging)
    with pytest.raises(Broken, match="acknowledged and lost"):
        check_sent(sent, await stored_lines(messaging))
