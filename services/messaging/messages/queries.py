import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.contracts.event import Event
from libs.kit.db.direct import DirectConnection
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import actors
from services.messaging.messages.models import Message

_TERMS = text("UPDATE messages SET terms = array_to_tsvector(:terms) WHERE id = :id").bindparams(
    bindparam("terms", type_=ARRAY(TEXT))
)


_SEARCH = text(
    "SELECT id FROM messages WHERE terms @@ CAST(:query AS tsquery) "
    "AND (CAST(:other AS bigint) IS NULL OR CAST(:other AS bigint) IN (sender_id, receiver_id)) "
    "AND id < :before ORDER BY id DESC LIMIT :most"
)


async def get_message(session: AsyncSession, message_id: int) -> Message | None:
    return await session.get(Message, message_id, populate_existing=True)


async def get_messages(session: AsyncSession, ids: Collection[int]) -> dict[int, Message]:
    if not ids:
        return {}
    query = select(Message).where(col(Message.id).in_(ids))
    return {row.known_id: row for row in (await session.execute(query)).scalars()}


async def get_message_of_client(session: AsyncSession, sender_id: int, client_id: str) -> Message | None:
    query = select(Message).where(col(Message.sender_id) == sender_id, col(Message.client_id) == client_id)
    return (await session.execute(query)).scalar_one_or_none()


async def list_thread(
    session: AsyncSession, conversation_id: int, *, product_id: int | None, before: int | None, most: int
) -> list[Message]:
    query = select(Message).where(col(Message.conversation_id) == conversation_id)
    if product_id is not None:
        query = query.where(col(Message.product_id) == product_id)
    if before is not None:
        query = query.where(col(Message.seq) < before)
    rows = (await session.execute(query.order_by(col(Message.seq).desc()).limit(most))).scalars()
    return list(rows)[::-1]


async def get_seq(session: AsyncSession, conversation_id: int, message_id: int) -> int | None:
    query = select(Message.seq).where(
        col(Message.id) == message_id, col(Message.conversation_id) == conversation_id
    )
    return (await session.execute(query)).scalar_one_or_none()


async def list_changed_after(
    session: AsyncSession, conversation_id: int, seq: int, most: int
) -> list[Message]:
    query = select(Message).where(
        col(Message.conversation_id) == conversation_id, col(Message.changed_seq) > seq
    )
    return list((await session.execute(query.order_by(col(Message.changed_seq)).limit(most))).scalars())


async def list_newest_messages(
    session: AsyncSession, user_id: int, before: int | None, most: int
) -> list[Message]:
    found: list[Message] = []
    for mine in (Message.sender_id, Message.receiver_id):
        query = select(Message).where(col(mine) == user_id)
        if before is not None:
            query = query.where(col(Message.id) < before)
        found += (await session.execute(query.order_by(col(Message.id).desc()).limit(most))).scalars()
    return sorted(found, key=lambda one: one.known_id, reverse=True)[:most]


async def list_newly_read(
    session: AsyncSession, conversation_id: int, receiver_id: int, above: int, up_to: int, most: int
) -> list[int]:
    query = select(col(Message.id)).where(
        col(Message.conversation_id) == conversation_id,
        col(Message.receiver_id) == receiver_id,
        col(Message.place) > above,
        col(Message.place) <= up_to,
    )
    newest = (await session.execute(query.order_by(col(Message.place).desc()).limit(most))).scalars()
    return sorted(item for item in newest if item is not None)


async def put_terms(
    session: AsyncSession, message_id: int, people: Sequence[int], words: Sequence[str]
) -> None:
    await session.execute(_TERMS, {"id": message_id, "terms": terms_of(people, words)})


def terms_of(people: Sequence[int], words: Sequence[str]) -> list[str]:
    return [f"{person}.{word}" for person in people for word in words]


async def search_messages(
    session: AsyncSession, user_id: int, words: Sequence[str], *, other_id: int | None, before: int, most: int
) -> list[int]:
    # Words contain only letters, digits and underscores, so they cannot contain operators.
    query = " & ".join(f"'{user_id}.{word}':*" for word in words)
    values = {"query": query, "other": other_id, "before": before, "most": most}
    return list((await session.execute(_SEARCH, values)).scalars())


async def get_card(session: AsyncSession, deal_id: int, action: str) -> Message | None:
    query = select(Message).where(col(Message.deal_id) == deal_id, col(Message.action_type) == action)
    return (await session.execute(query)).scalar_one_or_none()


