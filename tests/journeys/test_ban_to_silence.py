import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError
from websockets.asyncio.client import ClientConnection

from deploy.local.stack import Stack
from libs.contracts.services import SERVICES
from libs.kit.security.revocation import CHANNEL
from libs.kit.tests.lab import until
from tests.journeys.browser import OUT_WITHIN, Browser, at_a_browser, live, rows_of
from tests.support.pace import on_this_machine

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]


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


async def ban(admin: Browser, person: Browser, *, banned: bool = True) -> None:
    path = f"/api/admin/users/{person.id}/ban"
    body = {"isBanned": banned, "reason": "fake bottles"}
    async with admin.http.patch(path, json=body, headers=admin.headers) as answer:
        assert answer.status == 200, await answer.text()


async def test_ban_reaches_every_service_and_socket_within_five_seconds(
    platform: Stack, admin: Browser, seller: Browser, plain: Browser, plain_ws: ClientConnection
) -> None:
    """P-F1, C40, U1, ADM-08"""
    auction_id = await seller.list_auction()
    async with at_a_browser(platform) as watcher, live(platform, watcher) as watching:
        await watching.send(json.dumps({"type": "joinAuction", "auctionId": auction_id}))
        await watcher.next("resync")
        assert (await plain.post(f"/api/auctions/{auction_id}/bids", {"amount": 150}))[0] == 201
        assert (await watcher.next("newBid"))["auction"]["currentBid"] == 150

        await ban(admin, plain)
        async with asyncio.timeout(on_this_machine(OUT_WITHIN)):
            await plain_ws.wait_closed()
            await until(lambda: refused(platform, plain, auction_id))
            await watcher.next("resync")
        async with watcher.http.get(f"/api/auctions/{auction_id}", headers=watcher.headers) as page:
            shown = await page.json()
        assert (shown["currentBid"], shown["bidCount"]) == (None, 0), "the bid of the banned counts no more"

        await ban(admin, seller)
        async with asyncio.timeout(on_this_machine(OUT_WITHIN)):
            ended = await watcher.next("auctionEnded")
        assert ended["outcome"] == "cancelled"
    await until(lambda: hidden(platform, seller))
    assert {row["part"] for row in await rows_of(platform, WHO_KNOWS, plain.id)} == set(SERVICES)


WHO_KNOWS = " UNION ALL ".join(
    f"SELECT '{name}' AS part FROM {name}.revocations WHERE user_id = $1" for name in SERVICES
)


async def refused(platform: Stack, person: Browser, auction_id: int) -> bool:
    asked = {
        "auth": ("GET", "/api/v1/auth/me"),
        "catalog": ("POST", "/api/products"),
        "auction": ("POST", f"/api/auctions/{auction_id}/bids"),
        "gateway": ("GET", "/api/v1/auth/me"),
    }
    async with aiohttp.ClientSession(headers=person.headers) as http:
        for part, (method, path) in asked.items():
            body = {"amount": 1} if method == "POST" else None
            async with http.request(method, platform.ports.url(part) + path, json=body) as answer:
                if answer.status != 401:
                    return False
    return True


async def hidden(platform: Stack, seller: Browser) -> bool:
    async with (
        aiohttp.ClientSession() as http,
        http.get(platform.ports.url("catalog") + "/api/products") as answer,
    ):
        return all(product["sellerId"] != seller.id for product in await answer.json())


async def test_ban_survives_an_empty_redis(platform: Stack, admin: Browser, seller: Browser) -> None:
    """P-F1, F15"""
    assert not await refused(platform, seller, 1)
    async with without_hints(platform) as redis:
        await ban(admin, seller)
        await redis.flushall()
        await until(lambda: refused(platform, seller, 1))


@asynccontextmanager
async def without_hints(platform: Stack) -> AsyncIterator[Redis]:
    users = (*SERVICES, "gateway")
    async with (
        Redis.from_url(platform.servers.redis_url) as redis,
        Redis.from_url(platform.parts["auth"]["REDIS_URL"]) as auth,
    ):
        for user in users:
            await redis.execute_command("ACL", "SETUSER", user, "resetchannels")  # type: ignore[no-untyped-call]
        try:
            with pytest.raises(NoPermissionError):
                await auth.publish(CHANNEL, "0:0")
            yield redis
        finally:
            for user in users:
                await redis.execute_command("ACL", "SETUSER", user, f"&{CHANNEL}")  # type: ignore[no-untyped-call]


async def test_banned_person_may_look_and_leave_and_return_after_unban(
    platform: Stack, admin: Browser
) -> None:
    """U1, C40"""
    async with at_a_browser(platform) as person:
        await ban(admin, person)
        handle = {"email": person.email, "password": person.password}
        status, response = await person.post("/api/v1/auth/login", handle)
        assert status == 200, response
        person.token = response["token"]
        async with person.http.get(f"/api/user/{person.id}/export", headers=person.headers) as answer:
            assert answer.status == 200, await answer.text()
        status, response = await person.post("/api/auctions/1/bids", {"amount": 999})
        assert (status, response["code"]) == (403, "banned")
        await ban(admin, person, banned=False)
        status, response = await person.post("/api/v1/auth/refresh")
        person.token = response["token"]
        assert (await person.list_auction()) > 0


async def test_staff_read_what_each_service_did_after_a_ban(platform: Stack, admin: Browser) -> None:
    """C40, U1"""
    async with at_a_browser(platform) as person:
        await person.list_auction()
        await ban(admin, person)
        assert await carried_out(admin, person, "ban") == {
            "catalog": {"listings_hidden": 1}, "auction": {"auctions_cancelled": 1, "bids_voided": 0},
            "messaging": {}, "boost": {},
        }  # fmt: skip
        await ban(admin, person, banned=False)
        lifted = await carried_out(admin, person, "lift_ban")
        assert set(lifted) == {"catalog", "auction", "messaging", "boost"}
        for days, sanction in ((3, "suspend"), (0, "lift_suspension")):
            body = {"days": days, "reason": "fake bottles"}
            status, answer = await admin.post(f"/api/admin/users/{person.id}/suspend", body)
            assert status == 200, answer
            found = await carried_out(admin, person, sanction)
            assert found == {name: {} for name in ("catalog", "auction", "messaging", "boost")}


async def carried_out(admin: Browser, person: Browser, sanction: str) -> dict[str, dict[str, int]]:
    newest: list[dict[str, Any]] = []

    async def is_answered() -> bool:
        path = f"/api/admin/cases/about/{person.id}"
        async with admin.http.get(path, headers=admin.headers) as answer:
            newest[:] = (await answer.json())["sanctions"][:1]
        return bool(newest) and newest[0]["sanction"] == sanction and newest[0]["waitsFor"] == []

    await until(is_answered)
    return {
        item["service"]: {each["what"]: each["count"] for each in item["consequences"]}
        for item in newest[0]["answers"]
    }
