import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.testing import add_person
from services.messaging.tests.texts import thread, unread, write
from tests.support.forgetting import finish_forgetting

pytestmark = pytest.mark.servers
AMIR, SITI, RAJ = 9001, 9002, 9003
MANY = """
INSERT INTO messages (conversation_id, seq, changed_seq, place, sender_id, receiver_id, content, message_type,
    is_clicked, warnings, created_at)
SELECT :id, n, n, n, :from, :to, 'many ' || n, 'TEXT', false, '{}', now() FROM generate_series(6, 300) AS n
"""
LISTING = """
INSERT INTO product_replicas (product_id, seller_id, name, price, status, listing_type)
VALUES (:productId, :sellerId, :name, :price, 'active', 'fixed')
"""


@pytest.fixture(autouse=True)
async def three_people(messaging: Service) -> AsyncIterator[None]:
    for user_id, name in ((AMIR, "amir"), (SITI, "siti"), (RAJ, "raj")):
        await add_person(messaging, user_id, username=name)
    yield
    async with messaging.database.transaction() as session:
        for table in ("message_reports", "blocks"):
            await session.execute(text(f"DELETE FROM {table}"))
        kept = "SELECT conversation_id FROM deals UNION SELECT conversation_id FROM offers"
        for table, key in (
            ("messages", "conversation_id"),
            ("conversation_sides", "conversation_id"),
            ("conversations", "id"),
        ):
            await session.execute(text(f"DELETE FROM {table} WHERE {key} NOT IN ({kept})"))


async def test_both_read_same_messages_in_one_order(messaging: Service) -> None:
    """P-C1, MSG-23"""
    for start in range(0, 32, 8):  # More at once would exceed the lock time-out on a slow machine.
        answers = await asyncio.gather(
            *(write(messaging, AMIR, SITI, f"a {n}") for n in range(start, start + 8)),
            *(write(messaging, SITI, AMIR, f"s {n}") for n in range(start, start + 8)),
        )
        assert {answer.status_code for answer in answers} == {201}
    amirs, sitis = await thread(messaging, AMIR, SITI), await thread(messaging, SITI, AMIR)
    assert [item["seq"] for item in amirs] == list(range(1, 65))
    assert [item["id"] for item in amirs] == [item["id"] for item in sitis]
    assert len({item["content"] for item in amirs}) == 64


