import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from libs.contracts.events import protection, trades
from libs.contracts.events.messaging import MessageSent, MessagesRead, MessagesUnread
from libs.kit.process import clock
from libs.kit.testing import Service
from services.auth.tests.people import Person, a_person, mails_to
from services.auth.tests.test_notifications import PATH, notifications_of

pytestmark = pytest.mark.servers
_numbers = itertools.count(81_000)


def a_message(sender: Person, receiver: Person, number: int, **more: Any) -> MessageSent:
    usual: dict[str, Any] = {"kind": "TEXT", "length": "1-50", "product_id": None, "seq": 1}
    return MessageSent(
        conversation_id=number, message_id=next(_numbers), sender_id=sender.id, receiver_id=receiver.id,
        sent_at=clock.about_now(), **(usual | more),
    )  # fmt: skip


async def test_conversation_has_one_notification_until_read(auth: Service) -> None:
    reader, writer = await a_person(auth), await a_person(auth)
    number = next(_numbers)
    before = len(await mails_to(auth, reader.form["email"]))
    await auth.deliver(*(a_message(writer, reader, number) for _ in range(3)))
    await auth.deliver(a_message(writer, reader, next(_numbers), notifies_receiver=False))
    (notification,) = await notifications_of(reader)
    assert (notification["title"], notification["link"]) == ("New message", f"/messages?with={writer.id}")
    assert len(await mails_to(auth, reader.form["email"])) == before
    read = MessagesRead(
        conversation_id=number, reader_id=reader.id, sender_id=writer.id, message_ids=[5], up_to_id=5,
        read_at=clock.about_now(),
    )  # fmt: skip
    await auth.deliver(read, version=9)
    assert (await reader.call("GET", f"{PATH}/unread-count")).json() == {"count": 0}


async def test_busy_conversation_notifies_once_a_minute(auth: Service) -> None:
    reader, writer = await a_person(auth), await a_person(auth)
    number, bells = next(_numbers), list[int]()
    for step in ("first", "next", "a minute later", "read"):
        if step == "a minute later":
            clock.forward(seconds=61)
        if step == "read":
            assert (await reader.call("POST", f"{PATH}/read", json={})).status_code == 200
        await auth.deliver(a_message(writer, reader, number))
        (line,) = [
            notification for notification in await notifications_of(reader) if not notification["isRead"]
        ]
        assert await auth.recorded(f"notification-{line['id']}"), "the bell of this line rings"
        bells.append(line["id"])
    first, second, third, fourth = bells
    assert first == second < third < fourth


async def test_unread_messages_are_one_mail_without_text(auth: Service) -> None:
    reader, writer = await a_person(auth), await a_person(auth)
    number = next(_numbers)

    def waiting() -> MessagesUnread:
        return MessagesUnread(
            conversation_id=number, reader_id=reader.id, sender_id=writer.id, message_id=next(_numbers),
            notified_at=clock.about_now(),
        )  # fmt: skip

    await auth.deliver(waiting())
    mail = (await mails_to(auth, reader.form["email"]))[-1]
    assert (mail.subject, f"/messages?with={writer.id}" in mail.text) == ("Unread messages", True)
    assert await notifications_of(reader) == []
    path = f"/api/user/{reader.id}/notification-preferences"
    await reader.call("PUT", path, json={"messages": {"inApp": True, "mail": False}})
    count = len(await mails_to(auth, reader.form["email"]))
    await auth.deliver(waiting(), version=2)
    assert len(await mails_to(auth, reader.form["email"])) == count


