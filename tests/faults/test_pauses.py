"""What an operator pauses counts everywhere within seconds, also where a service is killed meanwhile."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.faults.traders import BOTTLE
from tests.support.pace import on_this_machine

# A connection that a kill cut in the middle is left to the garbage collector.
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


async def set_auctions(http: aiohttp.ClientSession, admin: Person, *, is_on: bool) -> None:
    """Press until it is answered: the same again by the same person changes nothing."""
    async with http.get("/api/admin/settings", headers=admin.headers) as answer:
        (seen,) = [one for one in (await answer.json())["settings"] if one["name"] == "auctions"]
    form = {"isOn": is_on, "changes": seen["changes"], "words": "The law has changed."}
    async with http.put("/api/admin/settings/auctions", json=form, headers=admin.headers) as answer:
        assert answer.status == 200, await answer.text()


async def code_of_listing(http: aiohttp.ClientSession, seller: Person) -> str:
    """List an auction; the code of the refusal, nothing if it is listed."""
    terms = {"startingPrice": 100, "endsAt": (datetime.now(UTC) + timedelta(hours=2)).isoformat()}
    listing: dict[str, Any] = BOTTLE | {"listingType": "auction", "auction": terms}
    async with http.post("/api/products", json=listing, headers=seller.headers) as answer:
        return "" if answer.status == 201 else str((await answer.json())["code"])


async def test_a_pause_counts_within_seconds_and_outlives_a_kill(
    platform: Platform, http: aiohttp.ClientSession, measured: Callable[[str], None]
) -> None:
    admin = await an_admin(platform, http)
    seller = await people.newcomer(http, platform.ports.url("mail"), "thatwaits")
    codes: list[str] = []

    async def ends_with(code: str) -> bool:
        codes.append(await code_of_listing(http, seller))
        return codes[-1] == code

    assert await ends_with("")
    began = time.monotonic()
    await set_auctions(http, admin, is_on=False)
    await until(lambda: ends_with("auctions_paused"))
    took = time.monotonic() - began
    assert took < on_this_machine(SECONDS)
    await set_auctions(http, admin, is_on=True)
    await until(lambda: ends_with(""))
    # Killed while the change is on its way, the service hears of it when it is back.
    await asyncio.gather(set_auctions(http, admin, is_on=False), platform.kill("auction"))
    await until(lambda: ends_with("auctions_paused"))
    await set_auctions(http, admin, is_on=True)
    await until(lambda: ends_with(""))
    measured(f"a pause of auctions counted after {took:.2f} s")
