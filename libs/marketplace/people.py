"""Account status of people from events, and their names from auth."""

import asyncio
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

import structlog
from fastapi import FastAPI
from sqlalchemy import DateTime, bindparam, column, select, table, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, SQLModel

from libs.contracts.events.auth import (
    UserBanned,
    UserErased,
    UserEvent,
    UserProfileChanged,
    UserRegistered,
    UserSuspended,
    UserUnbanned,
    UserVerified,
)
from libs.kit.db.database import Database
from libs.kit.errors import DomainError, NotSignedIn, Unavailable
from libs.kit.events.subscribing import Subscriptions
from libs.kit.http.client import InternalClient
from libs.kit.http.export import One
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.access import refuse_inactive
from libs.marketplace.errors import Banned, Suspended

log = structlog.get_logger(__name__)

AT_ONCE = 100
POLL_SECONDS = 20.0
AWAY_SECONDS = 2.0
# Key in the transaction's `info`, set if a name has to be requested from auth.
NEWS = "people"
# Temporary failures: auth or the database is unavailable, or a response is malformed.
PASSING = (Unavailable, OSError, SQLAlchemyError, ValueError, KeyError, TypeError)

COLUMNS = (
    "user_id", "username", "shop_name", "image", "is_verified", "joined_at", "account_status", "suspended_until",
)  # fmt: skip
PEOPLE = table("people", *(column(name) for name in (*COLUMNS, "stale", "news", "forgotten_at")))


class PersonColumns(SQLModel):
    """Mixin. Each service adds its base class and the table name."""

    user_id: int = Field(primary_key=True)
    username: str = ""
    shop_name: str = ""
    image: str | None = None
    # Decided by messaging. Auth includes it in the profile.
    is_verified: bool = False
    joined_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    account_status: str = "active"
    suspended_until: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))

    @property
    def is_deleted(self) -> bool:
        """Erased people have no name. Clients choose a label in the reader's language."""
        return self.account_status == "erased"


def subscribe(subscriptions: Subscriptions) -> None:
    for kind in (UserRegistered, UserProfileChanged, UserVerified):
        subscriptions.also(kind, _look_again)
    subscriptions.also(UserBanned, store_ban)
    subscriptions.also(UserUnbanned, _unbanned)
    subscriptions.also(UserSuspended, _suspended)
    subscriptions.also(UserErased, _erased)
    subscriptions.last_words.add(UserErased.type_name())


async def _look_again(event: UserEvent, session: AsyncSession) -> None:
    await _note(session, event.user_id, stale=True)


async def store_ban(event: UserBanned, session: AsyncSession) -> None:
    await _note(session, event.user_id, account_status="banned")


async def _unbanned(event: UserUnbanned, session: AsyncSession) -> None:
    await _note(session, event.user_id, account_status="active")


async def _suspended(event: UserSuspended, session: AsyncSession) -> None:
    until = event.until if event.until > event.suspended_at else None
    await _note(session, event.user_id, suspended_until=until)


async def _erased(event: UserErased, session: AsyncSession) -> None:
    await mark_erased(session, event.user_id)


async def mark_erased(session: AsyncSession, user_id: int) -> None:
    nothing = {"username": "", "shop_name": "", "image": None, "is_verified": False, "joined_at": None}
    nothing |= {"suspended_until": None}
    await _note(session, user_id, account_status="erased", stale=False, **nothing)


async def _note(session: AsyncSession, user_id: int, **columns: Any) -> None:
    """A new person's name is requested from auth. Erased rows stay unchanged."""
    row = insert(PEOPLE).values(user_id=user_id, **columns)
    news = columns | {"news": PEOPLE.c.news + 1}
    alive = PEOPLE.c.account_status != "erased"
    await session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=news, where=alive))
    session.info[NEWS] = True


async def lock_actor(session: AsyncSession, person: Identity, *, is_bound: bool = False) -> None:
    """Lock the person's row against a concurrent ban. Call before taking any other lock. An unknown name is
    stored from the token. With `is_bound`, a person with an open purchase may act even if banned or suspended
    (decision 0040)."""
    row = await _locked_row(session, person.user_id)
    if row is None or is_stranger(row):
        await _meet(session, person)
        row = await _locked_row(session, person.user_id)
    refusal = (
        NotSignedIn() if row.account_status == "erased" else None if is_bound else refusal_of(person, row)
    )
    if refusal is not None:
        raise refusal


async def _locked_row(session: AsyncSession, user_id: int) -> Any:
    query = select(PEOPLE.c.account_status, PEOPLE.c.suspended_until, PEOPLE.c.username).where(
        PEOPLE.c.user_id == user_id
    )
    return (await session.execute(query.with_for_update(read=True))).one_or_none()


def is_stranger(row: Any) -> bool:
    return bool(row.username == "" and row.account_status != "erased")


def refusal_of(person: Identity, row: Any) -> DomainError | None:
    """Returns why a person may not act, according to the token and the row, or None."""
    try:
        refuse_inactive(person)
    except DomainError as refusal:
        return refusal
    if row.account_status in ("erased", "banned"):
        return NotSignedIn() if row.account_status == "erased" else Banned()
    suspended = row.suspended_until is not None and row.suspended_until > clock.about_now()
    return Suspended(row.suspended_until) if suspended else None


