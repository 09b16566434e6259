import itertools
from datetime import timedelta

import pytest

from libs.contracts.events.auction import AuctionOpened, AuctionWon
from libs.contracts.events.catalog import ProductListed
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.privacy import trimming
from services.auth.tests.people import a_person

pytestmark = pytest.mark.servers


_products = itertools.count(930_000)


def listed(product_id: int, seller_id: int) -> ProductListed:
    return ProductListed(
        product_id=product_id, seller_id=seller_id, name="Iris Telegram", brand="Corvane", description="Half a bottle.",
        listing_type="auction", category_id=4, price=10_000, stock_quantity=1, volume_ml=50, remaining_percent=60,
        batch_code=None, purchase_year=2024, box_condition="Good", images=[], auction_id=product_id,
        listed_at=clock.about_now(),
    )  # fmt: skip


def opened(product_id: int, seller_id: int, days: int) -> AuctionOpened:
    now = clock.about_now()
    return AuctionOpened(
        auction_id=product_id, product_id=product_id, seller_id=seller_id, starting_price=10_000, bid_increment=500,
        buy_now_price=None, has_reserve=False, starts_at=now, ends_at=now + timedelta(days=days), epoch=1,
    )  # fmt: skip


async def names(auth: Service, product_id: int) -> list[str]:
    await trimming.trim(auth.database, clock.about_now())
    rows = await auth.rows("SELECT name FROM listing_titles WHERE product_id = :id", id=product_id)
    return [row["name"] for row in rows]


@pytest.mark.parametrize("name_first", [True, False])
async def test_title_of_long_auction_is_kept_until_ninety_days_after_end(
    auth: Service, *, name_first: bool
) -> None:
    """U38"""
    product_id, seller = next(_products), (await a_person(auth)).id
    context = [listed(product_id, seller), opened(product_id, seller, days=200)]
    await auth.deliver(*(context if name_first else reversed(context)))
    clock.forward(days=289)
    assert await names(auth, product_id) == ["Iris Telegram"]
    clock.forward(days=2)
    assert await names(auth, product_id) == []


async def test_late_second_chance_notification_names_the_listing(auth: Service) -> None:
    """U20"""
    product_id, seller, buyer = next(_products), (await a_person(auth)).id, (await a_person(auth)).id
    await auth.deliver(listed(product_id, seller), opened(product_id, seller, days=7))
    clock.forward(days=90)
    now = clock.about_now()
    won = AuctionWon(
        auction_id=product_id, product_id=product_id, seller_id=seller, winner_id=buyer, price=10_500, won_at=now,
        pay_by=now + timedelta(days=2),
    )  # fmt: skip
    await auth.deliver(won, version=2)
    clock.forward(days=91)
    assert await names(auth, product_id) == ["Iris Telegram"]
    clock.forward(days=2)
    assert await names(auth, product_id) == []
