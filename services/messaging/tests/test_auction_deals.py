import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.contracts.events.protection import FundsHeld
from libs.kit.process import buggify, clock
from libs.kit.testing import signed_in
from services.messaging.conversations import rules as conversation_rules
from services.messaging.deals import clients
from services.messaging.deals.rules import CancellationClosed
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import SELLER, SELLING, confirm, deal_events, stock, thread

pytestmark = pytest.mark.servers
OUTBOX_POINTS = ("before-outbox-insert", "after-outbox-insert")


async def test_winner_gets_a_card_in_the_conversation(market: Market) -> None:
    """U20, U28, C14"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (card["card"]["state"], card["card"]["amount"], card["card"]["auctionId"]) == (
        "open", 120.0, auction_id,
    )  # fmt: skip
    assert datetime.fromisoformat(card["card"]["payBy"]) > clock.about_now()
    assert (await confirm(market.messaging, market.buyer, card["id"])).json()["status"] == "WAITING_PAYMENT"
    payment = await market.card(product_id, "CONFIRM_PAYMENT")
    answers = await asyncio.gather(*(confirm(market.messaging, SELLER, payment["id"]) for _ in range(8)))
    assert {answer.json()["status"] for answer in answers} == {"WAITING_DELIVERY"}
    await market.report(await market.deal_id(auction_id))
    assert await market.sales(auction_id) == [(market.buyer, True, None)]
    await market.deliver(auction_id)
    assert await market.deals(auction_id) == [(1, market.buyer, "awaiting_delivery")]
    assert await stock(market.catalog, product_id) == ("sold", 0)
    kinds = [
        event["type"].split(".")[-2]
        for event in await deal_events(market.messaging, await market.deal_id(auction_id))
    ]
    assert kinds == ["DealOpened", "ActionConfirmed", "ActionConfirmed", "PaymentReported"]


@pytest.mark.parametrize("is_confirmed", [False, True])
@pytest.mark.parametrize(("paid", "state"), [(True, "awaiting_delivery"), (False, "cancelled")])
async def test_payment_on_auction_page_and_in_chat_agree(
    market: Market, paid: bool, state: str, is_confirmed: bool
) -> None:
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    if is_confirmed:
        card = await market.card(product_id, "INITIATE")
        await confirm(market.messaging, market.buyer, card["id"])
    clock.forward(hours=49)
    assert (await market.settle_on_page(auction_id, paid=paid)).status_code == 200
    assert await market.deals(auction_id) == [(1, market.buyer, state)]
    shown = [
        message
        for message in await thread(market.messaging, market.buyer, SELLER)
        if message["productId"] == product_id
    ]
    cards = [item["actionType"] for item in shown if item["actionType"]]
    steps = ["INITIATE", "CONFIRM_PAYMENT", "CONFIRM_DELIVERY"]
    assert cards == (steps if paid else steps[: 1 + is_confirmed])
    deal_id = await market.deal_id(auction_id)
    await market.report(deal_id)
    await market.deliver(auction_id)
    assert await market.sales(auction_id) == [(market.buyer, paid, None)]
    assert await stock(market.catalog, product_id) == (("sold", 0) if paid else ("active", 1))


async def test_unpaid_sale_is_one_command_in_chat_and_auction(market: Market) -> None:
    """U20, AUC-50, P-B1"""
    auction_id, _ = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    deal_id = await market.deal_id(auction_id)
    early = await market.act(deal_id, "not-paid")
    assert (early.status_code, early.json()["code"]) == (409, "payment_window_open")
    assert "payBy" in early.json()["details"]
    assert (await market.act(deal_id, "not-paid", market.buyer)).json()["code"] == "not_your_turn"
    assert (await market.act(deal_id, "not-paid", market.third)).status_code == 404
    clock.forward(hours=49)
    answers = await asyncio.gather(*(market.act(deal_id, "not-paid") for _ in range(64)))
    assert {answer.status_code for answer in answers} <= {200, 503}, "some wait too long for the lock"
    assert (await market.act(deal_id, "not-paid")).json()["status"] == "cancelled"
    assert (await market.settle_on_page(auction_id, paid=False)).status_code == 200
    await market.report(deal_id)
    await market.deliver(auction_id)
    assert await market.sales(auction_id) == [(market.buyer, False, None)]
    assert len(await market.auction.recorded(f"strikes-{market.buyer}")) == 1
    _, cancelled = await deal_events(market.messaging, deal_id)
    assert (cancelled["data"]["reason"], cancelled["data"]["saleNumber"]) == ("no_payment", 1)


async def test_report_of_nonpayment_is_refused_while_the_money_is_held(
    market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U20"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    await confirm(market.messaging, market.buyer, (await market.card(product_id, "INITIATE"))["id"])
    deal_id = await market.deal_id(auction_id)
    clock.forward(hours=49)

    async def refuse(_: Any, asked: int, by: str) -> None:
        assert (asked, by) == (deal_id, "unpaid")
        raise CancellationClosed

    monkeypatch.setattr(clients, "begin_cancellation", refuse)
    answer = await market.act(deal_id, "not-paid")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_settled")
    assert "You have" not in answer.json()["message"], "the buyer paid through Wangi"
    assert await market.sales(auction_id) == [(market.buyer, None, None)]
    assert await market.auction.recorded(f"strikes-{market.buyer}") == []


async def test_concurrent_paid_and_unpaid_are_decided_once(market: Market) -> None:
    """P-B1"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    await confirm(market.messaging, market.buyer, (await market.card(product_id, "INITIATE"))["id"])
    payment = await market.card(product_id, "CONFIRM_PAYMENT")
    clock.forward(hours=49)
    answers = await asyncio.gather(
        *(confirm(market.messaging, SELLER, payment["id"]) for _ in range(4)),
        *(market.settle_on_page(auction_id, paid=False) for _ in range(4)),
    )
    assert {answer.status_code for answer in answers} == {200, 409}
    assert {item.json()["code"] for item in answers if item.status_code == 409} <= {
        "already_settled",
        "step_refused",
    }
    await market.report(await market.deal_id(auction_id))
    ((_, paid, _),) = await market.sales(auction_id)
    assert await market.deals(auction_id) == [(1, market.buyer, "awaiting_delivery" if paid else "cancelled")]


