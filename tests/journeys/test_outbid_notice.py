"""A bidder who is outbid while elsewhere in the app gets a notice at the bell (issue 6)."""

import pytest
from websockets.asyncio.client import ClientConnection

from tests.journeys.browser import Browser, Frame

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]


async def notices_of(reader: Browser) -> list[Frame]:
    async with reader.http.get("/api/notifications", headers=reader.headers) as answer:
        told: list[Frame] = await answer.json()
        return told


async def test_an_outbid_bidder_is_rung_without_being_in_the_room(
    seller: Browser, plain: Browser, socket_io: Browser, plain_ws: ClientConnection
) -> None:
    """From a bid over auction, Kafka, auth, Kafka and the gateway to the one person it concerns."""
    auction_id = await seller.list_auction(name="Oud Meridian")
    path = f"/api/auctions/{auction_id}/bids"
    await plain.look_at(auction_id)
    assert (await plain.post(path, {"amount": 120}))[0] == 201
    assert (await socket_io.post(path, {"amount": 130}))[0] == 201
    rung = await plain.next("notice")
    (notice,) = await notices_of(plain)
    assert (notice["id"], notice["kind"], notice["link"]) == (
        rung["noticeId"],
        "outbid",
        f"/auctions/{auction_id}",
    )
    assert notice["body"] == "Somebody else leads on Oud Meridian, at RM 130.00."
    assert await notices_of(socket_io) == [], "the leader gets no notice"
    assert await notices_of(seller) == []
    assert (await plain.post("/api/notifications/read", {"ids": [notice["id"]]}))[0] == 200
    (read,) = await notices_of(plain)
    assert read["isRead"]
