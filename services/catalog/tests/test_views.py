import asyncio
import hashlib
import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from libs.kit.security.safe import Safe
from libs.kit.testing import Service, signed_in
from services.catalog.jobs import trim
from services.catalog.search.jobs import count_popularity
from services.catalog.tests.makers import listed_by
from services.catalog.tests.test_favourites import favour
from services.catalog.views import queries as view_queries
from services.catalog.views.rules import day_of
from services.catalog.views.service import PURPOSE

pytestmark = pytest.mark.servers


async def look(
    catalog: Service, product: int, *, at: str = "203.0.113.9", agent: str = "one", **headers: str
) -> int:
    sent_headers = {"X-Forwarded-For": at, "User-Agent": agent} | headers
    return (await catalog.http.post(f"/api/products/{product}/view", headers=sent_headers)).status_code


async def views(catalog: Service, product: int) -> int:
    rows = await catalog.rows("SELECT views FROM product_counts WHERE product_id = :id", id=product)
    return int(rows[0]["views"]) if rows else 0


async def test_visitor_counts_once_a_day(catalog: Service) -> None:
    """DASH-16"""
    product = (await listed_by(catalog, 17701))["id"]
    for _ in range(3):
        assert await look(catalog, product) == 204
    await look(catalog, product, at="203.0.113.77")  # The same network.
    assert await views(catalog, product) == 1
    await look(catalog, product, agent="another")
    await look(catalog, product, at="198.51.100.1")
    await look(catalog, product, at="203.0.113.9", **signed_in(17711))
    await look(catalog, product, at="198.51.100.9", agent="a phone", **signed_in(17711))
    assert await views(catalog, product) == 4, "somebody signed in is the same on every device"
    clock.forward(days=1)
    await look(catalog, product)
    assert await views(catalog, product) == 5
    events = await catalog.recorded(f"views-{product}")
    assert [(event["version"], event["data"]["views"]) for event in events] == [(n, n) for n in range(1, 6)]
    assert "203.0.113" not in str(events)


async def test_views_and_favourites_update_the_card_at_once(catalog: Service) -> None:
    product = (await listed_by(catalog, 17705))["id"]

    async def counts() -> list[tuple[int, int]]:
        page = (await catalog.http.get(f"/api/products/{product}")).json()
        cards = (await catalog.http.get("/api/products", params={"limit": 200, "sort": "newest"})).json()
        card = next(item for item in cards if item["id"] == product)
        return [(item["views"], item["favourites"]) for item in (page, card)]

    assert await counts() == [(0, 0)] * 2
    await look(catalog, product)
    assert await counts() == [(1, 0)] * 2
    await favour(catalog, 17712, product)
    assert await counts() == [(1, 1)] * 2


async def test_concurrent_views_of_a_visitor_count_once(catalog: Service) -> None:
    product = (await listed_by(catalog, 17702))["id"]
    await asyncio.gather(*(look(catalog, product) for _ in range(10)))
    assert await views(catalog, product) == 1


async def test_sellers_own_view_does_not_count(catalog: Service) -> None:
    product = (await listed_by(catalog, 17703))["id"]
    assert await look(catalog, product, **signed_in(17703)) == 204
    assert await views(catalog, product) == 0
    assert await look(catalog, 2**62) == 404


@pytest.mark.parametrize("family", [4, 6])
async def test_network_counts_for_at_most_three_guests(catalog: Service, family: int) -> None:
    product = (await listed_by(catalog, 17721))["id"]
    for number in range(40):
        at = "203.0.113.9" if family == 4 else f"2001:db8:7:{number:x}::1"
        assert await look(catalog, product, at=at, agent=f"browser {number}") == 204
    assert await views(catalog, product) == 3
    await look(catalog, product, at="198.51.100.9" if family == 4 else "2001:db8:8::1")
    assert await views(catalog, product) == 4
    clock.forward(days=1)
    await look(catalog, product, at="203.0.113.9", agent="browser 1")
    assert await views(catalog, product) == 5


@pytest.mark.parametrize(
    "agent",
    [
        "",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://x)",
        "bingbot",
        "curl/8.5",
        "WhatsApp/2.23",
        "Slurp",
    ],
)
async def test_robot_is_not_counted(catalog: Service, agent: str) -> None:
    product = (await listed_by(catalog, 17722))["id"]
    assert await look(catalog, product, agent=agent) == 204
    assert await views(catalog, product) == 0
    await look(catalog, product, agent="Mozilla/5.0 (Linux; Android 14; CUBOT X50) Mobile Safari/537.36")
    assert await views(catalog, product) == 1