@pytest.mark.parametrize(
    ("verb", "point"),
    [(verb, point) for verb in ("paid", "not-paid", "cancel") for point in OUTBOX_POINTS],
)
async def test_kill_between_services_ends_in_agreement(market: Market, verb: str, point: str) -> None:
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    await confirm(market.messaging, market.buyer, (await market.card(product_id, "INITIATE"))["id"])
    deal_id = await market.deal_id(auction_id)
    payment = await market.card(product_id, "CONFIRM_PAYMENT")
    clock.forward(hours=49)

    async def command() -> int:
        if verb == "paid":
            return (await confirm(market.messaging, SELLER, payment["id"])).status_code
        reason = "changed_mind" if verb == "cancel" else None
        return (await market.act(deal_id, verb, reason=reason)).status_code

    buggify.crash_once(point)
    with pytest.raises(buggify.Crash):
        await command()
    buggify.disarm()
    await market.deliver(auction_id)
    assert await command() == 200
    await market.deliver(auction_id)
    await market.report(deal_id)
    state = "awaiting_delivery" if verb == "paid" else "cancelled"
    assert await market.deals(auction_id) == [(1, market.buyer, state)]
    by = "seller" if verb == "cancel" else None
    assert await market.sales(auction_id) == [(market.buyer, verb == "paid", by)]
    events = [
        event
        for event in await market.auction.recorded(f"sale-{auction_id}")
        if "SaleSettled" in event["type"]
    ]
    assert len(events) == 1


