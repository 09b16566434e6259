import json
from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.auction.bidding.middleware import BidMiddleware
from services.auction.tests.makers import SELLER_ID, an_auction, bid, bidder

pytestmark = pytest.mark.servers
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    gone, usual = list[int](), BidMiddleware.ordinary

    async def seen(self: BidMiddleware, sent: Any) -> Any:
        asked = await usual(self, sent)
        gone.extend([] if asked is None else [asked.auction_id])
        return asked

    monkeypatch.setattr(BidMiddleware, "ordinary", seen)
    return gone


async def test_ordinary_bid_takes_the_fast_path_with_its_request_id(
    auction: Service, short: list[int]
) -> None:
    auction_id = await an_auction(auction)
    path, headers = f"/api/auctions/{auction_id}/bids", bidder() | {"X-Request-Id": "click-1"}
    answer = await auction.http.post(path, json={"amount": 105}, headers=headers)
    assert (answer.status_code, answer.headers["x-request-id"]) == (201, "click-1")
    low = await auction.http.post(path, json={"amount": 105}, headers=headers)
    assert (low.status_code, low.json()["code"], low.json()["requestId"]) == (409, "bid_too_low", "click-1")
    assert short == [auction_id, auction_id]


@pytest.mark.parametrize(
    ("headers", "body", "status", "code"),
    [
        ({}, b'{"amount": 105}', 401, "not_signed_in"),
        ({"Authorization": "Bearer nobody"}, b'{"amount": 105}', 401, "not_signed_in"),
        (bidder(), b'{"amount": 105', 422, "invalid_input"),
        (bidder(), b"\xff", 400, "refused"),
        (bidder(), b'{"amount": 105, "isWinning": true}', 422, "invalid_input"),
        (bidder(), b'{"amount": "x"}', 422, "invalid_amount"),
        (bidder(), b'{"amount": 105, "userId": 9}', 403, "forbidden"),
        (bidder() | {"Idempotency-Key": "k" * 129}, b'{"amount": 105}', 422, "invalid_input"),
        (bidder() | {"Content-Type": "text/plain"}, b'{"amount": 105}', 422, "invalid_input"),
        (bidder(), b'{"amount": 105, "note": "' + b"x" * 5_000 + b'"}', 422, "invalid_input"),
    ],
)
async def test_unusual_bid_is_refused_by_the_route(
    auction: Service, short: list[int], headers: dict[str, str], body: bytes, status: int, code: str
) -> None:
    auction_id = await an_auction(auction)
    answer = await auction.http.post(f"/api/auctions/{auction_id}/bids", content=body, headers=JSON | headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert short == []
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)


async def test_fast_path_and_route_answer_alike(auction: Service, short: list[int]) -> None:
    first, second = await an_auction(auction), await an_auction(auction)
    one = await bid(auction, first, 105)
    other = await auction.http.post(f"/api/auctions/{second}/bids/", json={"amount": 105}, headers=bidder())
    assert other.status_code == 404
    longer = {"amount": 105, "timestamp": "2026", "maxAmount": None}
    other = await auction.http.post(
        f"/api/auctions/{second}/bids",
        json=longer,
        headers=bidder() | {"Content-Type": "application/json;charset=utf-8"},
    )
    assert short == [first, second]
    assert _shape(one.json()) == _shape(other.json())
    own = await bid(auction, first, 200, signed_in(SELLER_ID, "farid"))
    assert (own.status_code, own.json()["code"]) == (403, "own_listing")


def line(auction_id: int, who: dict[str, str], **fields: Any) -> str:
    sent = {
        "auction_id": auction_id,
        "body": '{"amount": 105}',
        "token": who["Authorization"][7:],
        "key": None,
    }
    return json.dumps(sent | {"request_id": "click-1", "traceparent": None} | fields)


async def many(auction: Service, *lines: str, secret: str | None = None) -> Any:
    secret_value = auction.app.state.settings.internal_secret.get_secret_value()
    headers = {
        "X-Internal-Secret": secret_value if secret is None else secret,
        "Content-Type": "application/x-ndjson",
    }
    return await auction.http.post("/internal/bids", content="\n".join(lines), headers=headers)


async def test_batched_bids_each_get_their_own_answer(auction: Service, short: list[int]) -> None:
    first, second = await an_auction(auction), await an_auction(auction)
    answer = await many(
        auction,
        line(first, bidder(7), key="a-key-of-sixteen"),
        line(first, bidder(8)),
        line(second, bidder(8)),
        line(second, bidder(8), body='{"amount": "x"}'),
        line(second, {"Authorization": "Bearer nobody"}),
        line(first, bidder(7), key="a-key-of-sixteen"),
        line(second, signed_in(SELLER_ID, "farid")),
    )
    results = [row.split(" ", 1) for row in answer.text.splitlines()]
    assert [status for status, _ in results] == ["201", "409", "201", "0", "0", "201", "403"]
    assert [json.loads(body).get("code") for _, body in results[1:2]] == ["bid_too_low"]
    assert results[0] == results[5], "the same key has the same answer"
    assert json.loads(results[1][1])["requestId"] == "click-1"
    stored = await auction.rows(
        "SELECT auction_id, bidder_id FROM bids WHERE auction_id IN (:a, :b)", a=first, b=second
    )
    assert {(row["auction_id"], row["bidder_id"]) for row in stored} == {(first, 7), (second, 8)}


async def test_only_the_gateway_may_batch_bids(auction: Service) -> None:
    auction_id = await an_auction(auction)
    for secret in ("", "guessed"):
        answer = await many(auction, line(auction_id, bidder(7)), secret=secret)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert not await auction.rows("SELECT 1 FROM bids WHERE auction_id = :id", id=auction_id)


def _shape(value: Any) -> Any:
    return (
        {name: _shape(part) for name, part in value.items()}
        if isinstance(value, dict)
        else type(value).__name__
    )
