import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from urllib.parse import quote

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.messaging import ReportedFileOpened
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotFound, Unavailable
from libs.kit.events import outbox
from libs.kit.media.pictures import InvalidImage, PictureStore, PictureTooLarge, looks_like_a_picture, redraw
from libs.kit.media.signing import GOOD_FOR_SECONDS
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.errors import ConflictOfInterest
from services.messaging.attachments import queries, rules
from services.messaging.attachments.models import MessageFile
from services.messaging.attachments.rules import FileRefused, FileTooLarge
from services.messaging.conversations.models import Report
from services.messaging.conversations.queries import get_report_about_message
from services.messaging.messages.models import Message
from services.messaging.messages.queries import get_message
from services.messaging.messages.service import A_DAY, Draft, send_message

DELETED_AT_ONCE, GIVEN_UP_AFTER = 100, 20


async def send_file(
    database: Database,
    store: PictureStore,
    sender: Identity,
    draft: Draft,
    name: str,
    data: bytes,
) -> Message:
    """The file is processed and stored before the transaction, because that takes time. Files without a row
    are deleted immediately or by `sweep`."""
    async with database.reading() as session:
        since = clock.about_now() - A_DAY
        rules.check_may_send(*await queries.sum_sent_since(session, sender.user_id, since))
    token = secrets.token_hex(16)
    file, contents = await _prepare_file(sender, data, token)
    file.name = rules.name_of(name, file.content_type)
    file.sender_id, file.receiver_id = sender.user_id, draft.receiver_id
    await keep_files(store, contents)
    try:
        async with database.transaction() as session:
            message, is_new = await send_message(session, sender, replace(draft, file=file))
    except Unavailable:
        raise  # The row may be committed. If not, the sweep deletes the files.
    except DomainError:
        await delete_file(store, token)
        raise
    if not is_new:
        await delete_file(store, token)
    return message


async def keep_files(store: PictureStore, contents: Mapping[str, bytes]) -> None:
    await asyncio.gather(*(store.put(name, content) for name, content in contents.items()))


async def delete_file(store: PictureStore, token: str) -> None:
    await asyncio.gather(*(store.delete(token + ending) for ending in rules.SIZES))


async def _prepare_file(sender: Identity, data: bytes, token: str) -> tuple[MessageFile, dict[str, bytes]]:
    if len(data) > rules.MAX_BYTES:
        raise FileTooLarge
    row = MessageFile(
        token=token, sender_id=0, receiver_id=0, name="", content_type="", size=len(data),
        created_at=clock.about_now(),
    )  # fmt: skip
    if not looks_like_a_picture(data):
        row.content_type = await asyncio.to_thread(rules.document_type, data)
        return row, {token: data}
    try:
        drawn = await redraw(data, rules.SIZES, sender.user_id)
    except InvalidImage:
        raise FileRefused from None
    except PictureTooLarge:
        raise FileTooLarge from None
    whole = drawn[""]
    row.content_type, row.size = rules.PICTURE, len(whole.content)
    row.width, row.height = whole.width, whole.height
    return row, {token + ending: one.content for ending, one in drawn.items()}


async def open_reported(
    database: Database, store: PictureStore, admin: Identity, message_id: int
) -> tuple[MessageFile, bytes]:
    """Access is logged before the file is returned, and only if the file exists."""
    async with database.reading() as session:
        file, report = await _reported(session, message_id, await clock.now(session))
    ConflictOfInterest.refuse_party(admin.user_id, (report.about_id,))
    content = await store.get(rules.file_of(file.token, file.content_type))
    if content is None:
        raise NotFound
    async with database.transaction() as session:
        now = await clock.now(session)
        file, report = await _reported(session, message_id, now)  # The file may have been deleted meanwhile.
        event = ReportedFileOpened(
            report_id=report.known_id, message_id=message_id, by_admin_id=admin.user_id, opened_at=now
        )
        await outbox.record(session, event, version=1)
    return file, content


async def _reported(session: AsyncSession, message_id: int, now: datetime) -> tuple[MessageFile, Report]:
    message = await get_message(session, message_id)
    if message is None or message.file_id is None:
        raise NotFound
    report = await get_report_about_message(session, message, now - rules.REPORT_OPEN_FOR)
    if report is None:
        raise NotFound
    return (await queries.get_files(session, [message.file_id]))[message.file_id], report


async def delete_discarded(database: Database, store: PictureStore) -> int:
    """Returns the number of deleted files. A failure does not block the other files. Raises Unavailable after
    20 failures."""
    deleted, failed, last = 0, 0, ""
    while True:
        async with database.reading() as session:
            tokens = await queries.list_discarded(session, last, DELETED_AT_ONCE)
        gone = []
        for last in tokens:
            try:
                await delete_file(store, last)
            except Unavailable:
                failed += 1
                if failed == GIVEN_UP_AFTER:
                    break
            else:
                gone.append(last)
        if gone:
            async with database.transaction() as session:
                await queries.forget_discarded(session, gone)
        deleted += len(gone)
        if failed == GIVEN_UP_AFTER:
            raise Unavailable
        if len(tokens) < DELETED_AT_ONCE:
            return deleted


async def sweep(database: Database, store: PictureStore, now: datetime) -> int:
    swept = 0
    async for page in store.pages():
        old = {rules.token_of(name) for name, kept in page if kept < now - rules.PATIENCE}
        async with database.reading() as session:
            unnamed = await queries.find_unnamed(session, old) if old else set[str]()
        for token in sorted(unnamed):
            await delete_file(store, token)
            swept += 1
    return swept


# Scripts in a file never run, whatever type a browser assumes. The cache lifetime limits how long a copy
# outlives the file.
SAFE_HEADERS = {
    "Cache-Control": f"private, max-age={GOOD_FOR_SECONDS}",
    "Accept-Ranges": "none",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}


def headers_of(file: MessageFile) -> dict[str, str]:
    how = "inline" if file.content_type == rules.PICTURE else "attachment"
    return SAFE_HEADERS | {"Content-Disposition": f"{how}; filename*=UTF-8''{quote(file.name, safe='')}"}