async def _meet(session: AsyncSession, person: Identity) -> None:
    row = insert(PEOPLE).values(user_id=person.user_id, username=person.username)
    nameless = (PEOPLE.c.username == "") & (PEOPLE.c.account_status != "erased")
    name = {"username": row.excluded.username}
    await session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=name, where=nameless))
    session.info[NEWS] = True


async def get_account_status(session: AsyncSession, user_id: int) -> str:
    """Locks the row until the end of the transaction. Unknown people are active."""
    query = select(PEOPLE.c.account_status).where(PEOPLE.c.user_id == user_id).with_for_update(read=True)
    return str((await session.execute(query)).scalar_one_or_none() or "active")


async def text_about(session: AsyncSession, text: str, *user_ids: int) -> str:
    """Returns an empty string if one of the people is erased, because text about them is not stored."""
    for user_id in sorted(user_ids):
        if await get_account_status(session, user_id) == "erased":
            return ""
    return text


async def names_of(session: AsyncSession, people: Collection[int]) -> dict[int, str]:
    """Excludes erased and unknown people."""
    if not people:
        return {}
    query = select(PEOPLE.c.user_id, PEOPLE.c.username)
    rows = await session.execute(query.where(PEOPLE.c.user_id.in_(people), PEOPLE.c.username != ""))
    return {row.user_id: row.username for row in rows}


def export_replica(user_id: int) -> One:
    """The first part of each service's export."""

    async def read(session: AsyncSession) -> dict[str, Any]:
        query = select(*(PEOPLE.c[name] for name in COLUMNS)).where(PEOPLE.c.user_id == user_id)
        row = (await session.execute(query)).mappings().one_or_none()
        return {name: _plain(value) for name, value in row.items()} if row else {}

    return One("person", read)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


_STALE = text("SELECT user_id, news FROM people WHERE stale ORDER BY user_id LIMIT :limit")
_NAMES = text(
    "UPDATE people SET username = fields.username, shop_name = fields.shop_name, image = fields.image, "
    "is_verified = fields.is_verified, joined_at = fields.joined_at, stale = false, "
    "account_status = COALESCE(fields.account_status, people.account_status), suspended_until = "
    "CASE WHEN fields.account_status IS NULL THEN people.suspended_until ELSE fields.suspended_until END "
    "FROM jsonb_to_recordset(CAST(:fields AS jsonb)) AS fields(user_id bigint, username text, "
    "shop_name text, image text, is_verified boolean, joined_at timestamptz, account_status text, "
    "suspended_until timestamptz, news int) "
    "WHERE people.user_id = fields.user_id AND people.news = fields.news AND people.account_status <> 'erased'"
).bindparams(bindparam("fields"))


# Suspensions have their own column. The status from auth overrides older events but not newer ones.
_ACCOUNT_STATUSES = {"active": "active", "suspended": "active", "banned": "banned"}


async def request_names(database: Database, auth: InternalClient) -> int:
    """Request up to a hundred names from auth. Returns the number of requested names. Raises `Unavailable`. A
    person who changed meanwhile is requested again."""
    async with database.reading() as session:
        stale = {row.user_id: row.news for row in await session.execute(_STALE, {"limit": AT_ONCE})}
    if not stale:
        return 0
    answer = await auth.get(f"/internal/people?ids={','.join(map(str, stale))}")
    if answer.status != 200:
        raise Unavailable
    profiles = {int(person["id"]): person for person in answer.body}
    rows = [_row(user_id, news, profiles.get(user_id, {})) for user_id, news in stale.items()]
    async with database.transaction() as session:
        await session.execute(_NAMES, {"fields": json.dumps(rows)})
    return len(stale)


def _row(user_id: int, news: int, person: dict[str, Any]) -> dict[str, Any]:
    return {
        "user_id": user_id,
        "news": news,
        "username": person.get("username") or "",
        "shop_name": person.get("shopName") or "",
        "image": person.get("image"),
        "is_verified": bool(person.get("isVerified")),
        "joined_at": person.get("createdAt"),
        "account_status": _ACCOUNT_STATUSES.get(person.get("accountStatus", "")),
        "suspended_until": person.get("suspendedUntil"),
    }


async def keep_refreshing(app: FastAPI) -> None:
    """Request names after each commit that needs one, and periodically."""
    woken = asyncio.Event()

    def wake(session: AsyncSession) -> None:
        if session.info.pop(NEWS, False):
            woken.set()

    app.state.database.after_commit.append(wake)
    while True:
        woken.clear()
        pause = POLL_SECONDS
        try:
            while await request_names(app.state.database, app.state.calls["auth"]) == AT_ONCE:
                pass
        except PASSING as away:
            pause = AWAY_SECONDS
            log.info("names wait for auth", cause=repr(away))
        try:
            async with asyncio.timeout(pause):
                await woken.wait()
        except TimeoutError:
            continue
        if pause == AWAY_SECONDS:
            await asyncio.sleep(pause)
