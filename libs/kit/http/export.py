"""Streams a data export as one JSON object, in pages. After an error, the response ends early."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel
from starlette.responses import StreamingResponse
from starlette.types import Message, Send

from libs.kit.db.database import Database

# Maximum number of rows in memory.
PAGE = 500
# A longer export is cut off.
LONGEST_SECONDS = 3600.0
# After the grace period, a client must read at least this many bytes per second of waiting.
GRACE_SECONDS, MIN_RATE = 30.0, 16 * 1024

Pieces = AsyncGenerator[bytes, None]
RenderRows = Callable[[AsyncSession, list[Any]], Awaitable[list[Any]]]


@dataclass(frozen=True)
class One:
    """A member of constant size."""

    name: str
    read: Callable[[AsyncSession], Awaitable[Any]]

    async def pieces(self, database: Database) -> Pieces:
        async with database.reading() as session:
            written = as_json(await self.read(session))
        yield written


@dataclass(frozen=True)
class Rows:
    """A person's rows of a table, ordered by a unique indexed key."""

    name: str
    table: type[SQLModel]
    mine: ColumnElement[bool]
    along: Sequence[Any]
    shown: RenderRows

    async def pieces(self, database: Database) -> Pieces:
        """Yields one row per line. No connection is held while a page is being sent."""
        yield b"["
        last: Any = None
        while True:
            async with database.reading() as session:
                rows = await self.page(session, last)
                lines = b",\n".join([as_json(item) for item in await self.shown(session, rows)])
            if lines:
                yield (b",\n" if last is not None else b"\n") + lines
            if len(rows) < PAGE:
                break
            last = rows[-1]
        yield b"]"

    async def page(self, session: AsyncSession, last: Any) -> list[Any]:
        query = select(self.table).where(self.mine).order_by(*self.along).limit(PAGE)
        if last is not None:
            query = query.where(
                tuple_(*self.along) > tuple(getattr(last, column.key) for column in self.along)
            )
        return list((await session.execute(query)).scalars())


def plain(**options: Any) -> RenderRows:
    async def shown(_: AsyncSession, rows: list[Any]) -> list[Any]:
        return [row.model_dump(mode="json", **options) for row in rows]

    return shown


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_moment).encode()


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


async def json_members(parts: Sequence[tuple[str, Pieces]]) -> Pieces:
    """The first piece is yielded after the first read, so that an early error can still become an error
    response."""
    lead = b"{"
    for name, pieces in parts:
        lead += as_json(name) + b":"
        async with aclosing(pieces):
            async for piece in pieces:
                yield lead + piece
                lead = b""
        lead = b",\n"
    yield b"}"


class Streamed(StreamingResponse):
    """A streamed response. If reading fails, the connection is cut, so that no client takes the response for
    complete. With `least_rate`, slow clients are cut off too."""

    def __init__(
        self,
        first: bytes,
        rest: Pieces,
        headers: Mapping[str, str] | None = None,
        *,
        least_rate: int | None = None,
    ) -> None:
        super().__init__(_together(first, rest), media_type="application/json", headers=headers)
        self._rest, self._least_rate = rest, least_rate

    async def stream_response(self, send: Send) -> None:
        paced = send if self._least_rate is None else _paced(send, self._least_rate)
        async with aclosing(self._rest), asyncio.timeout(LONGEST_SECONDS):
            await super().stream_response(paced)


def _paced(send: Send, least_rate: int) -> Send:
    """Only the time spent waiting for the client counts."""
    sent, waited = 0, 0.0

    async def paced(message: Message) -> None:
        nonlocal sent, waited
        sent += len(message.get("body", b""))
        most = GRACE_SECONDS + sent / least_rate
        begun = time.monotonic()
        async with asyncio.timeout(most - waited):
            await send(message)
        waited += time.monotonic() - begun
        if waited > most:
            raise TimeoutError

    return paced


async def _together(first: bytes, rest: Pieces) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


async def streaming_response(
    pieces: Pieces, headers: Mapping[str, str] | None = None, *, least_rate: int | None = None
) -> Streamed:
    """Reads the first piece before the response starts, so that an early error becomes an error response."""
    return Streamed(await anext(pieces), pieces, headers, least_rate=least_rate)


async def export_parts(database: Database, parts: Sequence[One | Rows]) -> Streamed:
    """Has no minimum rate, because auth reads the exports of all services one after another."""
    return await streaming_response(json_members([(part.name, part.pieces(database)) for part in parts]))