class SeenPerson(NamedTuple):
    user_id: int
    username: str
    image: str | None
    is_verified: bool
    account_status: str
    suspended_until: datetime | None
    mark: int

    @property
    def is_deleted(self) -> bool:
        return self.account_status == "erased"


class SeenProduct(NamedTuple):
    product_id: int
    name: str
    price: int
    image_url: str | None
    status: str
    listing_type: str


@dataclass(frozen=True, slots=True)
class NewMessage:
    """Not a model, because creating a model takes a fifth of the time of sending a message."""

    known_id: int
    conversation_id: int
    seq: int
    place: int
    sender_id: int
    receiver_id: int
    content: str
    product_id: int | None
    client_id: str | None
    warnings: list[str]
    created_at: datetime
    # Ordinary messages always have these values.
    message_type: str = "TEXT"
    file_id: int | None = None
    action_type: str | None = None
    actor_id: int | None = None
    deal_id: int | None = None
    offer_id: int | None = None
    is_clicked: bool = False
    reply_to_id: int | None = None
    deleted_at: datetime | None = None

    @property
    def changed_seq(self) -> int:
        return self.seq


class SeenConversation(NamedTuple):
    """The conversation is unchanged while `version` is the same."""

    id: int
    low_id: int
    high_id: int
    seq: int
    version: int


class BatchState(NamedTuple):
    """The snapshot that a batch is decided on."""

    at: datetime
    ids: list[int]
    people: dict[int, SeenPerson]
    conversations: dict[tuple[int, int], SeenConversation]
    # Number of received messages, by conversation and user id.
    received: dict[tuple[int, int], int]
    # Pairs of conversation and user id.
    muted: set[tuple[int, int]]
    # Pairs of blocker and blocked person.
    blocks: set[tuple[int, int]]
    # Pairs of sender and client id that were already used.
    client_ids: set[tuple[int, str]]
    products: dict[int, SeenProduct]


class NewSide(NamedTuple):
    conversation_id: int
    user_id: int
    received: int
    last_message_id: int
    last_at: datetime
    product_id: int | None
    has_written: bool


_PERSON = ", ".join(SeenPerson._fields).replace("mark", "xmin")


_READ_STATE = f"""
WITH those AS MATERIALIZED (
    SELECT {", ".join(SeenConversation._fields)} FROM conversations
    JOIN unnest($3::bigint[], $4::bigint[]) AS pair (low_id, high_id) USING (low_id, high_id)
)
SELECT clock_timestamp(), ARRAY(SELECT nextval('messages_id_seq') FROM generate_series(1, $1::int)),
ARRAY(SELECT ROW ({_PERSON}) FROM people WHERE user_id = ANY($2::bigint[])),
ARRAY(SELECT ROW (id, low_id, high_id, seq, version) FROM those),
ARRAY(SELECT ROW (conversation_id, user_id, received, is_muted) FROM conversation_sides
    WHERE conversation_id IN (SELECT id FROM those)),
ARRAY(SELECT ROW (blocker_id, blocked_id) FROM blocks
    WHERE is_active AND blocker_id = ANY($2::bigint[]) AND blocked_id = ANY($2::bigint[])),
ARRAY(SELECT ROW (sender_id, client_id) FROM messages
    JOIN unnest($5::bigint[], $6::text[]) AS asked (sender_id, client_id) USING (sender_id, client_id)),
ARRAY(SELECT ROW ({", ".join(SeenProduct._fields)}) FROM product_replicas WHERE product_id = ANY($7::bigint[]))
"""  # noqa: S608 - names of our own


async def read_batch_state(
    connection: DirectConnection,
    pairs: Collection[tuple[int, int]],
    client_ids: Sequence[tuple[int, str]],
    products: Collection[int],
) -> BatchState:
    people = {person for pair in pairs for person in pair}
    lows, highs = [low for low, _ in pairs], [high for _, high in pairs]
    senders, keys = [sender for sender, _ in client_ids], [key for _, key in client_ids]
    at, ids, persons, conversations, sides, blocks, known, copies = await connection.fetchrow(
        _READ_STATE, len(client_ids), list(people), lows, highs, senders, keys, list(products)
    )
    found = [SeenConversation(*row) for row in conversations]
    return BatchState(
        clock.as_read(at),
        ids,
        {row[0]: SeenPerson(*row) for row in persons},
        {(item.low_id, item.high_id): item for item in found},
        {(row[0], row[1]): row[2] for row in sides},
        {(row[0], row[1]) for row in sides if row[3]},
        {tuple(row) for row in blocks},
        {tuple(row) for row in known},
        {row[0]: SeenProduct(*row) for row in copies},
    )


