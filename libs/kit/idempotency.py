"""The same request twice has one effect and one answer: key and answer live in the business transaction."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel
from sqlalchemy import text

from libs.kit.access import CurrentUser
from libs.kit.db import SessionDep
from libs.kit.errors import IdempotencyMismatch, InvalidInput

# Two at the same moment: the second INSERT waits for the first transaction, then sees its answer.
_CLAIM = text(
    "INSERT INTO idempotency_keys (actor, route, key, fingerprint) VALUES (:actor, :route, :key, :fingerprint) "
    "ON CONFLICT (actor, route, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, body = NULL, "
    "created_at = clock_timestamp() WHERE idempotency_keys.created_at < clock_timestamp() - interval '24 hours' "
    "RETURNING 1"
)
_FIND = text(
    "SELECT fingerprint, status, body FROM idempotency_keys WHERE actor = :actor AND route = :route AND key = :key"
)
_KEEP = text(
    "UPDATE idempotency_keys SET status = :status, body = :body WHERE actor = :actor AND route = :route AND key = :key"
)


class Once:
    """Runs a request's work once for each Idempotency-Key; without a key it simply runs it."""

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        user: CurrentUser,
        idempotency_key: Annotated[str | None, Header(alias="Idempotency-Key", max_length=128)] = None,
    ) -> None:
        self._request, self._session, self._key = request, session, idempotency_key
        self._row = {"actor": user.user_id, "route": f"{request.method} {request.url.path}", "key": self._key}

    async def run(self, work: Callable[[], Awaitable[BaseModel]], status: int = 201) -> Response:
        """The answer of `work`, or byte for byte the answer it gave the first time."""
        if self._key is None:
            return _json((await work()).model_dump_json().encode(), status)
        if not (1 <= len(self._key) <= 128 and self._key.isascii() and self._key.isprintable()):
            raise InvalidInput.field("Idempotency-Key", "Use 1 to 128 printable ASCII characters.")
        fingerprint = hashlib.sha256(await self._request.body()).digest()
        claimed = (await self._session.execute(_CLAIM, self._row | {"fingerprint": fingerprint})).first()
        if claimed is None:
            return await self._again(fingerprint)
        body = (await work()).model_dump_json().encode()
        await self._session.execute(_KEEP, self._row | {"status": status, "body": body})
        return _json(body, status)

    async def _again(self, fingerprint: bytes) -> Response:
        first = (await self._session.execute(_FIND, self._row)).one()
        if first.fingerprint != fingerprint:
            raise IdempotencyMismatch
        return _json(first.body, first.status)


def _json(body: bytes, status: int) -> Response:
    return Response(body, status_code=status, media_type="application/json")


OnceDep = Annotated[Once, Depends(Once)]
