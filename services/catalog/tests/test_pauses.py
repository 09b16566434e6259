import pytest

from libs.kit.testing import Service, signed_in
from libs.marketplace.tests.makers import paused
from services.auction.tests.makers import bid, read_auction
from services.catalog.tests.makers import a_listing, an_auction, listed

pytestmark = pytest.mark.servers
SELLER = signed_in(97_301, "rehat")


async def test_paused_auctions_refuse_new_ones_only(catalog: Service, auction: Service) -> None:
    running = await listed(catalog, SELLER, body=an_auction())
    await read_auction(auction, running["auction"]["id"])
    async with paused(auction, "auctions"):
        answer = await catalog.http.post("/api/products", json=an_auction(), headers=SELLER)
        assert (answer.status_code, answer.json()["code"]) == (409, "auctions_paused")
        await listed(catalog, SELLER, body=a_listing())
        price = running["auction"]["startingPrice"] + running["auction"]["bidIncrement"]
        assert (await bid(auction, running["auction"]["id"], price)).status_code == 201
    await listed(catalog, SELLER, body=an_auction())