async def test_message_sent_twice_with_client_id_is_stored_once(messaging: Service) -> None:
    """P-C1"""
    answers = await asyncio.gather(*(write(messaging, AMIR, SITI, "once", clientId="c-1") for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(await thread(messaging, SITI, AMIR)) == 1
    other = await write(messaging, AMIR, SITI, "another", clientId="c-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


async def test_third_person_sees_no_conversation(messaging: Service) -> None:
    """P-C3"""
    sent = (await write(messaging, AMIR, SITI, "between us, oudh")).json()
    assert await thread(messaging, RAJ, SITI) == []
    found = await messaging.http.get("/api/messages/search?q=oudh", headers=signed_in(RAJ))
    assert found.json() == []
    for stranger in (SITI, 4040404):
        none = await messaging.http.get(f"/api/conversations/{stranger}", headers=signed_in(RAJ))
        assert (none.status_code, none.json()) == (200, None)
    read = await messaging.http.post(
        "/api/messages/read", json={"messageId": sent["id"]}, headers=signed_in(RAJ)
    )
    gone = await messaging.http.delete(f"/api/messages/{sent['id']}", headers=signed_in(RAJ))
    assert (read.status_code, gone.status_code) == (404, 404)


async def test_unread_count_is_exact_and_never_goes_back(messaging: Service) -> None:
    """P-C4, MSG-14, MSG-24, MSG-36"""
    ids = [(await write(messaging, AMIR, SITI, f"{n}")).json()["id"] for n in range(5)]
    await write(messaging, SITI, AMIR, "an answer reads nothing")
    assert (await unread(messaging, SITI), await unread(messaging, AMIR)) == (5, 1)
    headers = signed_in(SITI)
    two = await messaging.http.post("/api/messages/read", json={"messageId": ids[1]}, headers=headers)
    assert two.json()["count"] == 3
    await messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=headers)
    back = await messaging.http.post("/api/messages/read", json={"messageId": ids[0]}, headers=headers)
    assert back.json()["count"] == 0
    assert [message["isRead"] for message in await thread(messaging, AMIR, SITI)] == [True] * 5 + [False]
    neither = await messaging.http.post("/api/messages/read", json={}, headers=headers)
    assert neither.status_code == 422


async def test_messages_are_paged_newest_last(messaging: Service) -> None:
    """U25, MSG-22"""
    sent = [(await write(messaging, AMIR, SITI, f"{n}")).json() for n in range(5)]
    assert [message["content"] for message in await thread(messaging, SITI, AMIR, limit=2)] == ["3", "4"]
    page = await thread(messaging, SITI, AMIR, limit=2, before=sent[3]["id"])
    assert [item["content"] for item in page] == ["1", "2"]
    headers = signed_in(SITI)
    other = (await write(messaging, SITI, RAJ, "to another")).json()["id"]
    refused = await messaging.http.get(f"/api/messages/conversation/{AMIR}?before={other}", headers=headers)
    assert refused.status_code == 404
    for query in ("limit=101", "limit=0", "before=0"):
        for path in ("/api/messages", f"/api/messages/conversation/{AMIR}"):
            assert (await messaging.http.get(f"{path}?{query}", headers=headers)).status_code == 422
    async with messaging.database.transaction() as session:
        await session.execute(text(MANY), {"id": sent[0]["conversationId"], "from": AMIR, "to": SITI})
    for path in ("/api/messages", f"/api/messages/conversation/{AMIR}"):
        whole = (await messaging.http.get(path, headers=headers)).json()
        assert [item["content"] for item in whole] == [f"many {n}" for n in range(101, 301)]
    older = await messaging.http.get(f"/api/messages?limit=3&before={sent[3]['id']}", headers=headers)
    assert [item["content"] for item in older.json()] == ["0", "1", "2"]


async def test_message_has_people_and_listing(messaging: Service) -> None:
    """MSG-34"""
    product = {"productId": 9077, "name": "Smoke Vesper", "sellerId": SITI, "price": 56_000}
    async with messaging.database.transaction() as session:
        await session.execute(text(LISTING), product)
    written = await write(messaging, AMIR, SITI, "Is it there?", productId=9077)
    assert written.status_code == 201, written.text
    (shown,) = await thread(messaging, SITI, AMIR)
    names = (
        "senderId", "receiverId", "content", "productId", "messageType", "fileUrl", "actionType", "isRead", "isClicked",
    )  # fmt: skip
    expected = [AMIR, SITI, "Is it there?", 9077, "TEXT", None, None, False, False]
    assert [shown[name] for name in names] == expected
    assert shown["id"] == written.json()["id"]
    assert datetime.fromisoformat(shown["createdAt"]).tzinfo is not None
    for side, name in (("sender", "amir"), ("receiver", "siti")):
        assert (shown[side]["username"], shown[side]["profileImage"]) == (name, None)
    listing = {name: shown["product"][name] for name in ("id", "name", "imageUrl", "price")}
    assert listing == {"id": 9077, "name": "Smoke Vesper", "imageUrl": None, "price": 560.0}


async def test_message_needs_words_up_to_2000_characters(messaging: Service) -> None:
    """MSG-12, U24, MSG-15"""
    assert (await write(messaging, AMIR, SITI, "  \n ")).status_code == 422
    assert (await write(messaging, AMIR, SITI, "x" * 2001)).status_code == 422
    assert (await write(messaging, AMIR, SITI, "x" * 2000)).status_code == 201
    oneself = await write(messaging, AMIR, AMIR, "hello me")
    assert (oneself.status_code, oneself.json()["message"]) == (403, "This is your own product listing.")
    assert (await write(messaging, AMIR, 4040404, "hello?")).status_code == 404


async def test_blocked_person_cannot_write_and_sees_no_reason(messaging: Service) -> None:
    await write(messaging, AMIR, SITI, "hello")
    for _ in range(2):
        put = await messaging.http.put(f"/api/conversations/{AMIR}/block", headers=signed_in(SITI))
        assert put.status_code == 200
    assert (await write(messaging, AMIR, SITI, "why?")).json()["code"] == "not_accepted"
    assert (await write(messaging, SITI, AMIR, "because")).json()["code"] == "you_blocked_them"
    await messaging.http.delete(f"/api/conversations/{AMIR}/block", headers=signed_in(SITI))
    assert (await write(messaging, AMIR, SITI, "thanks")).status_code == 201
    events = await messaging.recorded(f"block-{SITI}-{AMIR}")
    assert [event["data"]["isBlocked"] for event in events] == [True, False]


async def test_presence_needs_messages_from_both(messaging: Service) -> None:
    """P-C3"""
    secret = {"X-Internal-Secret": messaging.app.state.settings.internal_secret.get_secret_value()}

    async def is_open() -> bool:
        answer = await messaging.http.get(f"/internal/conversations/{AMIR}/{SITI}", headers=secret)
        return bool(answer.json()["isOpen"])

    assert await is_open() is False
    await write(messaging, AMIR, SITI, "hello?")
    assert await is_open() is False
    await write(messaging, SITI, AMIR, "hello")
    assert await is_open() is True
    await messaging.http.put(f"/api/conversations/{AMIR}/block", headers=signed_in(SITI))
    assert await is_open() is False


async def test_message_is_deletable_for_five_minutes(messaging: Service) -> None:
    first = (await write(messaging, AMIR, SITI, "wrong bottle")).json()
    second = (await write(messaging, AMIR, SITI, "right bottle")).json()
    assert (
        await messaging.http.delete(f"/api/messages/{first['id']}", headers=signed_in(AMIR))
    ).status_code == 200
    (changed,) = await thread(messaging, SITI, AMIR, after=second["seq"])
    assert (changed["id"], changed["isDeleted"], changed["content"]) == (first["id"], True, "")
    found = await messaging.http.get("/api/messages/search?q=wrong", headers=signed_in(SITI))
    assert found.json() == []
    clock.forward(minutes=6)
    late = await messaging.http.delete(f"/api/messages/{second['id']}", headers=signed_in(AMIR))
    assert (late.status_code, late.json()["code"]) == (409, "too_late_to_delete")


async def test_receiver_is_warned_of_account_numbers_and_links(messaging: Service) -> None:
    words = "Transfer to Maybank 1640 1234 5678 please, or see http://pay.example/x"
    sent = (await write(messaging, AMIR, SITI, words)).json()
    (got,) = await thread(messaging, SITI, AMIR)
    assert (sent["warnings"], got["content"]) == ([], words)
    assert got["warnings"] == ["bank_account", "link", "payment"]


async def test_conversations_are_newest_first_after_pinned(messaging: Service) -> None:
    """MSG-35"""
    await write(messaging, AMIR, SITI, "to siti")
    await write(messaging, RAJ, AMIR, "from raj")
    headers = signed_in(AMIR)
    await messaging.http.patch(f"/api/conversations/{SITI}", json={"isPinned": True}, headers=headers)
    first = await messaging.http.get("/api/conversations?limit=1", headers=headers)
    (pinned,) = first.json()
    assert (pinned["user"]["username"], pinned["unreadCount"], pinned["isStranger"]) == ("siti", 0, False)
    following = first.headers["Link"].split("<")[1].split(">")[0]
    (second,) = (await messaging.http.get(following, headers=headers)).json()
    assert (second["user"]["username"], second["unreadCount"], second["isStranger"]) == ("raj", 1, True)
    await messaging.http.patch(f"/api/conversations/{RAJ}", json={"isArchived": True}, headers=headers)
    assert len((await messaging.http.get("/api/conversations", headers=headers)).json()) == 1
    await write(messaging, RAJ, AMIR, "still there?")
    assert len((await messaging.http.get("/api/conversations", headers=headers)).json()) == 2


async def test_message_text_is_in_no_event(messaging: Service) -> None:
    sent = (await write(messaging, AMIR, SITI, "a secret recipe")).json()
    await messaging.http.post("/api/messages/read", json={"senderId": AMIR}, headers=signed_in(SITI))
    # A deal may have the same number.
    events = await messaging.recorded(sent["conversationId"])
    message_events = [event for event in events if "transactionId" not in event["data"]]
    assert [event["version"] for event in message_events] == [1, 2, 3]
    assert [event["type"].split(".")[2] for event in message_events] == [
        "ConversationStarted",
        "MessageSent",
        "MessagesRead",
    ]
    assert "secret" not in str(message_events)


async def test_new_person_starts_fifteen_conversations_a_day(messaging: Service) -> None:
    for number in range(20):
        await add_person(messaging, 9800 + number, username=f"seller{number}")
    for number in range(12):
        assert (await write(messaging, RAJ, 9800 + number, "hi")).status_code == 201
    answers = await asyncio.gather(*(write(messaging, RAJ, 9800 + number, "hi") for number in range(12, 20)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 5
    refused = await write(messaging, RAJ, AMIR, "hi")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_new_conversations")
    clock.forward(days=1, minutes=1)
    assert (await write(messaging, RAJ, AMIR, "hi")).status_code == 201


async def test_reported_person_starts_five_conversations_a_day(
    messaging: Service,
) -> None:
    scammer, honest = 9830, 9831
    for user_id in range(9830, 9850):
        await add_person(messaging, user_id, username=f"person{user_id}")
    for sender in (scammer, honest):
        for receiver in range(9832, 9837):
            account = "Transfer to Maybank 5641 2345 6789" if receiver < 9835 else "hi"
            assert (await write(messaging, sender, receiver, account)).status_code == 201
    taken_back = (await thread(messaging, scammer, 9832))[0]["id"]
    await messaging.http.delete(f"/api/messages/{taken_back}", headers=signed_in(scammer))
    assert (await thread(messaging, 9832, scammer))[0]["warnings"] == []
    await write(messaging, 9832, honest, "Thank you, I have paid")
    refused = await write(messaging, scammer, 9840, "hi")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_new_conversations")
    assert (await write(messaging, honest, 9840, "hi")).status_code == 201
    assert (await write(messaging, scammer, 9836, "Still there?")).status_code == 201
    clock.forward(days=1, minutes=1)
    answers = [await write(messaging, scammer, receiver, "hi") for receiver in range(9841, 9847)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    clock.forward(days=7)
    answers = [await write(messaging, scammer, receiver, "hi") for receiver in range(9846, 9850)]
    answers += [await write(messaging, scammer, receiver, "hi") for receiver in (SITI, RAJ)]
    assert {answer.status_code for answer in answers} == {201}


async def test_erased_person_leaves_no_messages(messaging: Service) -> None:
    await write(messaging, AMIR, SITI, "Meet me at qanaryplace")
    await write(messaging, SITI, AMIR, "Not at the other place")
    report = {"reason": "scam", "words": "qanaryplace is a trap"}
    await messaging.http.post(f"/api/conversations/{AMIR}/reports", json=report, headers=signed_in(SITI))
    await messaging.deliver(UserErased(user_id=AMIR, erased_at=datetime.now(UTC)))
    await finish_forgetting(messaging)
    (first, _) = await thread(messaging, SITI, AMIR)
    later = report | {"messageId": first["id"]}  # Another report than the first one.
    path = f"/api/conversations/{AMIR}/reports"
    assert (await messaging.http.post(path, json=later, headers=signed_in(SITI))).status_code == 200
    assert (
        len(await messaging.rows("SELECT 1 FROM message_reports WHERE message_id = :id", id=first["id"])) == 1
    )
    assert [message["content"] for message in await thread(messaging, SITI, AMIR)] == [
        "",
        "Not at the other place",
    ]
    for table in ("messages", "message_reports"):
        left = await messaging.rows(f"SELECT 1 FROM {table} AS t WHERE t::text LIKE '%qanaryplace%'")
        assert left == [], table
