from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from deploy.deal_money import disagreements
from deploy.local.stack import Stack
from libs.contracts.event import Envelope
from libs.contracts.events.protection import FundsHeld, FundsRefunded, FundsReleased
from libs.kit.db.database import Database
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, signed_in
from services.boost.tests.till import Till, conserved
from services.messaging.deals.rules import STATUS
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import BUYER, SELLER, SELLING, carry, confirm, for_sale, open_card, stock
from services.messaging.tests.sagas import BoostWithRace, Saga, bought

pytestmark = pytest.mark.servers


@pytest.fixture
async def market(market: Market) -> Market:
    """One buyer for all purchases, because new conversations are limited per day."""
    market.buyer = BUYER
    await market.know_people()
    return market


async def won(market: Market, till: Till) -> tuple[Saga, int]:
    auction_id, product_id = await market.ended((market.buyer, 120))
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (await confirm(market.messaging, market.buyer, card["id"])).status_code == 200
    till.seller = SELLER
    saga = Saga(market, till, await market.deal_id(auction_id))
    await saga.report()
    return saga, auction_id


async def strikes_for(market: Market, auction_id: int) -> int:
    events = await market.auction.recorded(f"strikes-{market.buyer}")
    return sum(event["data"]["auctionId"] == auction_id for event in events)


async def test_payment_callback_confirms_and_the_steps_continue(market: Market, till: Till) -> None:
    """TXN-06, C36"""
    saga, product_id = await bought(market, till)
    await saga.trade.paid()
    await saga.report()
    assert await saga.state() == "awaiting_delivery"
    assert await saga.kinds() == ["offered", "initiate", "funds_held", "confirm_payment"]
    assert await stock(market.catalog, product_id) == ("sold", 0)
    card = await open_card(market.messaging, SELLER, market.buyer, "CONFIRM_PAYMENT")
    assert card["card"]["state"] == "done"
    for reader, other, words in (
        (market.buyer, SELLER, "Waiting for seller to post or hand over the bottle..."),
        (SELLER, market.buyer, "Post or hand over the bottle, then save the shipment."),
    ):
        shown = (await open_card(market.messaging, reader, other, "CONFIRM_DELIVERY"))["card"]
        assert (shown["state"], shown["text"]) == ("waiting", words)
    assert (await saga.deliver()).json()["code"] == "not_posted"
    assert (await saga.ship()).status_code == 200
    shown = (await open_card(market.messaging, market.buyer, SELLER, "CONFIRM_DELIVERY"))["card"]
    assert (shown["state"], shown["text"]) == ("open", "Confirm Delivery Received")
    assert (await saga.deliver()).status_code == 200
    await saga.report()
    assert await saga.states() == ("awaiting_review", "released")
    await conserved(till.boost)


async def test_released_deal_is_delivered_and_refunded_one_cancelled(market: Market, till: Till) -> None:
    released, _ = await bought(market, till)
    await released.trade.paid()
    await released.report()
    await released.ship()
    await released.report()
    clock.forward(days=14, minutes=1)
    await released.trade.end_due()
    clock.forward(hours=72, minutes=1)
    await released.trade.end_due()
    await released.report()
    assert (await released.state(), await released.trade.state()) == ("awaiting_review", "released")
    refunded, product_id = await bought(market, till)
    await refunded.trade.paid()
    await refunded.report()
    clock.forward(days=14, minutes=1)
    await refunded.trade.end_due()
    await refunded.report()
    assert (await refunded.state(), await refunded.trade.state()) == ("cancelled", "refunded")
    assert await stock(market.catalog, product_id) == ("archived", 1)
    await conserved(till.boost)