# People are locked before conversations, by ascending id. A conversation is skipped if it or its people have
# changed since the snapshot.
_SAVE = f"""
WITH held AS MATERIALIZED ({actors.UNCHANGED.format("$1", "$2")}),
locked AS MATERIALIZED (
    SELECT c.id FROM conversations AS c JOIN unnest($3::bigint[], $4::bigint[]) AS seen (id, version) USING (id)
    WHERE c.version = seen.version AND (SELECT count(*) FROM held WHERE user_id IN (c.low_id, c.high_id)) = 2
    ORDER BY c.id FOR UPDATE OF c
),
moved AS (
    UPDATE conversations SET seq = new.seq, version = new.version
    FROM unnest($3::bigint[], $5::bigint[], $6::bigint[]) AS new (id, seq, version)
    WHERE conversations.id = new.id AND new.id IN (SELECT id FROM locked)
),
written AS (
    INSERT INTO messages (id, conversation_id, seq, changed_seq, place, sender_id, receiver_id, content, product_id,
        message_type, client_id, created_at, warnings, terms)
    OVERRIDING SYSTEM VALUE
    SELECT id, conversation_id, seq, seq, place, sender_id, receiver_id, content, product_id, 'TEXT', client_id,
        created_at, ARRAY(SELECT jsonb_array_elements_text(warnings::jsonb)),
        array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(terms::jsonb)))
    FROM unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::text[],
        $14::bigint[], $15::text[], $16::timestamptz[], $17::text[], $18::text[])
    AS new (id, conversation_id, seq, place, sender_id, receiver_id, content, product_id, client_id, created_at,
        warnings, terms)
    WHERE conversation_id IN (SELECT id FROM locked)
),
sides AS (
    UPDATE conversation_sides AS side SET received = new.received, last_message_id = new.last_message_id,
        last_at = new.last_at, is_archived = false, product_id = coalesce(new.product_id, side.product_id),
        has_written = side.has_written OR new.has_written,
        unread_since = CASE WHEN new.received > side.received THEN coalesce(side.unread_since, new.last_at)
            ELSE side.unread_since END
    FROM unnest($19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[], $23::timestamptz[], $24::bigint[],
        $25::boolean[])
    AS new (conversation_id, user_id, received, last_message_id, last_at, product_id, has_written)
    WHERE side.conversation_id = new.conversation_id AND side.user_id = new.user_id
        AND new.conversation_id IN (SELECT id FROM locked)
),
recorded AS ({outbox.INSERT_ALL.format("$26", "$27", "$28", "CAST(key AS bigint) IN (SELECT id FROM locked)")})
SELECT array_agg(id) FROM locked
"""  # noqa: S608 - text of our own


_MESSAGE = (
    "known_id", "conversation_id", "seq", "place", "sender_id", "receiver_id", "content", "product_id", "client_id",
    "created_at",
)  # fmt: skip


async def save_batch(
    connection: DirectConnection,
    seen: BatchState,
    conversations: Collection[SeenConversation],
    messages: Sequence[tuple[NewMessage, list[str]]],
    sides: Collection[NewSide],
    events: Sequence[tuple[Event, int, str | None]],
) -> set[int]:
    """Returns the ids of the conversations that were unchanged since the snapshot. Nothing is written for
    other conversations."""
    people = sorted({item for found in conversations for item in (found.low_id, found.high_id)})
    before = {conversation.id: conversation for conversation in seen.conversations.values()}
    rows = [message for message, _ in messages]
    written = await connection.fetchval(
        _SAVE,
        people,
        [seen.people[person].mark for person in people],
        [conversation.id for conversation in conversations],
        [before[conversation.id].version for conversation in conversations],
        [conversation.seq for conversation in conversations],
        [conversation.version for conversation in conversations],
        *([getattr(row, name) for row in rows] for name in _MESSAGE),
        [json.dumps(row.warnings) for row in rows],
        [json.dumps(terms) for _, terms in messages],
        *([getattr(side, name) for side in sides] for name in NewSide._fields),
        *outbox.event_columns(events),
    )
    if written:
        connection.info[outbox.HAS_EVENTS] = True
    return set(written or ())
