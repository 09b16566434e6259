from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service
from services.auction.tests.makers import SELLER_ID, an_auction, bid, bidder, read_auction, run_closing

pytestmark = pytest.mark.servers
ME, RIVAL = 18_401, 18_402


async def bought(auction: Service, auction_id: int, buyer: int = ME, price: int = 30_000) -> Any:
    secret = auction.app.state.settings.internal_secret.get_secret_value()
    path, form = f"/internal/auctions/{auction_id}/bought", {"buyerId": buyer, "price": price}
    return await auction.http.post(path, json=form, headers={"X-Internal-Secret": secret})


async def test_buy_now_ends_auction_once_with_one_winner(auction: Service) -> None:
    """C21, AUC-12"""
    auction_id = await an_auction(auction, buy_now_price=30_000)
    await bid(auction, auction_id, 105, bidder(RIVAL, "zaki"))
    assert [(await bought(auction, auction_id)).status_code for _ in range(2)] == [200, 200]
    shown = await read_auction(auction, auction_id)
    assert (shown["status"], shown["outcome"], shown["winnerId"], shown["finalPrice"]) == (
        "ended", "bought_now", ME, 300.0,
    )  # fmt: skip
    ends = [event for event in await auction.recorded(auction_id) if "AuctionEnded" in event["type"]]
    assert [(end["data"]["outcome"], end["data"]["price"], end["version"]) for end in ends] == [
        ("bought_now", 30_000, shown["seq"])
    ]
    (won,) = await auction.recorded(f"won-{auction_id}")
    assert (won["data"]["winnerId"], won["data"]["price"]) == (ME, 30_000)
    late = await bid(auction, auction_id, 110, bidder(RIVAL, "zaki"))
    assert late.json()["code"] == "auction_ended"
    assert (await bought(auction, auction_id, RIVAL)).json()["code"] == "auction_ended"
    clock.forward(days=7)
    while await run_closing(auction):
        pass
    assert (await read_auction(auction, auction_id))["outcome"] == "bought_now"


@pytest.mark.parametrize(
    ("terms", "bids", "buyer", "price", "code"),
    [
        ({"buy_now_price": 30_000}, 105, ME, 29_999, "price_differs"),
        ({"buy_now_price": 30_000}, 105, SELLER_ID, 30_000, "own_listing"),
        ({"buy_now_price": 30_000}, 300, ME, 30_000, "buy_now_closed"),
        ({"buy_now_price": 30_000, "reserve_price": 20_000}, 200, ME, 30_000, "buy_now_closed"),
        ({}, 105, ME, 30_000, "buy_now_closed"),
    ],
)
async def test_expired_buy_now_is_refused(
    auction: Service, terms: dict[str, int], bids: float, buyer: int, price: int, code: str
) -> None:
    """C21"""
    auction_id = await an_auction(auction, **terms)
    await bid(auction, auction_id, bids, bidder(RIVAL, "zaki"))
    assert (await bought(auction, auction_id, buyer, price)).json()["code"] == code
    assert (await read_auction(auction, auction_id))["status"] == "active"


async def test_only_internal_calls_end_an_auction_by_buy_now(auction: Service) -> None:
    """ROLE-12"""
    auction_id = await an_auction(auction, buy_now_price=30_000)
    form = {"buyerId": ME, "price": 30_000}
    answer = await auction.http.post(f"/internal/auctions/{auction_id}/bought", json=form, headers=bidder())
    assert answer.status_code == 404
