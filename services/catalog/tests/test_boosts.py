from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from libs.contracts.event import Event, make_envelope
from libs.contracts.events.boost import BoostEvent, BoostExpired, BoostPaid, BoostRefunded, FeaturedProduct
from libs.contracts.events.messaging import ConversationStarted
from libs.contracts.events.trades import DealOpened
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from services.catalog.boosts.rules import days_of
from services.catalog.boosts.service import save_shown
from services.catalog.tests.makers import FARID, a_seller, listed

NOW = datetime(2026, 11, 25, 6, 0, tzinfo=UTC)


servers = pytest.mark.servers


def featured(product_id: int, version: int, hours: float | None) -> FeaturedProduct:
    now = clock.about_now()
    ends = None if hours is None else now + timedelta(hours=hours)
    return FeaturedProduct(
        product_id=product_id, version=version, featured_at=ends and now, featured_until=ends
    )


def paid(order: int, *products: FeaturedProduct, premium: bool = False) -> BoostPaid:
    return BoostPaid(
        order_id=order, seller_id=71, package_id=5 if premium else 1, products=list(products), credit=0,
        package_type="premium" if premium else "standard", duration_hours=168 if premium else 72,
        amount=20_00 if premium else 10_00, paid_at=clock.about_now(),
    )  # fmt: skip


def refunded(order: int, *products: FeaturedProduct) -> BoostRefunded:
    return BoostRefunded(
        order_id=order, seller_id=71, amount=5_00, reason="staff", products=list(products),
        refunded_at=clock.about_now(),
    )  # fmt: skip


def expired(order: int, *products: FeaturedProduct) -> BoostExpired:
    return BoostExpired(order_id=order, seller_id=71, products=list(products), expired_at=clock.about_now())


async def deliver_twice(catalog: Service, *events: Event) -> None:
    inbox = Inbox("catalog", catalog.database, catalog.app.state.subscriptions)
    for event in events:
        message = as_message(make_envelope(event, 1))
        for _ in range(2):
            await inbox.handle(message)