async def end(saga: Saga, ending: str) -> None:
    await saga.trade.paid()
    await saga.report()
    if ending in ("agreement", "return", "refund"):
        await saga.ship()
        await saga.report()
    match ending:
        case "never posted":
            clock.forward(days=14, minutes=1)
            await saga.trade.end_due()
        case "agreement" | "agreement before posting":
            for who in (SELLER, saga.market.buyer):
                assert (await saga.ask_to_cancel(who)).status_code == 200
        case _:
            await saga.trade.does("dispute", reason="counterfeit", words="Not what it says.")
            await saga.trade.settle("return" if ending == "return" else "refund")
    if ending == "return":
        await saga.trade.does("send-back", trackingNumber="EH123456789MY")
        await saga.trade.does("take-back", SELLER)
    await saga.report()
    assert await saga.state() == "cancelled"


@pytest.mark.parametrize("bottles", [1, 2])
@pytest.mark.parametrize("ending", ["never posted", "return"])
async def test_bottle_in_doubt_archives_its_listing_until_the_seller_restores_it(
    market: Market, till: Till, ending: str, bottles: int
) -> None:
    saga, product_id = await bought(market, till, stockQuantity=bottles)
    await end(saga, ending)
    assert await stock(market.catalog, product_id) == ("archived", bottles)
    path = f"/api/products/{product_id}/restore"
    assert (await market.catalog.http.post(path, headers=SELLING)).status_code == 200
    assert await stock(market.catalog, product_id) == ("active", bottles)
    await conserved(till.boost)


@pytest.mark.parametrize("bottles", [1, 2])
@pytest.mark.parametrize(
    ("ending", "is_back"), [("agreement before posting", 1), ("refund", 0), ("agreement", 0)]
)
async def test_only_a_bottle_with_the_seller_is_back_on_sale_after_a_refund(
    market: Market, till: Till, ending: str, is_back: int, bottles: int
) -> None:
    saga, product_id = await bought(market, till, stockQuantity=bottles)
    await end(saga, ending)
    free = bottles - 1 + is_back
    assert await stock(market.catalog, product_id) == ("active" if free else "sold", free)
    await conserved(till.boost)


@pytest.mark.parametrize(("ending", "is_back"), [("never posted", 1), ("refund", 0)])
async def test_auctioned_bottle_is_back_with_its_seller_only_if_it_was_never_sent(
    market: Market, till: Till, ending: str, is_back: int
) -> None:
    saga, auction_id = await won(market, till)
    (row,) = await market.catalog.rows("SELECT id FROM products WHERE auction_id = :id", id=auction_id)
    await end(saga, ending)
    assert await stock(market.catalog, row["id"]) == ("archived" if is_back else "sold", is_back)
    events = [event["data"] for event in await market.auction.recorded(f"sale-{auction_id}")]
    settled = [event for event in events if "paid" in event]
    assert [(event["paid"], event["isFree"]) for event in settled] == [
        (True, False),
        (False, bool(is_back)),
    ]


async def test_relisted_listing_stays_sold_after_a_cancellation(market: Market, till: Till) -> None:
    saga, product_id = await bought(market, till)
    await saga.trade.paid()
    await saga.report()
    path = f"/api/products/{product_id}/relist"
    assert (await market.catalog.http.post(path, json={}, headers=SELLING)).status_code == 201
    clock.forward(days=14, minutes=1)
    await saga.trade.end_due()
    await saga.report()
    assert await stock(market.catalog, product_id) == ("sold", 0)


async def test_staff_delivery_is_inspected_and_cancelled_on_refund(market: Market, till: Till) -> None:
    saga, _ = await bought(market, till)
    await saga.trade.paid()
    await saga.report()
    staff = signed_in(7, "staff", roles=("admin",))
    for status in ("shipped", "delivered"):
        path = f"/api/admin/orders/{saga.deal_id}/status"
        body = {"status": status, "reason": "courier", "words": "The courier says so."}
        assert (await market.messaging.http.patch(path, json=body, headers=staff)).status_code == 200
        await saga.report()
    assert (await saga.state(), await saga.trade.state()) == ("awaiting_review", "inspection")
    counted = await deliveries(market)
    await saga.trade.does("dispute", reason="counterfeit", words="Not what it says.")
    await saga.trade.settle("refund")
    await saga.report()
    assert (await saga.state(), await saga.trade.state()) == ("cancelled", "refunded")
    assert await deliveries(market) == counted - 1
    await conserved(till.boost)


