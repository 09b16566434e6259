import asyncio
import re
from typing import Any

import aiohttp

from libs.kit.testing import PATIENCE

PASSWORD = "Kasturi-laut-9"
TOKEN = re.compile(r"#access_token=([\w.-]+)")


async def newcomer(
    http: aiohttp.ClientSession, gateway: str, mail: str, name: str, **fields: str
) -> dict[str, Any]:
    """Returns the sign-in's `token` and `user`."""
    account = {"username": name, "email": f"{name}@wangi.example", "password": PASSWORD} | fields
    form = {"firstName": "A", "lastName": "B"} | account
    async with http.post(f"{gateway}/api/v1/auth/register", json=form) as answer:
        assert answer.status == 201, await answer.text()
    token = await link_token(http, mail, account["email"])
    async with http.post(f"{gateway}/api/verify-email", json={"token": token}) as answer:
        assert answer.status == 200, await answer.text()
        signed_in: dict[str, Any] = await answer.json()
        return signed_in


async def signed_in(http: aiohttp.ClientSession, gateway: str, name: str) -> dict[str, Any]:
    async with http.post(
        f"{gateway}/api/v1/auth/login", json={"username": name, "password": PASSWORD}
    ) as answer:
        assert answer.status == 200, await answer.text()
        body: dict[str, Any] = await answer.json()
        return body


async def link_token(http: aiohttp.ClientSession, mail: str, address: str) -> str:
    async with asyncio.timeout(PATIENCE):
        while True:
            async with http.get(f"{mail}/api/messages", params={"to": address}) as answer:
                for caught in await answer.json():
                    if found := TOKEN.search(caught["text"]):
                        return found.group(1)
            await asyncio.sleep(0.05)
