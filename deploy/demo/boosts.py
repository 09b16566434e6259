"""Boosts of the demo, ordered through the API and paid at the payment sandbox."""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from urllib.parse import urlsplit

import asyncpg

from deploy.demo.shop import ADMIN
from deploy.demo.shop_client import Shop

BANK = "MB2U0227"


@dataclass(frozen=True)
class Wish:
    """A boost for some demo listings, and the outcome of its payment."""

    seller: str
    package: int
    places: tuple[int, ...]
    payment: Literal["success", "failed"] = "success"
    uses_credit: bool = False
    is_refunded: bool = False


# The boosts of each seller are ordered one after another, because credit from one boost pays for a later one.
# Packages 1 and 2 are standard boosts for three days, for one listing and for three listings. Package 5 is a
# premium boost for a week.
WISHES = (
    Wish("demo_seller", 5, (44,)),
    Wish("demo_seller", 2, (7, 22, 25)),
    Wish("demo_seller", 5, (14,), is_refunded=True),
    Wish("demo_seller", 1, (25,), uses_credit=True),
    Wish("demo_seller", 1, (35,), payment="failed"),
    Wish("demo_seller3", 1, (3,)),
    Wish("demo_seller4", 5, (6,)),
    Wish("demo_seller4", 1, (17,)),
    Wish("demo_seller5", 1, (30,)),
)
# The boost of this listing is moved four days into the past, so that its report has several days to compare.
AGED, AGE_DAYS = 44, 4

_VERSION = "SELECT version FROM featured_products WHERE product_id = $1"
_BOOST_VERSION = "SELECT boost_version FROM products WHERE id = $1"
_AGE_BOOST = (
    "UPDATE featured_products SET featured_at = featured_at - $2::interval, "
    "featured_until = featured_until - $2::interval WHERE product_id = $1",
    "UPDATE boost_orders SET created_at = created_at - $2::interval, paid_at = paid_at - $2::interval "
    "WHERE id = (SELECT min(order_id) FROM boosts WHERE product_id = $1)",
    "UPDATE boosts SET starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval "
    "WHERE product_id = $1",
)
_AGE_CATALOG = (
    "UPDATE products SET featured_at = featured_at - $2::interval, featured_until = featured_until - $2::interval, "
    "premium_until = premium_until - $2::interval, premium_paid_until = premium_paid_until - $2::interval, "
    "boosted_at = boosted_at - $2::interval, boosted_until = boosted_until - $2::interval WHERE id = $1"
)
_DAY = (
    "INSERT INTO product_days (product_id, day, views, favourites, shown, conversations, deals) "
    "VALUES ($1, (now() - $2::interval)::date, $3, $4, $5, $6, $7) ON CONFLICT (product_id, day) DO UPDATE SET "
    "views = product_days.views + excluded.views, favourites = product_days.favourites + excluded.favourites, "
    "shown = product_days.shown + excluded.shown, conversations = excluded.conversations, deals = excluded.deals"
)


class Boosts:
    def __init__(self, shop: Shop, ids: list[int]) -> None:
        self._shop, self._ids = shop, ids

    async def fill(self) -> None:
        """Orders every boost and moves one boost into the past."""
        names = {wish.seller for wish in WISHES}
        orders = await asyncio.gather(*(self._order_all(name) for name in sorted(names)))
        if all(orders):
            await self._age(self._ids[AGED])

    async def _order_all(self, name: str) -> bool:
        return all([await self._order(wish) for wish in WISHES if wish.seller == name])

    async def _order(self, wish: Wish) -> bool:
        """Returns False if the order cannot be paid here."""
        form = {
            "boostPackageId": wish.package,
            "productIds": [self._ids[place] for place in wish.places],
            "useCredit": wish.uses_credit,
        }
        order = await self._shop.post_until_known("boost", "/api/boost/create-order", form, wish.seller)
        if order["paymentUrl"] is not None and not await self.pay(order["paymentUrl"], wish.payment):
            return False
        await self._settled(order["orderId"], wish.seller, "paid" if wish.payment == "success" else "failed")
        if wish.is_refunded:
            reason = {"reason": "The seller chose the wrong bottle."}
            await self._shop.post_until_known(
                "boost", f"/api/admin/boost/orders/{order['orderId']}/refund", reason, ADMIN[0]
            )
        return True

    async def pay(self, url: str, action: str) -> bool:
        """Returns False if the bill is not from the sandbox but from a real account of the operator."""
        there = os.environ["SANDBOX_URL"] + urlsplit(url).path
        return await self._shop.press(there, {"bank": BANK, "action": action})

    async def _settled(self, order_id: str, seller: str, status: str) -> None:
        async def is_settled() -> bool | None:
            _, shown = await self._shop.post(
                "boost", f"/api/boost/orders/{order_id}", None, seller, method="GET"
            )
            return shown["status"] == status or None

        await self._shop.poll(is_settled, f"boost order {order_id} to be {status}")

    async def _age(self, product_id: int) -> None:
        """Moves a boost into the past and adds views since then, because the API cannot do this."""
        age, dice = timedelta(days=AGE_DAYS), random.Random(5)
        days: list[tuple[Any, ...]] = [
            (product_id, timedelta(days=day), dice.randint(9, 26), dice.randint(0, 3), dice.randint(60, 190),
             dice.randint(0, 2), int(day == 2))
            for day in range(AGE_DAYS + 1)
        ]  # fmt: skip
        async with open_database("boost") as boost, open_database("catalog") as catalog:
            version = await boost.fetchval(_VERSION, product_id)
            await self._wait_for_catalog(catalog, product_id, version)
            for statement in _AGE_BOOST:
                await boost.execute(statement, product_id, age)
            await catalog.execute(_AGE_CATALOG, product_id, age)
            await catalog.executemany(_DAY, days)

    async def _wait_for_catalog(self, catalog: asyncpg.Connection, product_id: int, version: int) -> None:
        async def has_version() -> bool | None:
            return await catalog.fetchval(_BOOST_VERSION, product_id) == version or None

        await self._shop.poll(has_version, "catalog to consume the boosts")


@asynccontextmanager
async def open_database(service: str) -> AsyncIterator[asyncpg.Connection]:
    """Use the connection only briefly, because PostgreSQL has few and the services need them."""
    connection = await asyncpg.connect(os.environ[f"{service.upper()}_DATABASE_URL"])
    try:
        yield connection
    finally:
        await connection.close()
