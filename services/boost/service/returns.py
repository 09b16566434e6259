"""The way back of the browser: the address decides nothing, the order does."""

import asyncio
from dataclasses import dataclass
from typing import Literal

from libs.kit.http.errors import Unavailable
from services.boost.models.orders import Order
from services.boost.models.payments import Payment
from services.boost.protection.models import Protection
from services.boost.protection.queries import get_protection
from services.boost.providers.port import ProviderMessage
from services.boost.queries import notifications as notification_queries
from services.boost.queries import orders as order_queries
from services.boost.queries import payments as payment_queries
from services.boost.service import notifications
from services.boost.service.setup import Setup

LOOKS, LOOK_SECONDS = 10, 0.1
PROCESSING = "Processing your request"


@dataclass(frozen=True)
class Notice:
    """What a person is told when they come back, and about which order."""

    payment: Literal["success", "failed", "error"]
    message: str
    order_id: int | None = None
    deal_id: int | None = None


async def come_back(setup: Setup, query: bytes) -> Notice:
    """Judge a redirect, and say how the order stands now."""
    word = await notifications.receive(setup, "redirect", query)
    if word is None:
        return Notice("error", "This payment could not be verified.")
    await _judge(setup, word.ref)
    async with setup.database.reading() as session:
        payment = await payment_queries.by_bill(session, word.ref)
        if not notifications.is_about(word, payment):
            return Notice("error", "This payment could not be verified.")
        if payment is not None and payment.deal_id is not None:
            return _notice_of_deal(word, payment, await get_protection(session, payment.deal_id))
        order = None if payment is None else await order_queries.order(session, payment.of_order)
    if payment is None or order is None:
        return Notice("success" if word.is_paid else "failed", PROCESSING)
    return _notice(word, payment, order)


async def _judge(setup: Setup, bill_id: str) -> None:
    """Judge now what has come about this bill; what the provider must be asked about may have to wait. What
    the job judges in this moment is waited for, so that the notice tells how it ended."""
    for _ in range(LOOKS):
        async with setup.database.reading() as session:
            found = await notification_queries.of_bills(session, [bill_id], notifications.AT_ONCE)
        waiting = [row for row in reversed(found) if row.judged_at is None]
        if not waiting:
            return
        try:
            for row in waiting:
                if not await notifications.judge_one(setup, row):
                    await asyncio.sleep(LOOK_SECONDS)
        except Unavailable:
            return


def _notice(word: ProviderMessage, payment: Payment, order: Order) -> Notice:
    if payment.settled_as == "credit":
        words = "This payment came too late for its order; the amount is in your wallet."
        return Notice("success", words, order.known_id)
    if order.paid_at is not None:
        return Notice("success", "Your products are boosted.", order.known_id)
    if order.status == "review":
        return Notice("error", "This payment is being checked by our staff.", order.known_id)
    if word.outcome == "failed":
        return Notice("failed", "The payment was not completed. You can pay again.", order.known_id)
    return Notice("success", PROCESSING, order.known_id)


def _notice_of_deal(word: ProviderMessage, payment: Payment, row: Protection | None) -> Notice:
    assert row is not None
    if payment.settled_as == "credit":
        words = "This payment came too late for its purchase; the amount is in your wallet."
        return Notice("success", words, deal_id=row.deal_id)
    if row.held_at is not None:
        words = "Your payment is held until you have the parcel."
        return Notice("success", words, deal_id=row.deal_id)
    if payment.status == "review":
        return Notice("error", "This payment is being checked.", deal_id=row.deal_id)
    if word.outcome == "failed":
        words = "The payment was not completed. You can pay again."
        return Notice("failed", words, deal_id=row.deal_id)
    return Notice("success", PROCESSING, deal_id=row.deal_id)
