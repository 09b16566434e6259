import itertools
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp

from libs.kit.testing import Service

START = "/api/v1/auth/oidc/contoh/start"


_numbers = itertools.count(1)


def somebody(**changes: Any) -> dict[str, Any]:
    number = next(_numbers)
    usual = {"sub": f"s-{number}", "email": f"outside{number}@mail.example", "email_verified": True}
    return usual | {"given_name": "Mei Ling", "family_name": f"Tan{number}"} | changes


@dataclass
class Browser:
    auth: Service
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, address: str) -> Any:
        return await self.call("GET", address)

    async def call(self, method: str, address: str, **options: Any) -> Any:
        self.auth.http.cookies.clear()
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = await self.auth.http.request(method, path, headers=headers, **options)
        self.cookies |= dict(answer.cookies)
        return answer

    async def start(self, redirect: str | None = None) -> str:
        options = {"params": {"redirect": redirect}} if redirect is not None else {}
        answer = await self.call("GET", START, **options)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    async def go_to_provider(self, start: str) -> str:
        async with aiohttp.ClientSession() as http, http.get(start, allow_redirects=False) as answer:
            assert answer.status == 302
            return answer.headers["Location"]

    async def back(self, address: str) -> dict[str, str]:
        answer = await self.get(address)
        assert answer.status_code == 302, answer.text
        landed = urlsplit(answer.headers["location"])
        base = urlsplit(self.auth.app.state.settings.base_url)
        assert (landed.scheme, landed.netloc, landed.path) == (base.scheme, base.netloc, "/auth-callback")
        assert (landed.query, answer.headers["referrer-policy"]) == ("", "no-referrer")
        return {name: values[0] for name, values in parse_qs(landed.fragment).items()}

    async def round(self, redirect: str | None = None) -> dict[str, str]:
        return await self.back(await self.go_to_provider(await self.start(redirect)))

    async def exchange(self, token: str, **more: Any) -> Any:
        return await self.call("POST", "/api/v1/auth/session", json={"supabaseToken": token, **more})

    async def sign_in(self) -> Any:
        landed = await self.round()
        assert "access_token" in landed, landed
        return await self.exchange(landed["access_token"])


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code")
