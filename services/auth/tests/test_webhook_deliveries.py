"""What becomes of news on its way to people's own programs."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events import auction, catalog, protection, trades
from libs.contracts.fact import Fact, seal
from libs.kit.events.inbox import Inbox
from libs.kit.process import clock
from libs.kit.testing import Service, as_message, until
from services.auth.domain import webhooks as rules
from services.auth.service.webhook_facts import TOLD, messages_of
from services.auth.service.webhook_sending import WebhookSender
from services.auth.tests.lots import notices_of, soon
from services.auth.tests.people import Person, a_person, mails_to
from services.auth.tests.receivers import (
    a_receiver,
    a_sender,
    a_webhook,
    deliveries,
    listener,
    own_webhooks,
    send_all,
    the_webhook,
)

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]
NOW = clock.about_now


def a_bid(seller: int, **changes: Any) -> auction.BidPlaced:
    usual: dict[str, Any] = {
        "auction_id": 41, "product_id": 42, "seller_id": seller, "bid_id": 43, "bidder_id": 44,
        "bidder_name": "a***z", "amount": 12_050, "placed_at": NOW(), "previous_bidder_id": 45, "bid_count": 3,
        "minimum_bid": 12_550, "ends_at": soon(hours=1), "reserve_met": None, "epoch": 1,
    }  # fmt: skip
    return auction.BidPlaced(**(usual | changes))


def a_deal(seller: int, buyer: int) -> dict[str, Any]:
    return {"transaction_id": 51, "product_id": 52, "seller_id": seller, "buyer_id": buyer}


def news(seller: int, buyer: int) -> dict[str, Fact]:
    """A fact behind each event."""
    lot: dict[str, Any] = {"auction_id": 61, "product_id": 62, "seller_id": seller}
    terms: dict[str, Any] = {
        "starting_price": 100, "bid_increment": 100, "buy_now_price": None, "has_reserve": True,
        "ends_at": soon(hours=9), "epoch": 1,
    }  # fmt: skip
    listing: dict[str, Any] = {
        "product_id": 62, "seller_id": seller, "auction_id": None, "name": "Oud Meridian", "brand": "Verrane",
        "description": "My words", "listing_type": "fixed", "category_id": 4, "price": 10_050, "stock_quantity": 2,
        "volume_ml": 50, "remaining_percent": 60, "batch_code": "B7", "purchase_year": 2024, "box_condition": "Good",
        "images": [],
    }  # fmt: skip
    changed: dict[str, Any] = {
        "concentration": None,
        "notes": None,
        "state": None,
        "status": "active",
        "changed": ["price"],
    }
    deal = a_deal(seller, buyer)
    return {
        "listing.published": catalog.ProductListed(**listing, listed_at=NOW()),
        "listing.changed": catalog.ProductChanged(**listing, **changed, changed_at=NOW()),
        "listing.removed": catalog.ProductRemoved(
            product_id=62, seller_id=seller, auction_id=None, reason="archived", removed_at=NOW()
        ),
        "listing.sold": catalog.ProductSold(
            product_id=62, seller_id=seller, auction_id=None, price=100, sold_at=NOW()
        ),
        "auction.opened": auction.AuctionOpened(**lot, **terms, starts_at=NOW()),
        "auction.changed": auction.AuctionChanged(**lot, **terms, minimum_bid=100, changed_at=NOW()),
        "auction.cancelled": auction.AuctionCancelled(
            **lot, reason="listing_withdrawn", cancelled_at=NOW(), epoch=1
        ),
        "auction.ended": auction.AuctionEnded(
            **lot, outcome="sold", winner_id=buyer, price=100, highest_bidder_id=buyer, highest_bid=100,
            bid_count=1, ended_at=NOW(), epoch=1,
        ),
        "bid.placed": a_bid(seller),
        "bid.outbid": auction.BidderOutbid(
            **lot | {"seller_id": 1, "user_id": seller}, price=100, ends_at=soon(hours=1), outbid_at=NOW()
        ),
        "auction.won": auction.AuctionWon(
            **lot | {"seller_id": 1}, winner_id=seller, price=100, won_at=NOW(), pay_by=soon(hours=48)
        ),
        "auction.lost": auction.BidderLost(
            **lot | {"seller_id": 1, "user_id": seller}, outcome="sold", price=100, lost_at=NOW()
        ),
        "order.opened": trades.DealOpened(
            **deal, conversation_id=9, amount=100, sold_by="fixed", auction_id=None, opened_at=NOW()
        ),
        "order.paid": trades.ActionConfirmed(
            **deal, message_id=9, action_type="CONFIRM_PAYMENT", actor_id=seller, confirmed_at=NOW()
        ),
        "order.shipped": trades.DealShipped(**deal, courier="jnt", has_tracking=True, shipped_at=NOW()),
        "order.delivered": trades.DealDelivered(**deal, amount=100, delivered_at=NOW()),
        "order.cancelled": trades.DealCancelled(
            **deal, cancelled_by="buyer", reason="changed_mind", was_paid=False, cancelled_at=NOW()
        ),
        "order.completed": trades.DealCompleted(**deal, is_reviewed=True, completed_at=NOW()),
        "payment.held": protection.FundsHeld(
            **deal, amount=100, fee=5, auction_id=None, sale_number=None, ship_by=soon(days=3), held_at=NOW()
        ),
        "payment.released": protection.FundsReleased(
            **deal, amount=100, fee=5, returned_to_buyer=0, reason="accepted", released_at=NOW()
        ),
        "payment.refunded": protection.FundsRefunded(
            **deal, amount=100, reason="deal_cancelled", refunded_at=NOW()
        ),
        "dispute.opened": protection.DisputeOpened(
            **deal, reason="damaged", evidence_until=soon(days=3), opened_at=NOW()
        ),
        "dispute.resolved": protection.DisputeResolved(
            **deal, outcome="split", returned_to_buyer=50, resolved_by="staff", resolved_at=NOW()
        ),
    }  # fmt: skip


@pytest.mark.parametrize("event", rules.EVENTS)
async def test_each_event_reaches_those_whom_it_is_about_and_no_one_else(auth: Service, event: str) -> None:
    async with a_receiver() as receiver, a_receiver() as other, a_receiver() as third:
        person, _ = await listener(auth, receiver, *rules.EVENTS)
        buyer, _ = await listener(auth, other, *rules.EVENTS)
        await listener(auth, third, *rules.EVENTS)
        fact = news(person.id, buyer.id)[event]
        assert await auth.hear(fact) == ["handled"]
        await send_all(auth)
        assert (receiver.events, third.events) == ([event], [])
        assert other.events == ([event] if event.split(".")[0] in ("order", "payment", "dispute") else [])
        body = receiver.came[0][1]
    for words in ("Oud", "Verrane", "My words", "B7", "a***z"):
        assert words not in body, "no one's words are sent"
    assert set(receiver.messages[0]) == {"type", "timestamp", "data"}


def test_every_fact_that_is_sent_is_tried_and_every_event_has_a_scope() -> None:
    tried = news(1, 2)
    assert set(tried) == set(rules.EVENTS)
    assert {type(fact) for fact in tried.values()} == set(TOLD)
    assert {rules.scope_of(event) for event in rules.EVENTS} == {
        "account:read",
        "listings:read",
        "orders:read",
    }
    step = trades.ActionConfirmed(
        **a_deal(1, 2), message_id=9, action_type="INITIATE", actor_id=2, confirmed_at=NOW()
    )
    assert messages_of(step) == []


async def test_a_bid_is_told_in_ringgit_and_without_the_bidder(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        data = receiver.messages[0]["data"]
    assert (data["amount"], data["minimumBid"], data["bidCount"]) == (120.5, 125.5, 3)
    assert set(data) == {
        "auctionId", "productId", "bidId", "amount", "bidCount", "minimumBid", "endsAt", "reserveMet",
    }  # fmt: skip


async def test_only_chosen_events_are_sent(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "auction.ended")
        facts = news(person.id, 2)
        await auth.hear(facts["bid.placed"], facts["auction.ended"], facts["order.opened"])
        await send_all(auth)
        assert receiver.events == ["auction.ended"]


async def test_a_fact_that_is_heard_twice_is_sent_once(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "bid.placed")
        inbox = Inbox(auth.app.state.name, auth.database, auth.app.state.subscriptions)
        message = as_message(seal(a_bid(person.id), 1))
        await inbox.handle(message)
        await inbox.handle(message)
        await send_all(auth)
        assert len(receiver.came) == 1


async def test_both_sides_and_each_of_ones_webhooks_are_told_under_one_id(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, _ = await listener(auth, receiver, "order.paid")
        await a_webhook(person, url=receiver.address, events=["order.paid"])
        buyer, _ = await listener(auth, receiver, "order.paid")
        await auth.hear(news(person.id, buyer.id)["order.paid"])
        await send_all(auth)
        assert len(receiver.ids) == 3
        assert len(set(receiver.ids)) == 1


async def failing(auth: Service, receiver: Any) -> tuple[Person, int]:
    """A person whose program has refused one message."""
    person, made = await listener(auth, receiver, "bid.placed")
    await auth.hear(a_bid(person.id))
    await send_all(auth)
    return person, made["webhook"]["id"]


async def test_what_is_refused_is_sent_again_ever_more_seldom_for_three_days_and_then_has_failed(
    auth: Service,
) -> None:
    async with a_receiver(status=503) as receiver:
        person, webhook_id = await failing(auth, receiver)
        began = clock.about_now()
        waits = []
        while (shown := (await deliveries(person, webhook_id))[0])["state"] == "waiting":
            await send_all(auth)
            assert len(receiver.came) == shown["attempts"], "not before its time"
            [row] = await auth.rows(
                "SELECT next_at, tried_at FROM webhook_deliveries WHERE endpoint_id = :id", id=webhook_id
            )
            waits.append(row["next_at"] - row["tried_at"])
            clock.forward(seconds=(row["next_at"] - clock.about_now()).total_seconds() + 1)
            await send_all(auth)
            await person.sign_in()
        assert (shown["state"], shown["statusCode"], shown["nextAt"]) == ("failed", 503, None)
        assert len(set(receiver.ids)) == 1
        assert len({body for _, body in receiver.came}) == 1
        assert timedelta(days=2) < clock.about_now() - began < timedelta(days=3, hours=1)
    for wait, plan in zip(waits, rules.RETRIES, strict=False):
        assert 0.75 * plan < wait.total_seconds() < 1.25 * plan
    assert len(waits) >= len(rules.RETRIES) - 1


def test_those_that_failed_together_are_spread() -> None:
    now = NOW()
    early, late = (rules.next_attempt(2, now, now, luck) for luck in (0.0, 1.0))
    assert early is not None
    assert late is not None
    assert late - early == timedelta(seconds=2 * 0.2 * 300)


@pytest.mark.parametrize("status", [301, 400, 404, 500])
async def test_only_an_answer_of_success_counts(auth: Service, status: int) -> None:
    async with a_receiver(status=status, headers={"Location": "http://127.0.0.1:1/"}) as receiver:
        person, webhook_id = await failing(auth, receiver)
        [shown] = await deliveries(person, webhook_id)
        assert (shown["state"], shown["statusCode"], len(receiver.came)) == ("waiting", status, 1)
        assert (await the_webhook(person, webhook_id))["failingSince"] is not None
        receiver.status = 204
        clock.forward(minutes=1)
        await send_all(auth)
        [shown] = await deliveries(person, webhook_id)
        assert (shown["state"], shown["statusCode"], shown["attempts"]) == ("delivered", 204, 2)
        assert (await the_webhook(person, webhook_id))["failingSince"] is None


async def test_a_receiver_that_is_away_is_said_to_be(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
    await auth.hear(a_bid(person.id))
    await send_all(auth)
    [shown] = await deliveries(person, made["webhook"]["id"])
    assert (shown["state"], shown["statusCode"], shown["cause"]) == ("waiting", None, "connection")


async def test_an_endpoint_that_is_gone_is_paused_and_its_owner_is_told(auth: Service) -> None:
    async with a_receiver(status=410) as receiver:
        person, webhook_id = await failing(auth, receiver)
        [shown] = await deliveries(person, webhook_id)
        assert (shown["state"], shown["statusCode"]) == ("failed", 410)
        webhook = await the_webhook(person, webhook_id)
        assert (webhook["status"], webhook["pausedFor"]) == ("paused", "gone")
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        assert len(receiver.came) == 1
    [notice] = await notices_of(person)
    assert notice["kind"] == "webhook_paused"
    assert "Stock sync" in notice["body"]
    assert "A webhook of yours is paused" in (await mails_to(auth, person.form["email"]))[-1].subject


async def test_an_endpoint_that_has_failed_for_three_days_is_paused_and_its_owner_is_told(
    auth: Service,
) -> None:
    async with a_receiver(status=500) as receiver:
        person, webhook_id = await failing(auth, receiver)
        clock.forward(days=2, hours=23)
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        await person.sign_in()
        assert (await the_webhook(person, webhook_id))["status"] == "active"
        clock.forward(hours=2)
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        await person.sign_in()
        assert (await the_webhook(person, webhook_id))["pausedFor"] == "failing"
        assert [one["kind"] for one in await notices_of(person)] == ["webhook_paused"]
        receiver.status = 200
        answer = await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/resume")
        assert answer.json()["failingSince"] is None


async def test_a_delivery_is_sent_again_by_hand_under_its_id(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.hear(a_bid(person.id))
        await send_all(auth)
        [first] = await deliveries(person, made["webhook"]["id"])
        path = f"{own_webhooks(person)}/{made['webhook']['id']}/deliveries/{first['id']}/resend"
        again = await person.call("POST", path)
        assert (again.status_code, again.json()["state"]) == (202, "waiting")
        await send_all(auth)
        assert receiver.ids == [first["messageId"]] * 2
        assert receiver.came[0][1] == receiver.came[1][1]


async def test_a_delivery_whose_process_died_is_sent_again_by_another(auth: Service) -> None:
    """Killed after it was sent and before that was written down: twice is better than never."""
    async with a_receiver() as receiver:
        receiver.answers.clear()
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.hear(a_bid(person.id))
        async with a_sender(auth) as dying:
            task = asyncio.create_task(dying.send_due())
            await until(lambda: len(receiver.came) == 1)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        receiver.answers.set()
        await send_all(auth)
        assert len(receiver.came) == 1, "another process may be sending it"
        clock.forward(seconds=rules.LEASE.total_seconds() + 1)
        await send_all(auth)
        assert len(set(receiver.ids)) == 1
        assert len(receiver.came) == 2
        [shown] = await deliveries(person, made["webhook"]["id"])
        assert (shown["state"], shown["attempts"]) == ("delivered", 2)


async def test_one_slow_endpoint_holds_up_no_other_and_gets_few_at_once(auth: Service) -> None:
    async with a_receiver() as slow, a_receiver() as quick, a_sender(auth) as sender:
        slow.answers.clear()
        sluggish, _ = await listener(auth, slow, "bid.placed")
        brisk, _ = await listener(auth, quick, "bid.placed")
        await auth.hear(*[a_bid(sluggish.id) for _ in range(30)])
        await auth.hear(*[a_bid(brisk.id) for _ in range(30)])
        job = asyncio.create_task(sender.run())
        await until(lambda: len(quick.came) == 30)
        assert len(slow.came) == slow.most_at_once == rules.AT_ONCE
        slow.answers.set()
        await until(lambda: len(slow.came) == 30)
        assert slow.most_at_once <= rules.AT_ONCE
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


async def test_an_endpoint_that_fails_is_tried_one_at_a_time(auth: Service) -> None:
    """What does not answer holds no more than one place of those that do."""
    async with a_receiver(status=500) as receiver:
        person, _ = await failing(auth, receiver)
        await auth.hear(*[a_bid(person.id) for _ in range(20)])
        receiver.most_at_once = 0
        await send_all(auth)
        assert (len(receiver.came), receiver.most_at_once) == (21, 1)


async def test_two_processes_share_what_is_due(auth: Service) -> None:
    async with a_receiver() as receiver, a_sender(auth) as one, a_sender(auth) as two:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.hear(*[a_bid(person.id) for _ in range(40)])

        async def empty(sender: WebhookSender) -> None:
            while await sender.send_due():
                pass

        await asyncio.gather(empty(one), empty(two))
        assert len(receiver.came) == len(set(receiver.ids)) == 40


async def test_for_one_endpoint_only_so_many_wait(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_WAITING", 5)
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.hear(*[a_bid(person.id) for _ in range(9)])
        assert (await the_webhook(person, made["webhook"]["id"]))["waiting"] == 5
        test = await person.call("POST", f"{own_webhooks(person)}/{made['webhook']['id']}/test")
        assert test.json()["code"] == "webhook_paused"
        await send_all(auth)
        assert len(receiver.came) == 5


async def test_a_committed_fact_wakes_the_job(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for the next look."""
    monkeypatch.setattr("services.auth.service.webhook_sending.LOOK_EVERY", 600.0)
    async with a_receiver() as receiver, a_sender(auth) as sender:
        person, _ = await listener(auth, receiver, "auction.ended")
        job = asyncio.create_task(sender.run())
        await asyncio.sleep(0)
        await auth.hear(ended_for(person.id))
        await until(lambda: receiver.events == ["auction.ended"])
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


def ended_for(seller: int) -> Fact:
    fact = news(seller, 2)["auction.ended"]
    assert isinstance(fact, auction.AuctionEnded)
    return fact


async def test_who_is_not_there_any_more_is_sent_nothing(auth: Service) -> None:
    """The control: a person without webhooks has no row written for them."""
    person = await a_person(auth)
    before = await auth.rows("SELECT count(*) AS n FROM webhook_deliveries")
    await auth.hear(a_bid(person.id), ended_for(person.id))
    assert await auth.rows("SELECT count(*) AS n FROM webhook_deliveries") == before
