import asyncio
import os
import signal
from typing import Any

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.faults.watchers import PASSING

pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
# Three batches of a ban.
AUCTIONS = 25
OTHERS = ["catalog", "messaging", "boost"]


async def sanctions_of(http: aiohttp.ClientSession, staffer: Person, person: Person) -> list[dict[str, Any]]:
    async with http.get(f"/api/admin/cases/about/{person.id}", headers=staffer.headers) as answer:
        assert answer.status in PASSING | {200}, await answer.text()
        found: list[dict[str, Any]] = (await answer.json())["sanctions"] if answer.status == 200 else []
        return found


async def waiting(http: aiohttp.ClientSession, staffer: Person) -> dict[str, Any]:
    async with http.get("/api/admin/cases/waiting", headers=staffer.headers) as answer:
        assert answer.status == 200, await answer.text()
        return dict(next(item for item in await answer.json() if item["what"] == "sanctions"))


async def test_interrupted_ban_is_finished_and_acknowledged_once(
    platform: Platform, http: aiohttp.ClientSession
) -> None:
    mail = platform.ports.url("mail")
    moderator = await people.newcomer(http, mail, "thatbans")
    code, words = await platform.wangi("user", "make-staff", moderator.name, "--role", "moderator")
    assert code == 0, words
    moderator = await people.signed_in_again(http, moderator)
    seller = await people.newcomer(http, mail, "soontobebanned")
    auctions = [await people.listed(http, seller) for _ in range(AUCTIONS)]

    os.kill(platform.pid_of("auction"), signal.SIGSTOP)
    form = {"isBanned": True, "reason": "Fake bottles.", "code": "counterfeit"}
    async with http.patch(
        f"/api/admin/users/{seller.id}/ban", json=form, headers=moderator.headers
    ) as banned:
        assert banned.status == 200, await banned.text()

    async def waits_for_auction_alone() -> bool:
        shown = await sanctions_of(http, moderator, seller)
        return bool(shown) and shown[0]["waitsFor"] == ["auction"]

    await until(waits_for_auction_alone)
    (shown,) = await sanctions_of(http, moderator, seller)
    assert [answer["service"] for answer in shown["answers"]] == OTHERS
    assert shown["answers"][0]["consequences"] == [{"what": "listings_hidden", "count": AUCTIONS}]
    late = await waiting(http, moderator)
    assert (late["count"], late["since"], late["personId"]) == (1, shown["decidedAt"], seller.id)

    os.kill(platform.pid_of("auction"), signal.SIGCONT)

    async def is_in_the_middle() -> bool:
        query = "SELECT 1 FROM auction.auctions WHERE id = ANY($1) AND status = 'cancelled' LIMIT 1"
        return bool(await platform.rows(query, auctions))

    async with asyncio.timeout(60):
        while not await is_in_the_middle():
            pass
    await platform.kill("auction")

    async def is_carried_out() -> bool:
        shown = await sanctions_of(http, moderator, seller)
        return bool(shown) and shown[0]["waitsFor"] == []

    await until(is_carried_out)
    (shown,) = await sanctions_of(http, moderator, seller)
    by_service = {answer["service"]: answer["consequences"] for answer in shown["answers"]}
    assert by_service["auction"] == [
        {"what": "auctions_cancelled", "count": AUCTIONS},
        {"what": "bids_voided", "count": 0},
    ]
    assert (await waiting(http, moderator))["count"] == 0
    await has_happened_once(platform, seller, auctions)


async def has_happened_once(platform: Platform, seller: Person, auctions: list[int]) -> None:
    cancelled = (
        "SELECT count(*) AS events, count(DISTINCT data ->> 'auctionId') AS auctions FROM admin.audit_log"
        " WHERE type = 'wangi.auction.AuctionCancelled.v1' AND (data ->> 'auctionId')::bigint = ANY($1)"
    )
    acknowledgements = (
        "SELECT source, count(*) AS events FROM admin.audit_log WHERE split_part(type, '.', 3) LIKE"
        " 'SanctionAppliedTo%' AND data ->> 'userId' = $1 GROUP BY source ORDER BY source"
    )

    async def is_written_down() -> bool:
        return bool((await platform.rows(cancelled, auctions))[0]["auctions"] == AUCTIONS)

    await until(is_written_down)
    assert (await platform.rows(cancelled, auctions))[0]["events"] == AUCTIONS
    assert await platform.rows(acknowledgements, str(seller.id)) == [
        {"source": f"/{name}", "events": 1} for name in sorted(["auction", *OTHERS])
    ]
