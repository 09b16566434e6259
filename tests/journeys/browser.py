import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import asyncpg
from websockets.asyncio.client import ClientConnection, connect

from deploy.local.stack import Stack
from libs.kit.testing import PATIENCE
from tests.support.newcomer import PASSWORD, newcomer

OUT_WITHIN = 5.0
Frame = dict[str, Any]


@dataclass
class Browser:
    http: aiohttp.ClientSession
    id: int = 0
    token: str = ""
    email: str = ""
    password: str = PASSWORD
    frames: "asyncio.Queue[Frame]" = field(default_factory=asyncio.Queue)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def post(self, path: str, body: Frame | None = None, **headers: str) -> tuple[int, Frame]:
        async with self.http.post(path, json=body, headers=self.headers | headers) as answer:
            return answer.status, await answer.json()

    async def sign_in(self, mail: str) -> None:
        body = await newcomer(self.http, "", mail, f"j{uuid.uuid4().hex[:12]}")
        self.id, self.token, self.email = body["user"]["id"], body["token"], body["user"]["email"]

    async def list_auction(self, **fields: str) -> int:
        ends = (datetime.now(UTC) + timedelta(hours=2)).isoformat()
        bottle = {
            "name": "Oud",
            "brand": "Wangi",
            "description": "Little used.",
            "categoryId": 2,
            "volume": 50,
        }
        terms = {"listingType": "auction", "auction": {"startingPrice": 100, "endsAt": ends}}
        status, listed = await self.post("/api/products", bottle | terms | fields)
        assert status == 201, listed
        return int(listed["auction"]["id"])

    async def compare_tables(self, auction_id: int) -> int:
        """Open the page, so that the auction is known even before its event arrives."""
        async with self.http.get(f"/api/auctions/{auction_id}", headers=self.headers) as answer:
            assert answer.status == 200, await answer.text()
        return auction_id

    async def next(self, name: str) -> Frame:
        async with asyncio.timeout(PATIENCE):
            while (frame := await self.frames.get())["type"] != name:
                pass
            return frame


@asynccontextmanager
async def at_a_browser(platform: Stack) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession(platform.ports.base_url) as http:
        browser = Browser(http)
        await browser.sign_in(platform.ports.url("mail"))
        yield browser


@asynccontextmanager
async def live(platform: Stack, browser: Browser) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://localhost:{platform.ports.gateway}/ws", additional_headers=browser.headers
    ) as ws:

        async def listen() -> None:
            async for text in ws:
                browser.frames.put_nowait(json.loads(text))

        listening = asyncio.create_task(listen())
        yield ws
        await ws.close()
        await asyncio.gather(listening, return_exceptions=True)


async def rows_of(platform: Stack, query: str, *values: object) -> list[Frame]:
    connection = await asyncpg.connect(platform.admin_url.rsplit("/", 1)[0] + "/wangi")
    try:
        return [dict(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()
