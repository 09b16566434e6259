"""API keys for a gateway without services."""

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from gateway.http.api_keys import PATH
from gateway.tests.harness import Harness, as_object
from libs.contracts.scopes import SCOPES
from libs.kit.errors import DomainError
from libs.kit.http.error_responses import body_of
from libs.kit.security.api_keys import new_api_key, session_of_key


@dataclass
class KeyRing:
    harness: Harness
    claims: dict[str, dict[str, Any]] = field(default_factory=dict)
    refusals: dict[str, DomainError] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    is_away: bool = False

    def __post_init__(self) -> None:
        self.harness.services.answers[PATH] = self.answer

    def add(self, *scopes: str, user_id: int = 7, **claims: Any) -> str:
        key = new_api_key()
        number = len(self.claims) + 1
        usual = {"user_id": user_id, "scope": " ".join(scopes), "sid": session_of_key(number, 1)}
        self.claims[key] = usual | claims
        return key

    async def answer(self, request: web.Request) -> web.StreamResponse:
        key = (await request.json())["key"]
        self.asked.append(key)
        if self.is_away:
            return web.json_response({}, status=500)
        if (refusal := self.refusals.get(key)) is not None:
            return web.json_response(body_of(refusal), status=refusal.status)
        claims = self.claims.get(key)
        return web.json_response({"token": self.harness.token(**claims) if claims else None})

    async def call(
        self, key: str, method: str, path: str, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        status, body, _ = await self.whole_call(key, method, path, headers)
        return status, body

    async def whole_call(
        self, key: str, method: str, path: str, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, Any], dict[str, str]]:
        sent = {"Authorization": f"Bearer {key}"} | (headers or {})
        form: dict[str, Any] | None = None if method in ("GET", "HEAD") else {}
        async with self.harness.http.request(
            method, self.harness.address + path, headers=sent, json=form
        ) as answer:
            return answer.status, as_object(await answer.read()), dict(answer.headers)

    def reached(self, path: str) -> list[Any]:
        return [seen for seen in self.harness.services.seen if seen.target.partition("?")[0] == path]


def all_but(scope: str) -> list[str]:
    return [item for item in SCOPES if item != scope]