async def test_each_deal_step_notifies_whose_turn_it_is(auth: Service) -> None:
    """TXN-05, TXN-06, TXN-07"""
    seller, buyer = await a_person(auth), await a_person(auth)
    now, number = clock.about_now(), next(_numbers)
    ids: dict[str, Any] = {
        "transaction_id": number, "product_id": 5, "seller_id": seller.id, "buyer_id": buyer.id,
    }  # fmt: skip
    paid = {"message_id": 7, "action_type": "CONFIRM_PAYMENT", "actor_id": seller.id, "confirmed_at": now}
    context = [
        trades.DealOpened(
            **ids, conversation_id=3, amount=5_000, sold_by="fixed", auction_id=None, opened_at=now
        ),
        trades.ActionConfirmed.model_validate(ids | paid),
        trades.DealReminded(**ids, waits_for="seller", state="awaiting_delivery", number=1, reminded_at=now),
        trades.DealShipped(**ids, courier="poslaju", has_tracking=True, shipped_at=now),
        trades.CancellationAsked(**ids, asked_by="seller", asked_at=now),
        trades.DealDelivered(**ids, amount=5_000, delivered_at=now),
        trades.ReviewSubmitted(**ids, review_id=1, about="seller", has_comment=True, submitted_at=now),
        trades.DealCancelled(
            **ids, cancelled_by="agreement", reason="other", was_paid=True, cancelled_at=now
        ),
    ]
    await auth.deliver(*context)
    assert [notification["kind"] for notification in await notifications_of(seller)][::-1] == [
        "deal_opened", "deal_reminder", "deal_delivered", "reviewed", "deal_cancelled",
    ]  # fmt: skip
    assert [notification["kind"] for notification in await notifications_of(buyer)][::-1] == [
        "deal_paid", "deal_shipped", "deal_cancel_asked", "deal_cancelled",
    ]  # fmt: skip
    assert {notification["link"] for notification in await notifications_of(buyer)} == {
        f"/messages?with={seller.id}"
    }
    subjects = {mail.subject for mail in await mails_to(auth, buyer.form["email"])}
    assert {"Your payment was received", "Your parcel is on its way"} <= subjects


async def test_appealable_decision_and_appeal_notify_both_sides(
    auth: Service,
) -> None:
    seller, buyer = await a_person(auth), await a_person(auth)
    now, number = clock.about_now(), next(_numbers)
    ids: dict[str, Any] = {
        "transaction_id": number, "product_id": 5, "seller_id": seller.id, "buyer_id": buyer.id,
    }  # fmt: skip
    decided: dict[str, Any] = {"reason": "counterfeit", "returned_to_buyer": 9, "decided_at": now}
    await auth.deliver(
        protection.DisputeDecided(**ids, **decided, outcome="refunded", on_appeal=None, appeal_until=now),
        protection.DisputeAppealed(**ids, appealed_by="seller", appealed_at=now),
        protection.DisputeDecided(
            **ids, **decided, outcome="returned", on_appeal="changed", appeal_until=None
        ),
        protection.DisputeResolved(
            **ids,
            outcome="refunded",
            returned_to_buyer=9,
            resolved_by="staff",
            reason="counterfeit",
            on_appeal="upheld",
            resolved_at=now,
        ),
    )
    for person in (seller, buyer):
        notifications = (await notifications_of(person))[::-1]
        assert [item["kind"] for item in notifications] == [
            "dispute_may_appeal", "dispute_appealed", "dispute_changed", "dispute_upheld",
        ]  # fmt: skip
        assert {item["link"] for item in notifications} == {f"/orders/{number}"}
        assert "No money moves before" in notifications[0]["body"]
        assert [mail.subject for mail in await mails_to(auth, person.form["email"])][-4:] == [
            "We've decided a dispute", "A dispute decision has been appealed", "The dispute decision was changed",
            "The dispute decision was upheld",
        ]  # fmt: skip