async def test_stored_views_do_not_identify_visitors(catalog: Service) -> None:
    product = (await listed_by(catalog, 17704))["id"]
    await look(catalog, product, at="192.0.2.55", agent="Canary/1.0")
    await look(catalog, product, **signed_in(17711))
    kept = await catalog.rows("SELECT * FROM product_visitors WHERE product_id = :id", id=product)
    assert len(kept) == 2
    for row in kept:
        assert len(row["visitor"]) == 16
        assert not any(word in str(row) for word in ("192.0.2", "Canary", "17711"))
    place = hashlib.sha256(b"Canary/1.0").digest()[0] % 3
    words = [f"{kept[0]['day']} user 17711", f"{kept[0]['day']} guest 192.0.2.0/24 {place}"]
    secret = catalog.app.state.settings.internal_secret.get_secret_value()
    ours, guessed = (
        {bytes.fromhex(safe.derive(PURPOSE, word))[:16] for word in words}
        for safe in (Safe(secret), Safe("a guess"))
    )
    assert {bytes(row["visitor"]) for row in kept} == ours
    assert not ours & (guessed | {hashlib.sha256(word.encode()).digest()[:16] for word in words})


async def test_visitors_are_forgotten_each_day(catalog: Service) -> None:
    product = (await listed_by(catalog, 17705))["id"]
    await look(catalog, product)
    await trim(catalog.database, clock.about_now())
    kept = "SELECT count(*) AS n FROM product_visitors WHERE product_id = :id"
    assert (await catalog.rows(kept, id=product))[0]["n"] == 1
    await trim(catalog.database, clock.about_now() + timedelta(days=2))
    assert (await catalog.rows(kept, id=product))[0]["n"] == 0
    assert await views(catalog, product) == 1


async def test_popularity_weighs_views_favourites_and_bids(
    catalog: Service,
) -> None:
    """U10, U16"""
    liked, looked_at, untouched = [(await listed_by(catalog, 17706))["id"] for _ in range(3)]
    for number in range(4):
        await look(catalog, liked, at=f"203.0.{number}.9")
    await favour(catalog, 17711, liked)
    await look(catalog, looked_at)
    now = clock.about_now()
    await count_popularity(catalog.database, now)
    found = await popularity(catalog, liked, looked_at, untouched)
    # Both are rounded.
    seven_points = pytest.approx(1_000 * math.log2(4 + 3), abs=1)
    assert found[0] - found[1] == seven_points, "against one"
    assert found[2] == 0
    before = await touched(catalog, liked)
    for days in (0, 1, 7, 30):
        await count_popularity(catalog.database, now + timedelta(days=days))
    assert await touched(catalog, liked) == before, "days that pass write nothing"


async def test_recent_interest_weighs_more(catalog: Service) -> None:
    """U16"""
    once, lately = [(await listed_by(catalog, 17707))["id"] for _ in range(2)]
    for number in range(6):
        await look(catalog, once, at=f"203.1.{number}.9")
    clock.forward(days=7)
    await look(catalog, lately)
    await count_popularity(catalog.database, clock.about_now())
    then, now = await popularity(catalog, once, lately)
    one_and_a_half = pytest.approx(1_000 * (math.log2(6) - 2), abs=1)
    assert then - now == one_and_a_half, "six points a week ago are one and a half of today"
    clock.forward(days=7)
    await look(catalog, lately)
    await count_popularity(catalog.database, clock.about_now())
    then, now = await popularity(catalog, once, lately)
    assert then < now
    clock.forward(days=7)
    await look(catalog, once)
    await count_popularity(catalog.database, clock.about_now())
    again, now = await popularity(catalog, once, lately)
    expected = 1_000 * (math.log2(1 + 6 * 2**-6) - math.log2(2**-2 + 2**-4))
    assert again - now == pytest.approx(expected, abs=1)
    assert again > then, "a look lowers nothing"


async def test_concurrent_replicas_do_not_undo_a_view(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U16"""
    seen_twice, seen_once = [(await listed_by(catalog, 17708))["id"] for _ in range(2)]
    for product in (seen_twice, seen_once):
        await look(catalog, product)
    now, read = clock.about_now(), view_queries.list_popularities

    async def read_and_be_overtaken(session: AsyncSession, ids: Sequence[int], today: date) -> list[Any]:
        rows = await read(session, ids, today)
        monkeypatch.undo()
        await look(catalog, seen_twice, at="203.2.1.9")
        await count_popularity(catalog.database, now)
        return rows

    monkeypatch.setattr(view_queries, "list_popularities", read_and_be_overtaken)
    await count_popularity(catalog.database, now)
    twice, once = await popularity(catalog, seen_twice, seen_once)
    assert twice - once == round(1_000 * math.log2(2))


async def popularity(catalog: Service, *products: int) -> list[Any]:
    rows = await catalog.rows("SELECT id, popularity FROM products WHERE id = ANY(:ids)", ids=list(products))
    by_id = {row["id"]: row["popularity"] for row in rows}
    return [by_id[product] for product in products]


async def touched(catalog: Service, product: int) -> Any:
    return (await catalog.rows("SELECT touched::text AS t FROM products WHERE id = :id", id=product))[0]["t"]


def test_days_are_malaysian() -> None:
    assert day_of(datetime(2026, 11, 21, 15, 59, tzinfo=UTC)) == date(2026, 11, 21)
    assert day_of(datetime(2026, 11, 21, 16, 0, tzinfo=UTC)) == date(2026, 11, 22)