async def deliveries(market: Market) -> int:
    query = "SELECT delivered FROM verifications WHERE seller_id = :id"
    (row,) = await market.messaging.rows(query, id=SELLER)
    return int(row["delivered"])


async def test_held_payment_settles_auction_and_refund_frees_it(market: Market, till: Till) -> None:
    saga, auction_id = await won(market, till)
    await saga.trade.paid()
    await saga.report()
    assert await market.sales(auction_id) == [(market.buyer, True, None)]
    assert await saga.state() == "awaiting_delivery"
    clock.forward(days=14, minutes=1)
    await saga.trade.end_due()
    await saga.report()
    assert await saga.state() == "cancelled"
    assert await market.sales(auction_id) == [(market.buyer, False, "platform")]
    await conserved(till.boost)


@pytest.mark.parametrize("sees_payment", [True, False])
async def test_payment_during_report_of_nonpayment_is_decided_once(
    market: Market, till: Till, sees_payment: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U20, U28"""
    saga, auction_id = await won(market, till)
    bill = await saga.trade.bill()
    clock.forward(hours=49)

    async def pay() -> None:
        await till.pays(bill)
        await till.deliver()
        if sees_payment:
            await saga.report()

    calls = market.messaging.app.state.calls
    monkeypatch.setitem(calls, "boost", BoostWithRace(calls["boost"], pay))
    answer = await market.act(saga.deal_id, "not-paid")
    await saga.report()
    strikes = await strikes_for(market, auction_id)
    if sees_payment:
        assert (answer.status_code, answer.json()["code"]) == (409, "already_settled")
        assert (await saga.states(), strikes) == (("awaiting_delivery", "held"), 0)
    else:
        assert answer.status_code == 200
        assert (await saga.states(), strikes) == (("cancelled", "refunded"), 1)
    assert await market.sales(auction_id) == [(market.buyer, sees_payment, None)]
    await conserved(till.boost)


async def test_buyer_who_paid_and_cancelled_cannot_be_reported_as_unpaid(market: Market, till: Till) -> None:
    """U20"""
    saga, auction_id = await won(market, till)
    await till.pays(await saga.trade.bill())
    await till.deliver()
    assert (await market.act(saga.deal_id, "cancel", market.buyer, "changed_mind")).status_code == 200
    await saga.report()
    assert await saga.states() == ("cancelled", "refunded")
    answer = await market.act(saga.deal_id, "not-paid")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_settled")
    assert await strikes_for(market, auction_id) == 0


async def test_reconcile_names_a_deal_that_disagrees_with_its_sale(
    market: Market, till: Till, stack: Stack
) -> None:
    saga, _ = await won(market, till)
    database = Database(stack.database_urls["migrator"], "public", pool_size=1)

    async def named() -> list[str]:
        # The clock of the test runs ahead of the database's.
        found = await disagreements(database, grace=timedelta(days=-30))
        return [words for words in found if words.startswith(f"deal {saga.deal_id}: ") and "sale" in words]

    try:
        assert await named() == []
        async with market.auction.database.transaction() as session:
            change = text(
                "UPDATE sales SET paid = true, settled_at = won_at WHERE buyer_id = :buyer AND paid IS NULL"
            )
            await session.execute(change, {"buyer": market.buyer})
        assert await named() == [f"deal {saga.deal_id}: awaiting_payment, its sale paid"]
    finally:
        await database.close()


async def test_deal_cancelled_during_payment_refunds_the_buyer(market: Market, till: Till) -> None:
    """U28"""
    late, _ = await bought(market, till)
    bill = await late.trade.bill()
    assert (await market.act(late.deal_id, "cancel", market.buyer, "changed_mind")).status_code == 200
    await till.pays(bill)
    await till.deliver()
    await late.report()
    agreed, _ = await won(market, till)
    await agreed.trade.paid()
    await agreed.report()
    for who in (market.buyer, SELLER):
        assert (await market.act(agreed.deal_id, "cancel", who, "changed_mind")).status_code == 200
    await agreed.report()
    for saga in (late, agreed):
        assert (await saga.state(), await saga.trade.state()) == ("cancelled", "refunded")
    await conserved(till.boost)


async def test_replayed_money_events_change_nothing(
    market: Market, till: Till, auth: Service, admin: Service
) -> None:
    """P-D3"""
    saga, product_id = await bought(market, till)
    await carry(market.catalog, till.boost, product_id)
    await saga.trade.paid()
    await saga.trade.shipped()
    await saga.trade.does("dispute", reason="counterfeit", words="Not what it says.")
    await saga.trade.settle("refund")
    other = await for_sale(market.catalog, market.messaging)
    await carry(market.catalog, till.boost, other["id"])
    order = await till.paid([other["id"]])
    await till.staff("post", f"/orders/{order['orderId']}/refund", json={"reason": "A mistake"})
    hearers = (market.catalog, market.messaging, auth, admin)
    keys = (f"deal-{saga.deal_id}", order["orderId"], f"wallet-{SELLER}", f"wallet-{market.buyer}")
    events = [row for key in keys for row in await till.boost.recorded(key)]
    kinds = {row["type"].split(".")[2] for row in events}
    assert {"FundsHeld", "DisputeOpened", "FundsRefunded", "BoostPaid", "BoostRefunded"} <= kinds
    kept: list[dict[str, str]] = []
    for again in (
        "",
        "",
        "-again",
    ):  # Staff's record needs the inbox.
        for service in hearers if again == "" else hearers[:3]:
            inbox = Inbox(
                f"{service.app.state.name}{again}", service.database, service.app.state.subscriptions
            )
            outcomes = {await inbox.handle(as_message(Envelope.model_validate(row))) for row in events}
            assert outcomes <= {"seen" if kept and not again else "handled", "unwanted"}
        kept = kept or [await service.contents() for service in hearers]
        assert [await service.contents() for service in hearers] == kept


MOVES: dict[str, dict[str, str]] = {
    "held": {"awaiting_payment": "awaiting_delivery"},
    "released": dict.fromkeys(("awaiting_delivery", "shipped", "cancelled"), "awaiting_review"),
    "refunded": dict.fromkeys(
        ("awaiting_payment", "awaiting_delivery", "shipped", "awaiting_review", "completed"), "cancelled"
    ),
}


def _events(ids: dict[str, Any]) -> dict[str, Any]:
    now = clock.about_now()
    return {
        "held": FundsHeld(
            **ids, amount=1, fee=0, auction_id=None, sale_number=None, ship_by=now, held_at=now
        ),
        "released": FundsReleased(
            **ids, amount=1, fee=0, returned_to_buyer=0, reason="accepted", released_at=now
        ),
        "refunded": FundsRefunded(**ids, amount=1, reason="decided", refunded_at=now),
    }


@pytest.mark.parametrize("event", MOVES)
async def test_each_money_event_moves_the_deal_or_changes_nothing(
    market: Market, till: Till, event: str
) -> None:
    saga, _ = await bought(market, till)
    for state in STATUS:
        following = MOVES[event].get(state, state)
        if following != state:
            saga, _ = await bought(market, till)
        events = _events(saga.trade.ids)
        if event == "released":
            await market.messaging.deliver(events["held"], version=98)
        async with market.messaging.database.transaction() as session:
            change = text("UPDATE deals SET state = :state WHERE id = :id")
            await session.execute(change, {"state": state, "id": saga.deal_id})
        for _ in range(2):
            await market.messaging.deliver(events[event], version=99)
        assert await saga.state() == following, state
