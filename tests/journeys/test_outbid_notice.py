import pytest
from websockets.asyncio.client import ClientConnection

from tests.journeys.browser import Browser, Frame

pytestmark = [pytest.mark.servers, pytest.mark.journey, pytest.mark.slow]


async def notifications_of(reader: Browser) -> list[Frame]:
    async with reader.http.get("/api/notifications", headers=reader.headers) as answer:
        rows: list[Frame] = await answer.json()
        return rows


async def test_outbid_bidder_is_notified_outside_the_room(
    seller: Browser, plain: Browser, socket_io: Browser, plain_ws: ClientConnection
) -> None:
    auction_id = await seller.list_auction(name="Oud Meridian")
    path = f"/api/auctions/{auction_id}/bids"
    await plain.compare_tables(auction_id)
    assert (await plain.post(path, {"amount": 120}))[0] == 201
    assert (await socket_io.post(path, {"amount": 130}))[0] == 201
    rung = await plain.next("notice")
    (notification,) = await notifications_of(plain)
    assert (notification["id"], notification["kind"], notification["link"]) == (
        rung["noticeId"],
        "outbid",
        f"/auctions/{auction_id}",
    )
    assert notification["body"] == "Somebody else leads on Oud Meridian, at RM 130.00."
    assert await notifications_of(socket_io) == [], "the leader gets no notice"
    assert await notifications_of(seller) == []
    assert (await plain.post("/api/notifications/read", {"ids": [notification["id"]]}))[0] == 200
    (read,) = await notifications_of(plain)
    assert read["isRead"]
