"""Test helpers: a service on the real database, signed-in people, a movable clock, and a check for blocking
calls."""

import asyncio
import contextlib
import inspect
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import httpx2
import uvicorn
from blockbuster import BlockBuster, blockbuster_ctx
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet
from sqlalchemy import text

from libs.contracts import registry  # noqa: F401 - every event can be read
from libs.contracts.event import Envelope, Event, make_envelope
from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.events.inbox import Inbox, Message, parse_message
from libs.kit.http.client import Answer
from libs.kit.service import configure

LONGER_THAN_A_RUN = 7200.0
# In seconds. A consumer that stalls after a kill restarts only after thirty seconds.
PATIENCE = 180.0
KEY = ECKey.generate_key("P-256", parameters={"kid": "test", "use": "sig", "alg": "ES256"})


def token_for(
    user_id: int,
    username: str = "amir",
    *,
    roles: tuple[str, ...] = ("seller",),
    account_status: str | None = "active",
    suspended_until: int | None = None,
    **claims: Any,
) -> str:
    """Returns a token as auth would sign it, valid for the whole test run. Claims that are None are left
    out."""
    now = int(time.time())
    usual = {
        "iss": "wangi",
        "aud": "wangi",
        "sub": str(user_id),
        "iat": now,
        "exp": now + 7_200,
        "jti": f"t{now}",
    }
    usual |= {"typ": "access", "epoch": 0, "username": username, "roles": list(roles)}
    usual |= {"accountStatus": account_status, "suspendedUntil": suspended_until}
    payload = {name: value for name, value in (usual | claims).items() if value is not None}
    return jwt.encode({"alg": "ES256", "kid": "test"}, payload, KEY, algorithms=["ES256"])


def signed_in(user_id: int, username: str = "amir", **claims: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {token_for(user_id, username, **claims)}"}


@dataclass
class Service:
    app: FastAPI
    http: httpx2.AsyncClient
    database: Database

    async def rows(self, query: str, **values: Any) -> list[dict[str, Any]]:
        async with self.database.reading() as session:
            return [dict(row) for row in (await session.execute(text(query), values)).mappings()]

    async def contents(self) -> dict[str, str]:
        """Returns a hash of each table. Includes the outbox but not the inbox."""
        found = await self.rows(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
            "AND relkind IN ('r', 'p') AND NOT relispartition AND has_table_privilege(oid, 'SELECT')"
        )
        names = sorted(row["relname"] for row in found if not row["relname"].startswith("inbox"))
        query = "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM {} t"
        return {name: str((await self.rows(query.format(f'"{name}"')))[0]["hash"]) for name in names}

    async def ask(self, path: str) -> httpx2.Response:
        secret = self.app.state.settings.internal_secret.get_secret_value()
        return await self.http.get(path, headers={"X-Internal-Secret": secret})

    async def deliver(self, *events: Event, version: int = 1) -> list[str]:
        """Handles events as the service's consumer would. Returns the outcomes."""
        inbox = Inbox(self.app.state.name, self.database, self.app.state.subscriptions)
        return [
            await inbox.handle(as_message(make_envelope(event, version + n)))
            for n, event in enumerate(events)
        ]

    async def recorded(self, key: int | str) -> list[dict[str, Any]]:
        """Returns the outbox events of an aggregate, in order."""
        import json

        rows = await self.rows("SELECT payload FROM outbox WHERE key = :key ORDER BY id", key=str(key))
        return [json.loads(row["payload"]) for row in rows]


def as_message(envelope: Envelope) -> Message:
    topic = envelope.event().topic
    return parse_message(topic, 0, 0, envelope.subject.encode(), envelope.model_dump_json().encode())


@contextlib.asynccontextmanager
async def open_service(app: FastAPI, environment: Mapping[str, str]) -> AsyncIterator[Service]:
    """Starts the app without a broker. Only `environment` is used for its settings."""
    configure(app, app.state.settings_class(**{name.lower(): value for name, value in environment.items()}))
    app.state.parts.broker = False
    # Without a broker, revocations would never be updated.
    app.state.revocations.patience = LONGER_THAN_A_RUN
    async with app.router.lifespan_context(app):
        # Otherwise a long run would request the keys from auth.
        app.state.verifier.keys.pin(KeySet([KEY]))
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url="http://service") as http:
            yield Service(app, http, app.state.database)


async def came_of(answer: aiohttp.ClientResponse) -> tuple[bytes, bool]:
    """Returns the body of a streamed response, and True if it was complete."""
    came = b""
    try:
        async for piece in answer.content.iter_any():
            came += piece
    except aiohttp.ClientPayloadError:
        return came, False
    return came, True


@contextlib.asynccontextmanager
async def serve(app: FastAPI) -> AsyncIterator[str]:
    """Serves the app on a real socket, so that clients can observe cut and stalled responses. Yields the
    URL."""
    config = uvicorn.Config(app, port=0, lifespan="off", http="httptools", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await serving


class Neighbour:
    """Another service, called in process."""

    def __init__(self, service: Service, secret: str) -> None:
        self._service, self._secret = service, secret

    async def get(self, path: str, token: str | None = None) -> Answer:
        return await self._ask("GET", path, None, token)

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        return await self._ask("POST", path, body, token)

    async def open(self, path: str) -> "WholeAnswer":
        response = await self._service.http.get(path, headers={"X-Internal-Secret": self._secret})
        if response.status_code != 200:
            raise Unavailable
        return WholeAnswer(response.content)

    async def close(self) -> None:
        pass

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None, token: str | None) -> Answer:
        headers = {"X-Internal-Secret": self._secret} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        response = await self._service.http.request(method, path, json=body, headers=headers)
        return Answer(response.status_code, response.json())


class WholeAnswer:
    def __init__(self, content: bytes) -> None:
        self._content = content

    async def pieces(self) -> AsyncIterator[bytes]:
        yield self._content

    def close(self) -> None:
        pass


async def until(done: Callable[[], Any], patience: float = PATIENCE) -> None:
    """Polls until the condition holds."""
    async with asyncio.timeout(patience):
        while True:
            answer = done()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.02)


@contextlib.contextmanager
def no_blocking_call() -> Any:
    with blockbuster_ctx() as buster:
        _allow_known(buster)
        yield buster


def _allow_known(buster: BlockBuster) -> None:
    """Tracebacks and pytest's output may block."""
    for name in ("os.stat", "io.TextIOWrapper.read", "io.BufferedReader.read"):
        if name in buster.functions:
            buster.functions[name].can_block_in("linecache.py", {"checkcache", "updatecache", "getlines"})
