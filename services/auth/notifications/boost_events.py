from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import boost, mismatches
from services.auth.notifications.kinds import MailedNotification
from services.auth.notifications.service import News, notify

BoostEvent = (
    boost.BoostPaid
    | boost.BoostPaymentFailed
    | boost.BoostEndingSoon
    | boost.BoostExpired
    | boost.BoostRefunded
    | mismatches.PaymentDecisionCarriedOut
)


BOOSTED, WALLET = "/seller/dashboard?tab=boosted", "/profile?tab=wallet"


# The notification for each reason of a wallet credit.
_KINDS: dict[str, MailedNotification] = {
    "staff": "boost_refunded",
    "removed": "boost_credited",
    "late": "boost_late",
}


async def notify_owner(session: AsyncSession, event: BoostEvent) -> None:
    match event:
        case mismatches.PaymentDecisionCarriedOut():
            await _notify_payer(session, event)
            return
        case boost.BoostPaid():
            news = _paid(event)
        case boost.BoostPaymentFailed():
            # Failures share one subject, so that only the newest stays unread and there is at most one mail a
            # day.
            news = _news(event, "boost_failed", "failed", event.failed_at)
        case boost.BoostEndingSoon():
            about, context = f"ending {event.ends_at.isoformat()}", {"until": event.ends_at.isoformat()}
            news = _news(event, "boost_ending", about, event.notified_at, context)
        case boost.BoostExpired():
            # Boosts of one order may end at different times.
            about = f"over {event.expired_at.isoformat()}"
            news = _news(event, "boost_expired", about, event.expired_at)
        case boost.BoostRefunded() if event.amount:
            news = _refunded(event)
        case _:  # A boost without remaining time gives no credit.
            return
    await notify(session, [news])


async def _notify_payer(session: AsyncSession, event: mismatches.PaymentDecisionCarriedOut) -> None:
    if event.outcome != "done" or event.decision == "match":
        return
    if event.decision == "credit" and event.transaction_id is None:
        return
    kind: MailedNotification = "payment_credited"
    link = WALLET
    if event.decision == "write_off":
        kind = "payment_written_off"
        link = BOOSTED if event.transaction_id is None else f"/orders/{event.transaction_id}"
    about = f"payment {event.payment_id}"
    await notify(session, [News(event.payer_id, kind, about, {}, link, event.payer_id, event.done_at)])


def _paid(event: boost.BoostPaid) -> News:
    ends = [product.featured_until for product in event.products if product.featured_until is not None]
    context = {"price": event.amount, "until": max(ends, default=event.paid_at).isoformat()}
    return _news(event, "boost_paid", "paid", event.paid_at, context)


def _refunded(event: boost.BoostRefunded) -> News:
    about = f"{event.reason} {event.refunded_at.isoformat()}"
    return _news(event, _KINDS[event.reason], about, event.refunded_at, {"price": event.amount}, WALLET)


def _news(
    event: boost.BoostEvent,
    kind: MailedNotification,
    about: str,
    at: datetime,
    context: dict[str, Any] | None = None,
    link: str = BOOSTED,
) -> News:
    about = f"boost {event.order_id} {about}"
    return News(event.seller_id, kind, about, context or {}, link, event.seller_id, at)