async def test_each_appealable_decision_of_a_day_is_mailed(auth: Service) -> None:
    seller, buyer = await a_person(auth), await a_person(auth)
    number = next(_numbers)
    for version, hours in enumerate((3, 1), 1):
        at = clock.about_now() - timedelta(hours=hours)
        decided = protection.DisputeDecided(
            transaction_id=number, product_id=5, seller_id=seller.id, buyer_id=buyer.id, reason="damaged",
            returned_to_buyer=9, outcome="refunded", on_appeal=None, appeal_until=at + timedelta(days=2),
            decided_at=at,
        )  # fmt: skip
        await auth.deliver(decided, version=version)
        await mails_to(auth, buyer.form["email"])
    subjects = [mail.subject for mail in await mails_to(auth, buyer.form["email"])]
    assert subjects.count("We've decided a dispute") == 2


async def test_return_deadline_and_reopened_evidence_notify_both_sides(
    auth: Service,
) -> None:
    seller, buyer = await a_person(auth), await a_person(auth)
    now, number = clock.about_now(), next(_numbers)
    ids: dict[str, Any] = {
        "transaction_id": number, "product_id": 5, "seller_id": seller.id, "buyer_id": buyer.id,
    }  # fmt: skip
    until = datetime(2026, 12, 7, 4, tzinfo=UTC)
    await auth.deliver(
        protection.DisputeDecided(
            **ids, outcome="returned", returned_to_buyer=9, reason="damaged", on_appeal=None,
            appeal_until=None, send_back_until=until, decided_at=now,
        ),
        protection.DisputeReopened(**ids, evidence_until=until, reopened_at=now),
    )  # fmt: skip
    for person in (seller, buyer):
        notifications = (await notifications_of(person))[::-1]
        assert [item["kind"] for item in notifications] == ["dispute_send_back", "dispute_reopened"]
        assert all("7 Dec" in item["body"] for item in notifications), [
            item["body"] for item in notifications
        ]
        mails = (await mails_to(auth, person.form["email"]))[-2:]
        assert all("7 Dec" in mail.text for mail in mails)
        assert [mail.subject for mail in mails] == ["The parcel has to be returned", "A dispute was reopened"]


async def test_held_money_disputes_and_payouts_notify_the_right_side(auth: Service) -> None:
    """C36"""
    seller, buyer = await a_person(auth), await a_person(auth)
    now, number = clock.about_now(), next(_numbers)
    ids: dict[str, Any] = {
        "transaction_id": number, "product_id": 5, "seller_id": seller.id, "buyer_id": buyer.id,
    }  # fmt: skip
    payout: dict[str, Any] = {"user_id": seller.id, "amount": 80_000}
    await auth.deliver(
        protection.FundsHeld(
            **ids, amount=80_000, fee=2_400, auction_id=None, sale_number=None, ship_by=now, held_at=now
        ),
        protection.DisputeOpened(**ids, reason="damaged", evidence_until=now, opened_at=now),
        protection.DisputeOpened(
            **ids, reason="damaged", opened_by="seller", evidence_until=now, opened_at=now
        ),
        protection.DisputeResolved(
            **ids, outcome="released", returned_to_buyer=0, resolved_by="staff", resolved_at=now
        ),
        protection.DisputeResolved(
            **ids,
            outcome="refunded",
            returned_to_buyer=9,
            resolved_by="staff",
            reason="counterfeit",
            resolved_at=now,
        ),
        protection.PayoutFailed(**payout, payout_id=number, failed_at=now),
        protection.PayoutSent(**payout, payout_id=number + 1, sent_at=now),
    )
    notifications = (await notifications_of(seller))[::-1]
    assert [item["kind"] for item in notifications] == [
        "deal_held", "dispute_opened", "dispute_resolved", "dispute_decided", "payout_failed", "payout_sent",
    ]  # fmt: skip
    assert [notification["kind"] for notification in await notifications_of(buyer)] == [
        "dispute_decided", "dispute_resolved", "dispute_opened",
    ]  # fmt: skip
    assert "it looks like a counterfeit" in notifications[3]["body"]
    assert notifications[0]["link"] == f"/orders/{number}"
    assert "RM 800" in notifications[4]["body"]
