"""A repeated request takes effect once. The key and the response are stored in the business transaction."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import NAMESPACE_URL, UUID, uuid5

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import SessionDep, database_of
from libs.kit.errors import IdempotencyMismatch, InvalidInput
from libs.kit.http.access import CurrentUser
from libs.kit.security.tokens import Identity

# A concurrent INSERT waits for the first transaction and then sees its response.
_CLAIM = text(
    "INSERT INTO idempotency_keys (actor, route, key, fingerprint) VALUES (:actor, :route, :key, :fingerprint) "
    "ON CONFLICT (actor, route, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, body = NULL, "
    "created_at = clock_timestamp() WHERE idempotency_keys.created_at < statement_timestamp() - interval '24 hours' "
    "RETURNING 1"
)
_FIND = text(
    "SELECT fingerprint, status, body FROM idempotency_keys WHERE actor = :actor AND route = :route AND key = :key"
)
_FIND_ANSWER = text(
    "SELECT fingerprint, status, body FROM idempotency_keys WHERE actor = :actor AND route = :route AND key = :key "
    "AND status IS NOT NULL AND created_at >= statement_timestamp() - interval '24 hours'"
)
_FIND_PART = text(
    "SELECT 1 FROM idempotency_keys WHERE actor = :actor AND route = :route AND key = :key "
    "AND created_at >= statement_timestamp() - interval '24 hours'"
)
_KEEP = text(
    "UPDATE idempotency_keys SET status = :status, body = :body WHERE actor = :actor AND route = :route AND key = :key"
)
_FORGET = text("DELETE FROM idempotency_keys WHERE actor = :actor")


async def forget_keys(session: AsyncSession, user_id: int) -> None:
    await session.execute(_FORGET, {"actor": user_id})


class Once:
    """Runs work once per idempotency key. Without a key, the work always runs."""

    def __init__(self, request: Request, session: AsyncSession, user: Identity, key: str | None) -> None:
        self._request, self._session, self._key = request, session, key
        self._row = {"actor": user.user_id, "route": f"{request.method} {request.url.path}", "key": self._key}

    async def run(
        self,
        work: Callable[[], Awaitable[BaseModel | tuple[BaseModel, int]]],
        status: int = 201,
        *,
        content: bytes | None = None,
    ) -> Response:
        """Returns the response of `work`. For a repeated request, returns the stored response byte by byte.
        Pass `content` for a form with a file, whose multipart boundary differs each time."""
        if self._key is None:
            return _json(*_encode(await work(), status))
        fingerprint = await self._fingerprint(content)
        claimed = (await self._session.execute(_CLAIM, self._row | {"fingerprint": fingerprint})).first()
        if claimed is None:
            return await self._again(fingerprint)
        body, status = _encode(await work(), status)
        await self._session.execute(_KEEP, self._row | {"status": status, "body": body})
        return _json(body, status)

    @property
    def batch_id(self) -> UUID:
        """Stays the same when the request is repeated."""
        if self._key is None:
            raise InvalidInput.field("Idempotency-Key", "Field required")
        return uuid5(NAMESPACE_URL, "{actor} {route} {key}".format(**self._row))

    async def begins(self, session: AsyncSession, part: int) -> bool:
        """Returns True if this part of the request must be done now. Call in the transaction that does it, so
        that each part is done once."""
        if self._key is None:
            return True
        row = self._row | {"route": f"{self._row['route']}#{part}", "fingerprint": await self._fingerprint()}
        if (await session.execute(_CLAIM, row)).first() is not None:
            return True
        if (await session.execute(_FIND, row)).one().fingerprint != row["fingerprint"]:
            raise IdempotencyMismatch
        return False

    async def is_done(self, session: AsyncSession, part: int) -> bool:
        """True if the part was already done under the same key."""
        if self._key is None:
            return False
        row = self._row | {"route": f"{self._row['route']}#{part}"}
        return (await session.execute(_FIND_PART, row)).first() is not None

    async def stored_answer(self) -> Response | None:
        """Returns the stored response for this key. For routes that first call another service, so that
        nothing is reserved twice."""
        if self._key is None:
            return None
        async with database_of(self._request).reading() as session:
            first = (await session.execute(_FIND_ANSWER, self._row)).one_or_none()
        if first is None:
            return None
        if first.fingerprint != hashlib.sha256(await self._request.body()).digest():
            raise IdempotencyMismatch
        return _json(first.body, first.status)

    async def _fingerprint(self, content: bytes | None = None) -> bytes:
        check_key(self._key or "")
        return hashlib.sha256(await self._request.body() if content is None else content).digest()

    async def _again(self, fingerprint: bytes) -> Response:
        first = (await self._session.execute(_FIND, self._row)).one()
        if first.fingerprint != fingerprint:
            raise IdempotencyMismatch
        return _json(first.body, first.status)


def _encode(answer: BaseModel | tuple[BaseModel, int], status: int) -> tuple[bytes, int]:
    model, status = answer if isinstance(answer, tuple) else (answer, status)
    return model.model_dump_json().encode(), status


def _json(body: bytes, status: int) -> Response:
    return Response(body, status_code=status, media_type="application/json")


@dataclass(frozen=True)
class Claim:
    actor: int
    route: str
    key: str
    fingerprint: bytes

    @property
    def name(self) -> tuple[int, str, str]:
        return self.actor, self.route, self.key


# Part of a larger query. Selects stored responses and fingerprints.
STORED_ANSWERS = """
SELECT ROW (actor, route, key, fingerprint, body) FROM idempotency_keys
NATURAL JOIN unnest({}::bigint[], {}::text[], {}::text[]) AS asked (actor, route, key)
WHERE created_at >= statement_timestamp() - interval '24 hours'
"""
# Part of a larger statement, which checks that the keys have no response yet.
KEEP_ALL = """
INSERT INTO idempotency_keys (actor, route, key, fingerprint, body, status)
SELECT actor, route, key, fingerprint, body, {}
FROM unnest({}::bigint[], {}::text[], {}::text[], {}::bytea[], {}::bytea[])
AS kept (actor, route, key, fingerprint, body) WHERE {}
ON CONFLICT (actor, route, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
body = excluded.body, created_at = clock_timestamp()
WHERE idempotency_keys.created_at < statement_timestamp() - interval '24 hours'
"""


def asked_for(claims: Iterable[Claim]) -> tuple[list[int], list[str], list[str]]:
    """Returns the column values for `STORED_ANSWERS`, without duplicates."""
    names = {claim.name for claim in claims}
    return [name[0] for name in names], [name[1] for name in names], [name[2] for name in names]


def to_keep(
    answers: Mapping[Claim, bytes],
) -> tuple[list[int], list[str], list[str], list[bytes], list[bytes]]:
    """Returns the column values for `KEEP_ALL`, sorted to avoid deadlocks."""
    ordered = sorted(answers, key=lambda claim: claim.name)
    fingerprints, bodies = [item.fingerprint for item in ordered], [answers[item] for item in ordered]
    names = [item.actor for item in ordered], [item.route for item in ordered], [item.key for item in ordered]
    return *names, fingerprints, bodies


def check_key(key: str) -> None:
    if not (key and len(key) <= 128 and key.isascii() and key.isprintable()):
        raise InvalidInput.field("Idempotency-Key", "Use 1 to 128 printable ASCII characters.")


Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=128)]


async def _once(
    request: Request, session: SessionDep, user: CurrentUser, idempotency_key: Key = None
) -> Once:
    return Once(request, session, user, idempotency_key)


OnceDep = Annotated[Once, Depends(_once)]
