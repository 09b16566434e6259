import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest

from deploy.local.stack import Stack
from libs.kit.tests.lab import until
from tests.journeys.browser import OUT_WITHIN, Browser, rows_of
from tests.support.pace import on_this_machine

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]
WHO_ASKS = ("auction", "boost", "catalog", "messaging")
APPLIED = " UNION ALL ".join(
    f"SELECT '{name}' AS part FROM {name}.platform_rules WHERE name = 'saved_searches' AND value = $1"
    for name in WHO_ASKS
)


@pytest.fixture
async def admin(platform: Stack) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession(platform.ports.base_url) as http:
        browser = Browser(http)
        status, answer = await browser.post(
            "/api/v1/auth/login", {"username": "demo_admin", "password": "Wangi-demo-1"}
        )
        assert status == 200, answer
        browser.token, browser.id = answer["token"], answer["user"]["id"]
        yield browser


async def move(admin: Browser, value: int) -> None:
    async with admin.http.get("/api/admin/rules", headers=admin.headers) as page:
        rules = (await page.json())["rules"]
    changes = next(rule["changes"] for rule in rules if rule["name"] == "saved_searches")
    body = {"value": value, "changes": changes, "words": "Fewer mails."}
    path = "/api/admin/rules/saved_searches"
    async with admin.http.put(path, json=body, headers=admin.headers) as answer:
        assert answer.status == 200, await answer.text()


async def test_changed_rule_reaches_all_services_within_five_seconds(platform: Stack, admin: Browser) -> None:
    for value in (21, 20):
        await move(admin, value)

        async def all_have_applied(value: int = value) -> bool:
            return {row["part"] for row in await rows_of(platform, APPLIED, value)} == set(WHO_ASKS)

        async with asyncio.timeout(on_this_machine(OUT_WITHIN)):
            await until(all_have_applied)
