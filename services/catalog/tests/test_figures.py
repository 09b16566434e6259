from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.event import make_envelope
from libs.contracts.events.trades import DealDelivered, DealEvent, ReviewRevealed
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from services.catalog.jobs import trim
from services.catalog.tests.makers import FARID, listed

pytestmark = pytest.mark.servers


NOW = datetime(2026, 11, 1, tzinfo=UTC)


def delivered(product: dict[str, Any], deal: int, at: datetime = NOW) -> DealDelivered:
    return DealDelivered(
        transaction_id=deal, product_id=product["id"], seller_id=product["sellerId"], buyer_id=9,
        amount=100_00, delivered_at=at,
    )  # fmt: skip


def revealed(product: dict[str, Any], deal: int, tenths: int, about: Any = "seller") -> ReviewRevealed:
    return ReviewRevealed(
        transaction_id=deal, product_id=product["id"], seller_id=product["sellerId"], buyer_id=9,
        review_id=deal, about=about, rating_tenths=tenths, revealed_at=NOW,
    )  # fmt: skip


async def read_product(catalog: Service, product: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    return answer


async def deliver_twice(catalog: Service, *events: DealEvent) -> None:
    inbox = Inbox("catalog", catalog.database, catalog.app.state.subscriptions)
    for event in events:
        version = 1 if isinstance(event, DealDelivered) else 2
        message = as_message(make_envelope(event, version))
        for _ in range(2):
            await inbox.handle(message)


async def test_public_reviews_give_the_listings_rating(catalog: Service) -> None:
    """PROD-14, U16"""
    product = await listed(catalog, FARID, stockQuantity=3)
    assert ((await read_product(catalog, product))["averageRating"], product["reviews"]) == (None, 0)
    await deliver_twice(
        catalog, revealed(product, 501, 50), revealed(product, 502, 35), revealed(product, 503, 0, "buyer")
    )
    page = await read_product(catalog, product)
    assert (page["averageRating"], page["reviews"]) == (4.2, 2)
    (row,) = await catalog.rows(
        "SELECT rating_tenths, reviews FROM products WHERE id = :id", id=product["id"]
    )
    assert (row["rating_tenths"], row["reviews"]) == (42, 2)


async def test_cards_show_seller_rating_and_count(catalog: Service) -> None:
    """U16"""
    newcomer = signed_in(7_203, "salmah")
    product, other = await listed(catalog, newcomer), await listed(catalog, newcomer, brand="Starwell")
    stars = (await read_product(catalog, other))["seller"]
    assert (stars["averageRating"], stars["reviews"]) == (None, 0)
    await deliver_twice(catalog, revealed(product, 651, 50), revealed(product, 652, 45))
    (card,) = (await catalog.http.get("/api/products", params={"brand": "Starwell"})).json()
    for item in (await read_product(catalog, other), card):
        assert (item["seller"]["averageRating"], item["seller"]["reviews"]) == (4.8, 2)
        assert (item["averageRating"], item["reviews"]) == (None, 0)


async def test_trusted_seller_needs_delivery_and_four_stars(catalog: Service) -> None:
    """C8, SELP-09"""
    newcomer = signed_in(7_201, "nadia")
    product, other = await listed(catalog, newcomer), await listed(catalog, newcomer)
    await deliver_twice(catalog, revealed(product, 601, 40))
    assert (await read_product(catalog, other))["seller"]["isTrusted"] is False
    await deliver_twice(catalog, delivered(product, 601))
    assert (await catalog.http.get("/api/sellers/7201/shelf")).json()["delivered"] == 1
    assert (await read_product(catalog, other))["seller"]["isTrusted"] is True
    await deliver_twice(catalog, revealed(product, 602, 35))
    assert (await read_product(catalog, other))["seller"]["isTrusted"] is False


async def test_best_sellers_count_deliveries_of_ninety_days(catalog: Service) -> None:
    """CAT-09, U16"""
    product = await listed(catalog, FARID, stockQuantity=5)
    now = clock.about_now()
    await deliver_twice(
        catalog, delivered(product, 701, now), delivered(product, 702, now - timedelta(days=80)),
        delivered(product, 703, now - timedelta(days=91)),
    )  # fmt: skip
    query = "SELECT delivered FROM products WHERE id = :id"
    assert [row["delivered"] for row in await catalog.rows(query, id=product["id"])] == [2]
    await trim(catalog.database, now + timedelta(days=11))
    assert [row["delivered"] for row in await catalog.rows(query, id=product["id"])] == [1]


async def test_rating_order_uses_bayesian_average(catalog: Service) -> None:
    """U16"""
    one, many, none, bad = [
        await listed(catalog, FARID, brand="Rankwell", stockQuantity=30) for _ in range(4)
    ]
    await deliver_twice(catalog, revealed(one, 801, 50), revealed(bad, 802, 10))
    for deal in range(810, 822):
        await deliver_twice(catalog, revealed(many, deal, 48))
    answer = await catalog.http.get("/api/products", params={"brand": "Rankwell", "sort": "rating"})
    found = [product["id"] for product in answer.json()]
    assert found == [product["id"] for product in (many, one, none, bad)]
