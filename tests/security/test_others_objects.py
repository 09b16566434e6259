import re
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from libs.kit.testing import Service, signed_in
from services.admin.tests.test_appeals import a_sanction
from services.auction.tests.makers import bidder, ended
from services.boost.tests.disputes import disputed
from services.boost.tests.till import a_sandbox, a_till
from services.boost.tests.trades import Trade
from services.catalog.tests.makers import listed
from services.catalog.tests.pictures import a_picture
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLER, SELLING, know_people
from services.messaging.tests.sagas import bought
from tests.security.route_rights import ACTIVE, PERSON, WHO
from tests.security.route_rights import SELLER as SELLERS
from tests.security.test_matrix import CONTRACT, OPERATIONS, ROLES

pytestmark = pytest.mark.servers
ASKER, NEVER = 985_900, 987_654_321
ASKING = {role: claims for role, claims in ROLES.items() if role not in ("guest", "expired")}
# The caller is the other person, or the object is public.
SHARED = {
    "user_id",
    "POST /api/auctions/{auction_id}/bids",
    "DELETE /api/favorites/{product_id}",
    "POST /api/favorites/{product_id}",
    "GET /api/offers/received/{product_id}",
    "POST /api/products/{product_id}/report",
}
# Routes that return the caller's own objects, which are none.
EMPTY: dict[str, dict[str, Any]] = {
    "GET /api/auctions/{auction_id}/afterwards": {
        "sale": None, "secondChance": None, "nextBidder": None, "mayRelist": False,
    },
    "GET /api/offers/favourites/{product_id}": {"campaign": None},
}  # fmt: skip


def body_of(route: str) -> dict[str, Any] | None:
    method, path = route.split(" ")
    content = CONTRACT["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    reference = content.get("application/json", {}).get("schema", {}).get("$ref")
    if reference is None:
        return None
    example: dict[str, Any] = CONTRACT["components"]["schemas"][reference.rsplit("/", 1)[1]]["example"]
    return example


def personal_routes() -> list[str]:
    """Routes with an id that need no staff role."""
    return [
        route
        for route, who in WHO.items()
        if who in (PERSON, ACTIVE, SELLERS)
        and (names := set(re.findall(r"{(\w+)}", route)))
        and route not in SHARED
        and not names <= SHARED
    ]


@dataclass
class Others:
    services: dict[str, Service]
    ids: dict[str, dict[str, int]]

    async def ask(self, route: str, role: str) -> httpx2.Response:
        service, (method, path) = OPERATIONS[route], route.split(" ")
        names = re.findall(r"{(\w+)}", path)
        ids = {name: self.ids[service][name] for name in names}
        body = body_of(route)
        more: dict[str, Any] = {} if body is None else {"json": body}
        if path.endswith(("photograph", "review-pictures", "upload")):
            more = {"files": {"image": ("rose.png", a_picture("PNG"), "image/png")}}
        headers = signed_in(ASKER, "asker", **ASKING[role])
        return await self.services[service].http.request(method, path.format(**ids), headers=headers, **more)


@pytest.fixture(scope="module")
async def others(
    catalog: Service, auction: Service, messaging: Service, boost: Service, admin: Service
) -> Others:
    services = {
        "catalog": catalog,
        "auction": auction,
        "messaging": messaging,
        "boost": boost,
        "admin": admin,
    }
    found: dict[str, dict[str, int]] = {name: {} for name in services}
    market = Market(catalog, auction, messaging)
    await know_people(messaging)
    await market.know_people()
    async with a_sandbox() as bank, a_till(boost, bank) as till:
        saga, product_id = await bought(market, till)
        trade: Trade = await disputed(till)
        order = await till.ordered(await till.listings(1))
    found["boost"] |= {"deal_id": trade.deal_id, "order_id": int(order["orderId"]), "payout_id": NEVER}
    async with messaging.database.transaction() as session:  # As if the listing had been auctioned.
        auctioned = "UPDATE deals SET auction_id = id, sale_number = 1 WHERE id = :deal"
        await session.execute(text(auctioned), {"deal": saga.deal_id})
    found["messaging"] |= {"deal_id": saga.deal_id, "auction_id": saga.deal_id, "product_id": product_id}
    found["catalog"]["deal_id"] = saga.deal_id
    for name in ("message_id", "offer_id", "review_id", "campaign_id"):
        found["messaging"][name] = NEVER  # Covered by `test_messages_of_others.py`.
    product = await listed(catalog, SELLING)
    running, _ = await market.running()
    found["catalog"] |= {"auction_id": running, "product_id": product["id"], "image_id": NEVER}
    draft = await catalog.http.post("/api/seller/drafts", json={"form": {"name": "Blanc"}}, headers=SELLING)
    search = await catalog.http.post(
        "/api/favorites/searches", json={"wanted": {"search": "oud"}}, headers=signed_in(SELLER)
    )
    found["catalog"] |= {"draft_id": draft.json()["id"], "search_id": search.json()["id"]}
    found["auction"]["auction_id"] = await ended(auction, (bidder(985_901, "amir"), 120))
    _, case = await a_sanction(admin)
    found["admin"] |= {"case_id": case, "strike_id": NEVER, "act_id": NEVER}
    return Others(services, found)


@pytest.mark.parametrize("route", personal_routes())
async def test_objects_of_others_are_refused_to_every_role(others: Others, route: str) -> None:
    answers = {role: await others.ask(route, role) for role in ASKING}
    if route in EMPTY:
        assert {role: one.json() for role, one in answers.items()} == dict.fromkeys(ASKING, EMPTY[route])
    else:
        assert {role: one.text for role, one in answers.items() if one.status_code not in (403, 404)} == {}
