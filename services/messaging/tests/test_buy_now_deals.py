import pytest

from libs.kit.http.client import Answer
from libs.kit.process import buggify, clock
from services.auction.tests.makers import run_closing
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLING, confirm, deal_events

pytestmark = pytest.mark.servers


async def buy_now_card(market: Market, product_id: int, buyer: int | None = None) -> tuple[int, int]:
    body = {"receiverId": buyer or market.buyer, "productId": product_id, "actionType": "INITIATE"}
    answer = await market.messaging.http.post("/api/messages/action", json=body, headers=SELLING)
    assert answer.status_code == 201, answer.text
    assert answer.json()["card"]["amount"] == 300.0
    return answer.json()["id"], answer.json()["card"]["transactionId"]


async def test_confirmed_buy_now_ends_the_auction(market: Market) -> None:
    """C21, AUC-12"""
    auction_id, product_id = await market.running(buyNowPrice=300)
    message_id, deal_id = await buy_now_card(market, product_id)
    other_id, _ = await buy_now_card(market, product_id, market.third)
    for _ in range(2):
        assert (await confirm(market.messaging, market.buyer, message_id)).json()[
            "status"
        ] == "WAITING_PAYMENT"
    await market.deliver(auction_id)
    assert await market.deals(auction_id) == [
        (1, market.buyer, "awaiting_payment"),
        (None, market.third, "offered"),
    ]
    late = await confirm(market.messaging, market.third, other_id)
    assert (late.status_code, late.json()["message"]) == (409, "No longer available")
    assert (await market.deals(auction_id))[1] == (None, market.third, "unavailable")
    opened = (await deal_events(market.messaging, deal_id))[0]["data"]
    assert (opened["soldBy"], opened["auctionId"], opened["amount"]) == ("buy_now", auction_id, 30_000)
    assert await market.sales(auction_id) == [(market.buyer, None, None)]


async def test_buy_now_card_is_offered_only_while_open(market: Market) -> None:
    """C21"""
    _, without = await market.running()
    auction_id, passed = await market.running(buyNowPrice=300)
    await market.bid(auction_id, 310, market.buyer)
    for product_id in (without, passed):
        body = {"receiverId": market.buyer, "productId": product_id, "actionType": "INITIATE"}
        answer = await market.messaging.http.post("/api/messages/action", json=body, headers=SELLING)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_for_sale")


@pytest.mark.parametrize("is_delivered_first", [True, False])
@pytest.mark.parametrize("point", ["after-bought", "before-outbox-insert", "after-outbox-insert"])
async def test_kill_in_buy_now_ends_in_agreement(
    market: Market, point: str, is_delivered_first: bool
) -> None:
    """C21"""
    auction_id, product_id = await market.running(buyNowPrice=300)
    message_id, deal_id = await buy_now_card(market, product_id)
    buggify.crash_once(point)
    with pytest.raises(buggify.Crash):
        await confirm(market.messaging, market.buyer, message_id)
    buggify.disarm()
    if is_delivered_first:
        await market.deliver(auction_id)
    assert (await confirm(market.messaging, market.buyer, message_id)).json()["status"] == "WAITING_PAYMENT"
    await market.deliver(auction_id)
    assert await market.deals(auction_id) == [(1, market.buyer, "awaiting_payment")]
    assert await market.sales(auction_id) == [(market.buyer, None, None)]
    kinds = [event["type"].split(".")[-2] for event in await deal_events(market.messaging, deal_id)]
    assert kinds == ["DealOpened", "ActionConfirmed"]


async def test_winner_with_buy_now_card_has_one_card(market: Market) -> None:
    """C21, U28"""
    auction_id, product_id = await market.running(buyNowPrice=300)
    message_id, _ = await buy_now_card(market, product_id)
    await market.bid(auction_id, 310, market.buyer)
    clock.forward(days=7, minutes=1)
    await run_closing(market.auction)
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (card["id"], card["card"]["state"], card["card"]["amount"]) == (message_id, "open", 310.0)
    assert (await confirm(market.messaging, market.buyer, message_id)).json()["status"] == "WAITING_PAYMENT"
    assert await market.deals(auction_id) == [(1, market.buyer, "awaiting_payment")]


async def test_late_buy_now_of_winner_keeps_the_sale_card(
    market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C21"""
    auction_id, product_id = await market.running(buyNowPrice=300)
    message_id, _ = await buy_now_card(market, product_id)
    await market.bid(auction_id, 310, market.buyer)
    clock.forward(days=7, minutes=1)
    await run_closing(market.auction)
    auction = market.messaging.app.state.calls["auction"]

    class Between:
        async def post(self, path: str, body: dict[str, object]) -> Answer:
            answer: Answer = await auction.post(path, body)
            await market.deliver(auction_id)
            return answer

    with monkeypatch.context() as late:
        late.setitem(market.messaging.app.state.calls, "auction", Between())
        refused = await confirm(market.messaging, market.buyer, message_id)
    assert refused.json()["code"] == "no_longer_available"
    assert await market.deals(auction_id) == [(1, market.buyer, "offered")]
    assert (await confirm(market.messaging, market.buyer, message_id)).json()["status"] == "WAITING_PAYMENT"
    assert await market.deals(auction_id) == [(1, market.buyer, "awaiting_payment")]