async def read_product(catalog: Service, product: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    return answer


@servers
async def test_paid_boost_features_listing_until_it_ends(catalog: Service) -> None:
    """BOOST-22, BOOST-12, C23, U33"""
    one, other = await listed(catalog, FARID), await listed(catalog, FARID)
    await deliver_twice(catalog, paid(901, featured(one["id"], 1, 72)))
    page = await read_product(catalog, one)
    assert (page["isFeatured"], page["status"], page["boostType"]) == (True, "featured", "standard")
    assert (page["boostPackageId"], page["boostGroupId"], page["featuredDurationHours"]) == (1, 901, 72)
    assert page["featuredAt"] < page["featuredUntil"]
    assert (await read_product(catalog, other))["boostType"] is None
    in_carousel = [row["id"] for row in (await catalog.http.get("/api/products/featured")).json()]
    assert one["id"] in in_carousel
    assert other["id"] not in in_carousel
    clock.forward(hours=73)
    try:
        page = await read_product(catalog, one)
        assert (page["isFeatured"], page["status"], page["boostType"]) == (False, "active", None)
        carousel = (await catalog.http.get("/api/products/featured")).json()
        assert one["id"] not in [row["id"] for row in carousel]
    finally:
        clock.reset()
        await catalog.app.state.index.load()


@servers
async def test_boost_events_in_any_order_end_alike(catalog: Service) -> None:
    """U34"""

    def events(product: int) -> list[BoostEvent]:
        return [
            paid(1, featured(product, 1, 72)),
            paid(2, featured(product, 2, 240), premium=True),
            paid(3, featured(product, 3, 312)),
            refunded(3, featured(product, 4, 200)),
        ]

    orders = list(permutations(range(4)))
    products = [await listed(catalog, FARID) for _ in orders]
    inbox = Inbox("catalog", catalog.database, catalog.app.state.subscriptions)
    for order, product in zip(orders, products, strict=True):
        messages = [as_message(make_envelope(event, 1)) for event in events(product["id"])]
        for number in (*order, order[0]):
            await inbox.handle(messages[number])
    rows = await catalog.rows(
        "SELECT boost_package_id, boost_group_id, featured_duration_hours AS hours, "
        "round(extract(epoch FROM featured_until - clock_timestamp()) / 3600) AS left, "
        "premium_until = featured_until AS is_premium, "
        "round(extract(epoch FROM premium_paid_until - clock_timestamp()) / 3600) AS premium_paid "
        "FROM products WHERE id = ANY(:ids)",
        ids=[product["id"] for product in products],
    )
    assert len(rows) == len(orders)
    assert {tuple(row.values()) for row in map(dict, rows)} == {(1, 3, 72, 200, True, 240)}


@servers
async def test_older_event_does_not_revive_ended_boost(catalog: Service) -> None:
    """C23"""
    product = await listed(catalog, FARID)
    start = paid(904, featured(product["id"], 1, 72), featured(2**40, 1, 72))
    await deliver_twice(catalog, expired(904, featured(product["id"], 2, None)), start)
    page = await read_product(catalog, product)
    assert (page["isFeatured"], page["featuredUntil"], page["boostPackageId"]) == (False, None, 1)
    await deliver_twice(catalog, paid(905, featured(product["id"], 3, 24)))
    assert (await read_product(catalog, product))["isFeatured"] is True


@servers
async def test_card_stays_cached_after_boost_ends(catalog: Service) -> None:
    product = await listed(catalog, FARID)
    await deliver_twice(catalog, paid(906, featured(product["id"], 1, -1)))
    await catalog.http.get("/api/products?limit=200")
    cards = catalog.app.state.index.cards
    assert cards.get(product["id"]) is not None
    assert "cache-control" not in (await catalog.http.get(f"/api/products/{product['id']}")).headers
    await deliver_twice(catalog, paid(907, featured(product["id"], 2, 1)))
    await catalog.http.get("/api/products?limit=200")
    assert cards.get(product["id"]) is not None
    clock.forward(hours=2)
    try:
        assert cards.get(product["id"]) is None
    finally:
        clock.reset()


@servers
async def test_premium_boost_tops_its_category(catalog: Service) -> None:
    """U33"""
    seller, who = a_seller()
    premium, standard, plain = [await listed(catalog, who, categoryId=3) for _ in range(3)]
    await deliver_twice(
        catalog,
        paid(911, featured(standard["id"], 1, 72)),
        paid(912, featured(premium["id"], 1, 168), premium=True),
        paid(913, featured(premium["id"], 2, 240)),
    )

    async def order(**query: Any) -> list[int]:
        rows = await catalog.http.get("/api/products", params={"sellerId": seller} | query)
        return [row["id"] for row in rows.json()]

    assert await order(category=3) == [premium["id"], standard["id"], plain["id"]]
    assert await order() == [standard["id"], premium["id"], plain["id"]]
    assert await order(category=3, search="blanc") == [premium["id"], standard["id"], plain["id"]]
    assert (await read_product(catalog, premium))["boostType"] == "premium"
    clock.forward(hours=169)
    try:
        await deliver_twice(catalog, paid(914, featured(standard["id"], 2, 72)))
        assert (await read_product(catalog, premium))["boostType"] == "standard"
        assert await order(category=3) == [standard["id"], premium["id"], plain["id"]]
    finally:
        clock.reset()
        await catalog.app.state.index.load()


@servers
async def test_seller_compares_boost_days_with_days_before(catalog: Service) -> None:
    """BOOST-22"""
    _, who = a_seller()
    product = await listed(catalog, who)
    path = f"/api/seller/boost-report?productId={product['id']}"
    assert (await catalog.http.get(path, headers=who)).status_code == 404
    await deliver_twice(catalog, paid(921, featured(product["id"], 1, 72)))
    for _ in range(3):
        await catalog.http.get("/api/products/featured")
    await save_shown(catalog.database, catalog.app.state.rotation)
    await save_shown(catalog.database, catalog.app.state.rotation)
    report = (await catalog.http.get(path, headers=who)).json()
    assert [(day["shown"], day["views"]) for day in report["days"]] == [(3, 0)]
    assert [(day["shown"], day["views"]) for day in report["before"]] == [(0, 0)]
    assert (await catalog.http.get(path, headers=signed_in(99_999))).status_code == 404


@servers
async def test_seller_sees_daily_conversations_and_sales_of_boost(catalog: Service) -> None:
    """BOOST-22"""
    seller, who = a_seller()
    product = await listed(catalog, who)
    started = ConversationStarted(
        conversation_id=5,
        starter_id=8,
        other_id=seller,
        product_id=product["id"],
        started_at=clock.about_now(),
    )
    deal = DealOpened(
        transaction_id=6, product_id=product["id"], seller_id=seller, buyer_id=8, conversation_id=5,
        amount=5_00, sold_by="fixed", auction_id=None, opened_at=clock.about_now(),
    )  # fmt: skip
    about_nothing = started.model_copy(update={"product_id": None})
    about_a_stranger = started.model_copy(update={"product_id": 99_999_999})
    await deliver_twice(
        catalog, paid(931, featured(product["id"], 1, 72)), started, about_nothing, about_a_stranger, deal
    )
    path = f"/api/seller/boost-report?productId={product['id']}"
    report = (await catalog.http.get(path, headers=who)).json()
    assert [(day["conversations"], day["deals"]) for day in report["days"]] == [(1, 1)]
    assert [(day["conversations"], day["deals"]) for day in report["before"]] == [(0, 0)]


@servers
async def test_seller_reads_reports_of_earlier_boosts(catalog: Service) -> None:
    """BOOST-22"""
    _, who = a_seller()
    product = await listed(catalog, who)
    path = f"/api/seller/boost-report?productId={product['id']}"

    async def shown_once() -> None:
        await catalog.http.get("/api/products/featured")
        await save_shown(catalog.database, catalog.app.state.rotation)

    async def asked(begins: datetime, by: dict[str, str]) -> Any:
        until = begins + timedelta(hours=72)
        times = {"productId": product["id"], "since": begins.isoformat(), "until": until.isoformat()}
        return await catalog.http.get("/api/seller/boost-report", params=times, headers=by)

    try:
        first = clock.about_now()
        await deliver_twice(catalog, paid(941, featured(product["id"], 1, 72)))
        await shown_once()
        clock.forward(days=20)
        second = clock.about_now()
        await deliver_twice(catalog, paid(942, featured(product["id"], 2, 72)))
        await shown_once()
        await shown_once()
        clock.forward(days=5)
        last = (await catalog.http.get(path, headers=who)).json()
        assert sum(day["shown"] for day in last["days"]) == 2
        for begins, often in ((first, 1), (second, 2)):
            report = (await asked(begins, who)).json()
            assert datetime.fromisoformat(report["boostedAt"]) == begins
            assert (len(report["days"]), len(report["before"])) == (4, 4)
            assert [day["shown"] for day in report["days"]] == [often, 0, 0, 0]
        assert (await asked(clock.about_now() + timedelta(days=1), who)).status_code == 404
        assert (await asked(datetime(1999, 1, 1, tzinfo=UTC), who)).status_code == 422
        assert (await asked(first, signed_in(99_999))).status_code == 404
    finally:
        clock.reset()


@pytest.mark.parametrize(
    ("hours", "later", "days"), [(72, 0, 1), (72, 30, 2), (72, 500, 4), (8760, 8760, 180)]
)
def test_report_compares_equal_number_of_days(hours: int, later: int, days: int) -> None:
    ends = NOW + timedelta(hours=hours)
    before, first, last = days_of(NOW, ends, NOW + timedelta(hours=later))
    assert ((last - first).days + 1, (first - before).days) == (days, days)
