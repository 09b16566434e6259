import asyncio
import os

from deploy.demo.boosts import Boosts
from deploy.demo.mismatches import Mismatches
from deploy.demo.reports import Reported
from deploy.demo.ring import Ring
from deploy.demo.shop_client import DemoError, Shop, with_shop
from deploy.demo.strikes import Strikes
from deploy.demo.talk import Talk


def load() -> None:
    _only_here()
    try:
        asyncio.run(with_shop(_fill))
    except DemoError as failed:
        raise SystemExit(f"The demo data could not be loaded. {failed}") from failed


def clear() -> None:
    """Removes every demo listing and the large catalogue. Accounts are kept."""
    _only_here()
    asyncio.run(with_shop(Shop.empty))


def _only_here() -> None:
    if os.environ.get("ENVIRONMENT") == "production":
        raise SystemExit("Demo data and its published password never enter a production system.")
    if "CATALOG_DATABASE_URL" not in os.environ:
        raise SystemExit("There is no local run here: `make up` first, or name the databases and services.")


async def _fill(shop: Shop) -> None:
    products = await shop.open()
    if not products:
        return
    boosts = Boosts(shop, [product["id"] for product in products])
    await Ring(shop).fill()
    await asyncio.gather(boosts.fill(), Talk(shop).fill())
    await Reported(shop, products).fill()
    await Strikes(shop).fill()
    await Mismatches(shop, products).fill()
