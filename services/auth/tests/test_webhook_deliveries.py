import asyncio
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest

from libs.kit.process import clock
from libs.kit.testing import Service, until
from services.auth.tests.auctioned_listings import notifications_of
from services.auth.tests.people import Person, mails_to
from services.auth.tests.receivers import (
    a_receiver,
    a_sender,
    deliveries,
    listener,
    own_webhooks,
    send_all,
    the_webhook,
)
from services.auth.tests.webhook_news import NOW, a_bid, news
from services.auth.webhooks import queries as webhook_queries
from services.auth.webhooks import rules as webhook_rules
from services.auth.webhooks.sending import WebhookSender

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("to_loopback")]


async def failing(auth: Service, receiver: Any) -> tuple[Person, int]:
    person, made = await listener(auth, receiver, "bid.placed")
    await auth.deliver(a_bid(person.id))
    await send_all(auth)
    return person, made["webhook"]["id"]


async def test_refused_delivery_backs_off_for_three_days_then_fails(
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
    for wait, plan in zip(waits, webhook_rules.RETRIES, strict=False):
        assert 0.75 * plan < wait.total_seconds() < 1.25 * plan
    assert len(waits) >= len(webhook_rules.RETRIES) - 1


def test_deliveries_that_failed_together_are_spread() -> None:
    now = NOW()
    early, late = (webhook_rules.next_attempt(2, now, now, jitter) for jitter in (0.0, 1.0))
    assert early is not None
    assert late is not None
    assert late - early == timedelta(seconds=2 * 0.2 * 300)


@pytest.mark.parametrize("status", [301, 400, 404, 500])
async def test_only_success_status_counts_as_delivered(auth: Service, status: int) -> None:
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


async def test_unreachable_receiver_is_reported(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
    await auth.deliver(a_bid(person.id))
    await send_all(auth)
    [shown] = await deliveries(person, made["webhook"]["id"])
    assert (shown["state"], shown["statusCode"], shown["cause"]) == ("waiting", None, "connection")


async def test_gone_endpoint_is_paused_and_owner_notified(auth: Service) -> None:
    async with a_receiver(status=410) as receiver:
        person, webhook_id = await failing(auth, receiver)
        [shown] = await deliveries(person, webhook_id)
        assert (shown["state"], shown["statusCode"]) == ("failed", 410)
        webhook = await the_webhook(person, webhook_id)
        assert (webhook["status"], webhook["pausedFor"]) == ("paused", "gone")
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        assert len(receiver.came) == 1
    [notification] = await notifications_of(person)
    assert notification["kind"] == "webhook_paused"
    assert "Stock sync" in notification["body"]
    assert "A webhook of yours is paused" in (await mails_to(auth, person.form["email"]))[-1].subject


async def test_endpoint_failing_for_three_days_is_paused_and_owner_notified(
    auth: Service,
) -> None:
    async with a_receiver(status=500) as receiver:
        person, webhook_id = await failing(auth, receiver)
        clock.forward(days=2, hours=23)
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        await person.sign_in()
        assert (await the_webhook(person, webhook_id))["status"] == "active"
        clock.forward(hours=2)
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        await person.sign_in()
        assert (await the_webhook(person, webhook_id))["pausedFor"] == "failing"
        assert [notification["kind"] for notification in await notifications_of(person)] == ["webhook_paused"]
        receiver.status = 200
        answer = await person.call("POST", f"{own_webhooks(person)}/{webhook_id}/resume")
        assert answer.json()["failingSince"] is None


async def test_delivery_is_resent_with_its_id(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        await send_all(auth)
        [first] = await deliveries(person, made["webhook"]["id"])
        path = f"{own_webhooks(person)}/{made['webhook']['id']}/deliveries/{first['id']}/resend"
        again = await person.call("POST", path)
        assert (again.status_code, again.json()["state"]) == (202, "waiting")
        await send_all(auth)
        assert receiver.ids == [first["messageId"]] * 2
        assert receiver.came[0][1] == receiver.came[1][1]


async def test_delivery_of_dead_process_is_resent(auth: Service) -> None:
    async with a_receiver() as receiver:
        receiver.answers.clear()
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.deliver(a_bid(person.id))
        async with a_sender(auth) as dying:
            task = asyncio.create_task(dying.send_due())
            await until(lambda: len(receiver.came) == 1)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        receiver.answers.set()
        await send_all(auth)
        assert len(receiver.came) == 1, "another process may be sending it"
        clock.forward(seconds=webhook_rules.LEASE.total_seconds() + 1)
        await send_all(auth)
        assert len(set(receiver.ids)) == 1
        assert len(receiver.came) == 2
        [shown] = await deliveries(person, made["webhook"]["id"])
        assert (shown["state"], shown["attempts"]) == ("delivered", 2)


async def test_slow_endpoint_is_limited_and_blocks_no_other(auth: Service) -> None:
    async with a_receiver() as slow, a_receiver() as quick, a_sender(auth) as sender:
        slow.answers.clear()
        sluggish, _ = await listener(auth, slow, "bid.placed")
        brisk, _ = await listener(auth, quick, "bid.placed")
        await auth.deliver(*[a_bid(sluggish.id) for _ in range(30)])
        await auth.deliver(*[a_bid(brisk.id) for _ in range(30)])
        job = asyncio.create_task(sender.run(nullcontext))
        await until(lambda: len(quick.came) == 30)
        assert len(slow.came) == slow.most_at_once == webhook_rules.AT_ONCE
        slow.answers.set()
        await until(lambda: len(slow.came) == 30)
        assert slow.most_at_once <= webhook_rules.AT_ONCE
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


async def test_failing_endpoint_is_tried_one_at_a_time(auth: Service) -> None:
    async with a_receiver(status=500) as receiver, a_sender(auth) as sender:
        person, _ = await failing(auth, receiver)
        await auth.deliver(*[a_bid(person.id) for _ in range(20)])
        assert await sender.send_due() == 1
        await send_all(auth)
        assert len(receiver.came) == 21


async def test_backlog_of_failing_endpoint_hides_no_others(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_queries, "LOOKED_AT", 5)
    async with a_receiver(status=500) as bad, a_receiver() as good, a_sender(auth) as sender:
        person, _ = await failing(auth, bad)
        other, _ = await listener(auth, good, "bid.placed")
        await auth.deliver(*[a_bid(person.id) for _ in range(20)])
        await auth.deliver(a_bid(other.id))
        bad.answers.clear()
        job = asyncio.create_task(sender.run(nullcontext))
        await until(lambda: len(bad.came) == 2)
        await until(lambda: len(good.came) == 1)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


async def test_unresponsive_endpoint_has_a_cooldown(auth: Service) -> None:
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
    await auth.deliver(*[a_bid(person.id) for _ in range(webhook_rules.AT_ONCE + 2)])
    async with a_sender(auth) as sender:
        assert await sender.send_due() == webhook_rules.AT_ONCE
        assert await sender.send_due() == 0
        clock.forward(seconds=31)
        assert await sender.send_due() == 1, "as it has failed, one at a time"
    attempts = [delivery["attempts"] for delivery in await deliveries(person, made["webhook"]["id"])]
    assert sorted(attempts)[:2] in ([0, 0], [0, 1])


async def test_two_processes_share_due_deliveries(auth: Service) -> None:
    async with a_receiver() as receiver, a_sender(auth) as one, a_sender(auth) as two:
        person, _ = await listener(auth, receiver, "bid.placed")
        await auth.deliver(*[a_bid(person.id) for _ in range(40)])

        async def empty(sender: WebhookSender) -> None:
            while await sender.send_due():
                pass

        await asyncio.gather(empty(one), empty(two))
        assert len(receiver.came) == len(set(receiver.ids)) == 40


async def test_waiting_deliveries_per_endpoint_are_limited(
    auth: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_rules, "MAX_WAITING", 5)
    async with a_receiver() as receiver:
        person, made = await listener(auth, receiver, "bid.placed")
        await auth.deliver(*[a_bid(person.id) for _ in range(9)])
        assert (await the_webhook(person, made["webhook"]["id"]))["waiting"] == 5
        test = await person.call("POST", f"{own_webhooks(person)}/{made['webhook']['id']}/test")
        assert test.json()["code"] == "webhook_full"
        await send_all(auth)
        assert len(receiver.came) == 5


async def test_committed_event_wakes_the_webhook_job(auth: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.auth.webhooks.sending.LOOK_EVERY", 600.0)
    async with a_receiver() as receiver, a_sender(auth) as sender:
        person, _ = await listener(auth, receiver, "auction.ended")
        job = asyncio.create_task(sender.run(nullcontext))
        await asyncio.sleep(0)
        await auth.deliver(news(person.id, 2)["auction.ended"])
        await until(lambda: receiver.events == ["auction.ended"])
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