async def test_sale_stays_when_its_money_arrives_during_a_cancellation(
    market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U28, P-B2"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    await confirm(market.messaging, market.buyer, (await market.card(product_id, "INITIATE"))["id"])
    deal_id, now = await market.deal_id(auction_id), datetime.now(UTC)
    held = FundsHeld(
        transaction_id=deal_id, product_id=product_id, seller_id=SELLER, buyer_id=market.buyer, amount=12_000, fee=0,
        ship_by=now, held_at=now, auction_id=auction_id, sale_number=1,
    )  # fmt: skip
    begin = clients.begin_cancellation

    async def paid_meanwhile(*args: Any, **named: Any) -> str | None:
        pending_since = await begin(*args, **named)
        await market.messaging.deliver(held)
        return pending_since

    monkeypatch.setattr(clients, "begin_cancellation", paid_meanwhile)
    answer = await market.act(deal_id, "cancel", SELLER, reason="other")
    assert answer.json()["status"] == "processing", answer.text
    await market.report(deal_id)
    assert await market.sales(auction_id) in ([(market.buyer, None, None)], [(market.buyer, True, None)])


async def test_cancelled_sale_leaves_no_strike_and_frees_listing(market: Market) -> None:
    """U28"""
    auction_id, product_id = await market.ended((market.third, 110), (market.buyer, 120))
    await market.deliver(auction_id)
    first = await market.deal_id(auction_id)
    gone = await market.act(first, "cancel", SELLER, reason="unreachable")
    assert gone.json()["status"] == "cancelled"
    assert await market.sales(auction_id) == [(market.buyer, None, None)], "the sale ends with the event"
    await market.report(first)
    assert await market.sales(auction_id) == [(market.buyer, False, "seller")]
    for paid in (True, False):
        late = (await market.settle_on_page(auction_id, paid=paid)).json()
        assert late["code"] == "already_settled"
        assert "cancelled" in late["message"], "the seller has not reported how it went"
    path = f"/api/auctions/{auction_id}/second-chance"
    assert (await market.auction.http.post(path, headers=SELLING)).status_code == 200
    taken = await market.auction.http.post(
        f"{path}/answer", json={"accept": True}, headers=signed_in(market.third, "raj")
    )
    assert taken.status_code == 200, taken.text
    await market.deliver(auction_id)
    assert await market.deals(auction_id) == [(1, market.buyer, "cancelled"), (2, market.third, "offered")]
    card = await market.card(product_id, "INITIATE", market.third)
    assert (card["card"]["state"], card["card"]["amount"]) == ("open", 110.0)
    assert (
        await market.act(await market.deal_id(auction_id, 2), "cancel", market.third, reason="other")
    ).status_code == 200
    await market.report(await market.deal_id(auction_id, 2))
    assert (await market.sales(auction_id))[1] == (market.third, False, "buyer")


async def test_bottle_withdrawn_by_its_seller_is_archived_without_second_chance(market: Market) -> None:
    auction_id, product_id = await market.ended((market.third, 110), (market.buyer, 120))
    await market.deliver(auction_id)
    deal_id = await market.deal_id(auction_id)
    assert (await market.act(deal_id, "cancel", SELLER, reason="unavailable")).status_code == 200
    await market.report(deal_id)
    await market.deliver(auction_id)
    assert await stock(market.catalog, product_id) == ("archived", 1)
    path = f"/api/auctions/{auction_id}/second-chance"
    refused = await market.auction.http.post(path, headers=SELLING)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_second_chance")
    ends_at = (clock.about_now() + timedelta(days=7)).isoformat()
    terms = {"productId": product_id, "startingPrice": 90, "bidIncrement": 5, "endsAt": ends_at}
    anew = await market.catalog.http.post("/api/auctions", json=terms, headers=SELLING)
    assert anew.status_code == 201, anew.text


async def test_cancelling_buyer_gets_strike_only_from_seller(market: Market) -> None:
    auction_id, _ = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    deal_id = await market.deal_id(auction_id)
    assert (await market.act(deal_id, "cancel", market.buyer, reason="changed_mind")).status_code == 200
    await market.report(deal_id)
    assert await market.auction.recorded(f"strikes-{market.buyer}") == []
    for _ in range(2):
        assert (await market.act(deal_id, "not-paid")).json()["status"] == "cancelled"
    await market.report(deal_id)
    assert len(await market.auction.recorded(f"strikes-{market.buyer}")) == 1
    assert await market.sales(auction_id) == [(market.buyer, False, None)]


async def test_nonpayment_after_cancellation_is_reported_within_14_days(market: Market) -> None:
    auction_id, _ = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    deal_id = await market.deal_id(auction_id)
    await market.act(deal_id, "cancel", market.buyer, reason="changed_mind")
    await market.report(deal_id)
    clock.forward(days=14, minutes=1)
    late = await market.act(deal_id, "not-paid")
    assert (late.status_code, late.json()["code"]) == (409, "already_settled")
    await market.report(deal_id)
    assert await market.auction.recorded(f"strikes-{market.buyer}") == []


async def test_late_report_about_first_sale_leaves_second_sale_paid(market: Market) -> None:
    auction_id, product_id = await market.ended((market.third, 110), (market.buyer, 120))
    await market.deliver(auction_id)
    first = await market.deal_id(auction_id)
    await market.act(first, "cancel", market.buyer, reason="changed_mind")
    await market.report(first)
    path, next_bidder = f"/api/auctions/{auction_id}/second-chance", signed_in(market.third, "raj")
    assert (await market.auction.http.post(path, headers=SELLING)).status_code == 200
    taken = await market.auction.http.post(f"{path}/answer", json={"accept": True}, headers=next_bidder)
    assert taken.status_code == 200, taken.text
    await market.deliver(auction_id)
    assert (await market.settle_on_page(auction_id, paid=True, sale=2)).status_code == 200
    await market.report(await market.deal_id(auction_id, 2))
    await market.deliver(auction_id)
    assert await stock(market.catalog, product_id) == ("sold", 0)
    assert (await market.act(first, "not-paid")).status_code == 200
    await market.report(first)
    await market.deliver(auction_id)
    assert await market.sales(auction_id) == [(market.buyer, False, None), (market.third, True, None)]
    assert len(await market.auction.recorded(f"strikes-{market.buyer}")) == 1
    assert await stock(market.catalog, product_id) == ("sold", 0)


async def test_paid_sale_cancelled_by_both_ends_auction_sale(market: Market) -> None:
    """U28"""
    auction_id, _ = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    await market.settle_on_page(auction_id, paid=True)
    deal_id = await market.deal_id(auction_id)
    for who in (market.buyer, SELLER):
        assert (await market.act(deal_id, "cancel", who, reason="other")).status_code == 200
    await market.report(deal_id)
    assert await market.sales(auction_id) == [(market.buyer, False, "agreement")]
    assert await market.auction.recorded(f"strikes-{market.buyer}") == []
    await market.deliver(auction_id)
    assert await market.deals(auction_id) == [(1, market.buyer, "cancelled")]


@pytest.mark.parametrize("trouble", ["blocked", "erased", "many"])
async def test_winner_gets_card_despite_blocks_and_limits(
    market: Market, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U20, U38"""
    auction_id, product_id = await market.ended((market.buyer, 120))
    if trouble == "blocked":
        path = f"/api/conversations/{SELLER}/block"
        answer = await market.messaging.http.put(path, headers=signed_in(market.buyer))
        assert answer.status_code in (200, 204), answer.text
    elif trouble == "erased":
        await market.messaging.deliver(UserErased(user_id=market.buyer, erased_at=datetime.now(UTC)))
    else:
        monkeypatch.setattr(conversation_rules, "STARTS_A_DAY", 0)
        monkeypatch.setattr(conversation_rules, "STARTS_A_DAY_NEW", 0)
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE", SELLER, market.buyer)
    assert (card["card"]["state"], card["card"]["text"]) == ("waiting", "Waiting for Buyer's Confirmation")
