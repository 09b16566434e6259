from collections.abc import Mapping
from typing import Any

from sqlalchemy import text

from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.testing import Service


class Strangers(InternalClient):
    """A service in which nobody has dealings with anybody, and which answers nothing else."""

    def __init__(self) -> None: ...

    async def get(self, path: str, token: str | None = None) -> Answer:
        if "/dealings/" not in path:
            raise Unavailable
        return Answer(200, {"areOpen": False})

    async def post(self, path: str, body: Mapping[str, Any], token: str | None = None) -> Answer:
        raise Unavailable

    async def open(self, path: str) -> Any:
        raise Unavailable

    async def close(self) -> None: ...


async def add_person(service: Service, user_id: int, *, username: str) -> None:
    """Stores the person as if auth had returned the name."""
    row = "INSERT INTO people (user_id, username, stale) VALUES (:user_id, :username, false) ON CONFLICT DO NOTHING"
    async with service.database.transaction() as session:
        await session.execute(text(row), {"user_id": user_id, "username": username})
