"""Messages change only while their conversation is locked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.messaging import (
    ConversationStarted,
    MessageChanged,
    MessageKind,
    MessageSent,
    MessagesRead,
)
from libs.kit.errors import InvalidInput, NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.messaging.attachments.models import MessageFile
from services.messaging.attachments.queries import discard_file, sum_sent_since
from services.messaging.attachments.rules import check_may_send
from services.messaging.conversations import rules as conversation_rules
from services.messaging.conversations.models import Conversation, Side
from services.messaging.conversations.queries import (
    begin_conversation,
    blockers_between,
    count_started_since,
    count_warned_strangers,
    get_sides,
    lock_conversation,
    lock_conversation_by_id,
)
from services.messaging.conversations.rules import DifferentMessage
from services.messaging.conversations.schemas import MessageIn
from services.messaging.messages import queries
from services.messaging.messages.models import Message
from services.messaging.messages.queries import NewMessage
from services.messaging.messages.rules import warnings_of
from services.messaging.replicas.queries import get_person, get_product, lock_for_counting

A_DAY = timedelta(days=1)


MAX_READ_IDS = 100


@dataclass(frozen=True)
class Draft:
    receiver_id: int
    content: str
    product_id: int | None = None
    reply_to_id: int | None = None
    client_id: str | None = None
    file: MessageFile | None = None


def draft_of(form: MessageIn) -> Draft:
    return Draft(form.receiver_id, form.content, form.product_id, form.reply_to_id, form.client_id)


async def send_message(session: AsyncSession, sender: Identity, draft: Draft) -> tuple[Message, bool]:
    """Idempotent per client id. Returns the message and whether it is new."""
    await people.lock_actor(session, sender)
    await check_may_write(session, sender.user_id, draft.receiver_id)
    _check_content(draft)
    conversation = await open_conversation(session, sender.user_id, draft.receiver_id, draft.product_id)
    if draft.client_id is not None:
        first = await queries.get_message_of_client(session, sender.user_id, draft.client_id)
        if first is not None:
            return _check_repeated_message(first, draft), False
    await _check_parts(session, conversation, draft)
    file_id = None if draft.file is None else await _keep_file(session, draft.file)
    message = await add_message(
        session,
        conversation,
        Message(
            conversation_id=conversation.known_id, seq=0, changed_seq=0, place=0, sender_id=sender.user_id,
            receiver_id=draft.receiver_id, content=draft.content, product_id=draft.product_id,
            message_type="TEXT" if file_id is None else "FILE", file_id=file_id,
            reply_to_id=draft.reply_to_id, client_id=draft.client_id, warnings=warnings_of(draft.content),
            created_at=await clock.now(session),
        ),
    )  # fmt: skip
    words = conversation_rules.words_of(draft.content)
    if words:
        await queries.put_terms(session, message.known_id, (sender.user_id, draft.receiver_id), words)
    return message, True


async def check_may_write(session: AsyncSession, sender_id: int, receiver_id: int) -> None:
    """Raises if the receiver is unknown or does not accept messages. Does not lock the receiver."""
    account_status = await people.get_account_status(session, receiver_id)
    if await get_person(session, receiver_id) is None and account_status != "erased":
        raise NotFound
    blockers = await blockers_between(session, sender_id, receiver_id)
    conversation_rules.check_may_write(
        sender_id,
        receiver_id,
        account_status,
        has_blocked=sender_id in blockers,
        is_blocked=receiver_id in blockers,
    )


def _check_content(draft: Draft) -> None:
    if draft.file is None and not draft.content.strip():
        raise InvalidInput.field("content", "Please write a message.")


async def _keep_file(session: AsyncSession, file: MessageFile) -> int:
    await lock_for_counting(session, "files", file.sender_id)
    file.created_at = await clock.now(session)
    sent = await sum_sent_since(session, file.sender_id, file.created_at - A_DAY)
    check_may_send(*sent)
    session.add(file)
    await session.flush()
    return file.known_id


def _check_repeated_message(first: Message, draft: Draft) -> Message:
    if (first.receiver_id, first.product_id) != (draft.receiver_id, draft.product_id):
        raise DifferentMessage
    if (first.message_type == "FILE") != (draft.file is not None):
        raise DifferentMessage
    if first.deleted_at is None and first.content not in ("", draft.content):
        raise DifferentMessage
    return first


async def _check_parts(session: AsyncSession, conversation: Conversation, draft: Draft) -> None:
    if draft.product_id is not None and await get_product(session, draft.product_id) is None:
        raise NotFound
    if draft.reply_to_id is not None:
        quoted = await queries.get_message(session, draft.reply_to_id)
        if quoted is None or quoted.conversation_id != conversation.id:
            raise NotFound


async def open_conversation(
    session: AsyncSession,
    starter_id: int,
    other_id: int,
    product_id: int | None,
    *,
    by_platform: bool = False,
) -> Conversation:
    """Returns the conversation locked, and creates it if needed. Limits do not apply to the platform."""
    found = await lock_conversation(session, starter_id, other_id)
    if found is not None:
        return found
    now = await clock.now(session)
    if not by_platform:
        # Locked last, so that it cannot cause deadlocks.
        await lock_for_counting(session, "starts", starter_id)
        person = await get_person(session, starter_id)
        joined_at = person.joined_at if person else None
        started = await count_started_since(session, starter_id, now - A_DAY)
        conversation_rules.check_may_start(started, conversation_rules.most_starts(joined_at, now, 0))
        warned = await count_warned_strangers(session, starter_id, now - conversation_rules.NEW_FOR)
        conversation_rules.check_may_start(started, conversation_rules.most_starts(joined_at, now, warned))
    is_new = await begin_conversation(session, starter_id, other_id, now, by_platform=by_platform)
    found = await lock_conversation(session, starter_id, other_id)
    assert found is not None
    if is_new:
        event = ConversationStarted(
            conversation_id=found.known_id,
            starter_id=starter_id,
            other_id=other_id,
            product_id=product_id,
            started_at=now,
        )
        await record_event(session, found, event)
    return found


async def add_message(session: AsyncSession, conversation: Conversation, message: Message) -> Message:
    """Call with the conversation locked."""
    sides = await get_sides(session, conversation.known_id)
    mine, theirs = sides[message.sender_id], sides[message.receiver_id]
    conversation.seq += 1
    theirs.received += 1
    message.seq = message.changed_seq = conversation.seq
    message.place = theirs.received
    session.add(message)
    await session.flush()
    mine.has_written = True
    for side in (mine, theirs):
        side.last_message_id, side.last_at, side.is_archived = message.known_id, message.created_at, False
        side.product_id = message.product_id or side.product_id
    theirs.unread_since = theirs.unread_since or message.created_at
    await record_event(session, conversation, message_sent(message, is_muted=theirs.is_muted))
    return message


def message_sent(message: Message | NewMessage, *, is_muted: bool) -> MessageSent:
    is_step = message.deal_id is not None and message.action_type != "INITIATE"
    return MessageSent(
        conversation_id=message.conversation_id,
        message_id=message.known_id,
        seq=message.seq,
        sender_id=message.sender_id,
        receiver_id=message.receiver_id,
        product_id=message.product_id,
        kind=cast("MessageKind", message.message_type),
        length=conversation_rules.length_of(message.content),
        notifies_receiver=not is_muted and not is_step,
        sent_at=message.created_at,
    )


async def record_event(session: AsyncSession, conversation: Conversation, event: Event) -> None:
    """Call with the conversation locked."""
    conversation.version += 1
    await session.flush()
    await outbox.record(session, event, version=conversation.version)


async def touch_message(
    session: AsyncSession, conversation: Conversation, message: Message, change: str, now: datetime
) -> None:
    """The new `seq` makes clients that were offline fetch the message again."""
    conversation.seq += 1
    message.changed_seq = conversation.seq
    event = MessageChanged(
        conversation_id=conversation.known_id,
        message_id=message.known_id,
        seq=conversation.seq,
        sender_id=message.sender_id,
        receiver_id=message.receiver_id,
        change="deleted" if change == "deleted" else "card",
        changed_at=now,
    )
    await record_event(session, conversation, event)


async def delete_message(session: AsyncSession, sender: Identity, message_id: int) -> Message:
    await people.lock_actor(session, sender)
    message = await queries.get_message(session, message_id)
    if message is None or message.sender_id != sender.user_id or message.message_type == "ACTION":
        raise NotFound
    conversation = await lock_conversation_by_id(session, message.conversation_id)
    await session.refresh(message)
    if message.deleted_at is not None:
        return message
    conversation_rules.check_may_delete(message.created_at, now := await clock.now(session))
    await empty_message(session, conversation, message, now)
    return message


async def empty_message(
    session: AsyncSession, conversation: Conversation, message: Message, now: datetime
) -> None:
    """Call with the conversation locked."""
    file_id = message.file_id
    # The warnings are kept, so that deleting messages cannot reset the count.
    message.content, message.deleted_at, message.file_id = "", now, None
    await queries.put_terms(session, message.known_id, (), ())
    await touch_message(session, conversation, message, "deleted", now)
    if file_id is not None:
        await discard_file(session, file_id)


async def mark_read(
    session: AsyncSession, reader: Identity, *, message_id: int | None, sender_id: int | None
) -> tuple[int, MessagesRead | None]:
    """The read position never decreases. Returns the sender, and the event if a message became read."""
    if message_id is not None:
        message = await queries.get_message(session, message_id)
        if message is None or message.receiver_id != reader.user_id:
            raise NotFound
        sender_id, up_to = message.sender_id, message.place
    else:
        assert sender_id is not None
        up_to = None
    conversation = await lock_conversation(session, reader.user_id, sender_id)
    if conversation is None:
        raise NotFound
    side = (await get_sides(session, conversation.known_id))[reader.user_id]
    read = await _read_up_to(session, conversation, side, side.received if up_to is None else up_to)
    return sender_id, read


async def _read_up_to(
    session: AsyncSession, conversation: Conversation, side: Side, up_to: int
) -> MessagesRead | None:
    if up_to <= side.read:
        return None
    now = await clock.now(session)
    ids: Sequence[int] = await queries.list_newly_read(
        session, conversation.known_id, side.user_id, side.read, up_to, MAX_READ_IDS
    )
    side.delivered, side.read = max(side.delivered, up_to), up_to
    side.unread_since, side.mailed = None if side.read == side.received else now, False
    event = MessagesRead(
        conversation_id=conversation.known_id,
        reader_id=side.user_id,
        sender_id=side.other_id,
        message_ids=list(ids),
        up_to_id=ids[-1],
        read_at=now,
    )
    await record_event(session, conversation, event)
    return event
