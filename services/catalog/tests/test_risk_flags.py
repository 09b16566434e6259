from typing import Any

import pytest

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import listed
from services.catalog.tests.test_boosts import featured, paid

pytestmark = pytest.mark.servers
PAIR: dict[str, Any] = {"pair_id": 9_301, "bidder_id": 9_302, "seller_id": 9_304}


def flagged(level: Any) -> RiskFlagged:
    return RiskFlagged(**PAIR, score_percent=90, level=level, reasons=[], flagged_at=clock.about_now())


async def shown(catalog: Service, path: str) -> set[int]:
    return {row["id"] for row in (await catalog.http.get(path)).json()}


async def test_suspected_sellers_leave_the_home_page_and_featured_places(catalog: Service) -> None:
    product = (await listed(catalog, signed_in(9_304, "seller_9304")))["id"]
    await catalog.deliver(paid(9_303, featured(product, 1, 72)))
    home, all_listings = "/api/products?showcase=true&sort=newest", "/api/products?sort=newest"
    carousel, featured_list = "/api/products/featured", "/api/products?status=featured"
    await catalog.deliver(flagged("review"))
    for path in (home, carousel, featured_list):
        assert product in await shown(catalog, path), path
    await catalog.deliver(flagged("hold"))
    for path in (home, carousel, featured_list):
        assert product not in await shown(catalog, path), path
    assert product in await shown(catalog, all_listings)
    await catalog.deliver(RiskCleared(**PAIR, by_admin_id=61, decided_at=clock.about_now()))
    assert product in await shown(catalog, home)
    await catalog.deliver(RiskConfirmed(**PAIR, by_admin_id=61, decided_at=clock.about_now()))
    assert product not in await shown(catalog, home)
