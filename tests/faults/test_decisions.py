import asyncio
from typing import Any

import aiohttp
import pytest

from libs.kit.tests.lab import until
from tests.faults import people
from tests.faults.people import Person
from tests.faults.platform import Platform
from tests.faults.traders import BOTTLE
from tests.faults.watchers import PACE, PASSING

# A connection that a kill cut is left to the garbage collector.
pytestmark = [
    pytest.mark.servers,
    pytest.mark.slow,
    pytest.mark.quiet,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]
TAKE_DOWN: dict[str, Any] = {"decision": "take_down", "reason": "counterfeit", "words": "The cap is wrong."}
SUSPEND: dict[str, Any] = TAKE_DOWN | {"decision": "suspend", "days": 3}


@pytest.fixture(scope="module")
async def moderator(platform: Platform, http: aiohttp.ClientSession) -> Person:
    staffer = await people.newcomer(http, platform.ports.url("mail"), "thatjudges")
    code, words = await platform.wangi("user", "make-staff", staffer.name, "--role", "moderator")
    assert code == 0, words
    return await people.signed_in_again(http, staffer)


async def pressed(http: aiohttp.ClientSession, who: Person, path: str, form: dict[str, Any]) -> Any:
    """Retry until there is a response."""
    while True:
        try:
            async with http.post(path, json=form, headers=who.headers) as answer:
                if answer.status not in PASSING:
                    assert answer.status in (200, 201), await answer.text()
                    return await answer.json()
        except (aiohttp.ClientError, OSError, TimeoutError):
            pass
        await asyncio.sleep(PACE)


async def reported(
    platform: Platform, http: aiohttp.ClientSession, seller: Person, reporter: Person
) -> tuple[int, int]:
    listing = await pressed(http, seller, "/api/products", BOTTLE | {"listingType": "fixed", "price": 390})
    report = {"reason": "counterfeit", "words": "The cap is of another brand."}
    await pressed(http, reporter, f"/api/products/{listing['id']}/report", report)
    query = "SELECT id FROM admin.cases WHERE kind = 'listing' AND subject_id = $1"

    async def is_there() -> bool:
        return bool(await platform.rows(query, listing["id"]))

    await until(is_there)
    (case,) = await platform.rows(query, listing["id"])
    return listing["id"], case["id"]


async def decided_while_dying(
    platform: Platform,
    http: aiohttp.ClientSession,
    staffer: Person,
    case_id: int,
    form: dict[str, Any],
    carrier: str,
) -> None:
    path = f"/api/admin/cases/{case_id}/decision"
    await asyncio.gather(pressed(http, staffer, path, form), platform.kill("admin"))
    await platform.kill(carrier)
    await pressed(http, staffer, path, form)

    async def is_over() -> bool:
        rows = await platform.rows(
            "SELECT 1 FROM admin.case_acknowledgements WHERE case_id = $1 AND done_at IS NULL", case_id
        )
        (case,) = await platform.rows("SELECT state FROM admin.cases WHERE id = $1", case_id)
        return not rows and case["state"] == "closed"

    await until(is_over)


async def notifications_of(platform: Platform, seller: Person) -> list[str]:
    rows = await platform.rows(
        "SELECT kind FROM auth.notifications WHERE user_id = $1 ORDER BY id", seller.id
    )
    return [row["kind"] for row in rows]


async def recorded(platform: Platform, *kinds: str, case_id: int) -> list[str]:
    query = (
        "SELECT split_part(type, '.', 3) AS kind FROM admin.audit_log"
        " WHERE split_part(type, '.', 3) = ANY($1) AND data ->> 'caseId' = $2 ORDER BY id"
    )
    return [row["kind"] for row in await platform.rows(query, list(kinds), str(case_id))]


async def test_listing_is_removed_once_though_admin_and_catalog_die(
    platform: Platform, http: aiohttp.ClientSession, moderator: Person
) -> None:
    mail = platform.ports.url("mail")
    seller, reporter = [
        await people.newcomer(http, mail, f"{item}oflistings") for item in ("seller", "reporter")
    ]
    product_id, case_id = await reported(platform, http, seller, reporter)
    before = await notifications_of(platform, seller)
    await decided_while_dying(platform, http, moderator, case_id, TAKE_DOWN, "catalog")
    query = "SELECT status, removed_reason FROM catalog.products WHERE id = $1"
    assert await platform.rows(query, product_id) == [{"status": "removed", "removed_reason": "counterfeit"}]
    await has_one_end(platform, case_id, "catalog", "ListingTakenDown", seller, before)


async def test_account_is_suspended_once_though_admin_and_auth_die(
    platform: Platform, http: aiohttp.ClientSession, moderator: Person
) -> None:
    mail = platform.ports.url("mail")
    seller, reporter = [
        await people.newcomer(http, mail, f"{item}ofaccounts") for item in ("seller", "reporter")
    ]
    _, case_id = await reported(platform, http, seller, reporter)
    before = await notifications_of(platform, seller)
    await decided_while_dying(platform, http, moderator, case_id, SUSPEND, "auth")
    query = "SELECT act FROM auth.staff_acts WHERE user_id = $1"
    assert await platform.rows(query, seller.id) == [{"act": "suspend"}]
    (account,) = await platform.rows("SELECT suspended_until FROM auth.users WHERE id = $1", seller.id)
    assert account["suspended_until"] is not None
    await has_one_end(platform, case_id, "auth", "SanctionImposed", seller, before)


async def has_one_end(
    platform: Platform, case_id: int, carrier: str, effect: str, seller: Person, before: list[str]
) -> None:
    acknowledgements = await platform.rows(
        "SELECT service, outcome FROM admin.case_acknowledgements WHERE case_id = $1", case_id
    )
    assert acknowledgements == [{"service": carrier, "outcome": "done"}]
    kinds = ("CaseDecided", effect)

    async def is_published() -> bool:
        events = await recorded(platform, *kinds, case_id=case_id)
        return set(events) == set(kinds) and len(await notifications_of(platform, seller)) > len(before)

    await until(is_published)
    assert sorted(await recorded(platform, *kinds, case_id=case_id)) == sorted(kinds)
    assert len(await notifications_of(platform, seller)) == len(before) + 1
