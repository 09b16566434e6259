import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.faults.traders import BOTTLE
from tests.support.newcomer import PASSWORD
from tests.support.pace import on_this_machine

# A connection that a kill cut is left to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
SECONDS = 5.0


async def an_admin(platform: Platform, http: aiohttp.ClientSession) -> Person:
    boss = await people.newcomer(http, platform.ports.url("mail"), "thatpauses")
    code, words = await platform.wangi("user", "make-staff", boss.name, "--role", "admin")
    assert code == 0, words
    return await people.signed_in_again(http, boss)


async def set_switch(http: aiohttp.ClientSession, admin: Person, name: str, *, is_on: bool) -> None:
    """Repeating it changes nothing."""
    async with http.get("/api/admin/settings", headers=admin.headers) as answer:
        (seen,) = [setting for setting in (await answer.json())["settings"] if setting["name"] == name]
    form = {"isOn": is_on, "changes": seen["changes"], "words": "The law has changed."}
    async with http.put(f"/api/admin/settings/{name}", json=form, headers=admin.headers) as answer:
        assert answer.status == 200, await answer.text()


class Asker:
    """Returns the refusal."""

    def __init__(self, platform: Platform, http: aiohttp.ClientSession, seller: Person) -> None:
        self.platform, self.http, self.seller = platform, http, seller
        self.numbers = itertools.count()

    async def auctions(self) -> str:
        terms = {"startingPrice": 100, "endsAt": (datetime.now(UTC) + timedelta(hours=2)).isoformat()}
        return await self._code("/api/products", BOTTLE | {"listingType": "auction", "auction": terms})

    async def registration(self) -> str:
        name = f"paused{next(self.numbers)}"
        form = {"username": name, "email": f"{name}@wangi.example", "password": PASSWORD}
        return await self._code("/api/v1/auth/register", form | {"firstName": "A", "lastName": "B"})

    async def payments(self) -> str:
        async with self.http.post(
            "/api/products", json=BOTTLE | {"listingType": "fixed", "price": 390}, headers=self.seller.headers
        ) as answer:
            assert answer.status == 201, await answer.text()
            product = (await answer.json())["id"]
        query = "SELECT 1 FROM boost.product_replicas WHERE product_id = $1"

        async def is_known() -> bool:
            return bool(await self.platform.rows(query, product))

        await until(is_known)
        return await self._code("/api/boost/create-order", {"boostPackageId": 1, "productIds": [product]})

    async def protected_purchase(self) -> str:
        async with self.http.get("/api/boost/protection") as answer:
            return "" if (await answer.json())["isOpen"] else "protection_closed"

    async def _code(self, path: str, form: dict[str, Any]) -> str:
        async with self.http.post(path, json=form, headers=self.seller.headers) as answer:
            return "" if answer.status == 201 else str((await answer.json())["code"])


@pytest.fixture(scope="module")
async def admin(platform: Platform, http: aiohttp.ClientSession) -> Person:
    return await an_admin(platform, http)


@pytest.fixture(scope="module")
async def asker(platform: Platform, http: aiohttp.ClientSession) -> Asker:
    return Asker(platform, http, await people.newcomer(http, platform.ports.url("mail"), "thatwaits"))


@pytest.mark.parametrize(
    ("switch", "service", "refusal"),
    [
        ("auctions", "auction", "auctions_paused"),
        ("registration", "auth", "registration_paused"),
        ("payments", "boost", "payments_paused"),
        ("protected_purchase", "boost", "protection_closed"),
    ],
)
async def test_pause_applies_within_seconds_and_survives_a_kill(
    platform: Platform,
    http: aiohttp.ClientSession,
    admin: Person,
    asker: Asker,
    measured: Callable[[str], None],
    switch: str,
    service: str,
    refusal: str,
) -> None:
    admin = await people.signed_in_again(http, admin)
    asker.seller = await people.signed_in_again(http, asker.seller)
    ask: Callable[[], Awaitable[str]] = getattr(asker, switch)

    async def ends_with(code: str) -> bool:
        return await ask() == code

    await until(lambda: ends_with(""))
    began = time.monotonic()
    await set_switch(http, admin, switch, is_on=False)
    await until(lambda: ends_with(refusal))
    took = time.monotonic() - began
    assert took < on_this_machine(SECONDS)
    await set_switch(http, admin, switch, is_on=True)
    await until(lambda: ends_with(""))
    # A service that is down consumes the change later.
    await asyncio.gather(set_switch(http, admin, switch, is_on=False), platform.kill(service))
    await until(lambda: ends_with(refusal))
    await set_switch(http, admin, switch, is_on=True)
    await until(lambda: ends_with(""))
    measured(f"a pause of {switch} counted after {took:.2f} s")
