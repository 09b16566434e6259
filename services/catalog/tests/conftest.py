import itertools
from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import listed

_sellers = itertools.count(81_000)


@pytest.fixture
async def shop(catalog: Service) -> dict[str, Any]:
    seller = next(_sellers)
    who = signed_in(seller, f"seller{seller}")
    rows = [
        {
            "name": "Rose Parlour",
            "brand": "Verrane",
            "price": 120,
            "state": "Johor",
            "remainingPercentage": 85,
        },
        {"name": "Oud Meridian", "brand": "Atelier Noctéll", "price": 499.99, "categoryId": 4, "volume": 50},
        {
            "name": "Melati Malam",
            "brand": "Kasturi Lane",
            "price": 80,
            "categoryId": 2,
            "boxCondition": "No Box",
        },
        {"name": "Salt Orchard", "brand": "verrane", "price": 260, "notes": "sea, rose, driftwood"},
        {"name": "Smoke Vesper", "brand": "Atelier Noctell", "price": 510, "listingType": "negotiable"},
    ]
    made = [await listed(catalog, who, **row) for row in rows]
    return {"seller": seller, "ids": [product["id"] for product in made], "who": who}
