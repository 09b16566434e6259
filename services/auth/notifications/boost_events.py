from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import boost, mismatches
from services.auth.notifications.kinds import MailedNotice
from services.auth.notifications.service import News, notify

BoostFact = (
    boost.BoostPaid
    | boost.BoostPaymentFailed
    | boost.BoostEndingSoon
    | boost.BoostExpired
    | boost.BoostRefunded
    | mismatches.PaymentDecisionCarriedOut
)


BOOSTED, WALLET = "/seller/dashboard?tab=boosted", "/profile?tab=wallet"


# The kind of notification, by the reason for the wallet credit.
_KINDS: dict[str, MailedNotice] = {
    "staff": "boost_refunded",
    "removed": "boost_credited",
    "late": "boost_late",
}


async def notify_owner(session: AsyncSession, fact: BoostFact) -> None:
    """Notify the owner of the outcome of a boost or its payment."""
    match fact:
        case mismatches.PaymentDecisionCarriedOut():
            await _notify_payer(session, fact)
            return
        case boost.BoostPaid():
            news = _paid(fact)
        case boost.BoostPaymentFailed():
            # Of several failures only the newest stays unread, with one mail a day.
            news = _news(fact, "boost_failed", "failed", fact.failed_at)
        case boost.BoostEndingSoon():
            about, facts = f"ending {fact.ends_at.isoformat()}", {"until": fact.ends_at.isoformat()}
            news = _news(fact, "boost_ending", about, fact.told_at, facts)
        case boost.BoostExpired():
            # The boosts of one order may end at different times.
            about = f"over {fact.expired_at.isoformat()}"
            news = _news(fact, "boost_expired", about, fact.expired_at)
        case boost.BoostRefunded() if fact.amount:
            news = _refunded(fact)
        case _:  # A boost without time left gives no credit.
            return
    await notify(session, [news])


async def _notify_payer(session: AsyncSession, fact: mismatches.PaymentDecisionCarriedOut) -> None:
    """Notify the payer how finance settled a mismatched payment. Credit from an order has an event of its
    own."""
    if fact.outcome != "done" or fact.decision == "match":
        return
    if fact.decision == "credit" and fact.transaction_id is None:
        return
    kind: MailedNotice = "payment_credited"
    link = WALLET
    if fact.decision == "write_off":
        kind = "payment_written_off"
        link = BOOSTED if fact.transaction_id is None else f"/orders/{fact.transaction_id}"
    about = f"payment {fact.payment_id}"
    await notify(session, [News(fact.payer_id, kind, about, {}, link, fact.payer_id, fact.done_at)])


def _paid(fact: boost.BoostPaid) -> News:
    ends = [one.featured_until for one in fact.products if one.featured_until is not None]
    facts = {"price": fact.amount, "until": max(ends, default=fact.paid_at).isoformat()}
    return _news(fact, "boost_paid", "paid", fact.paid_at, facts)


def _refunded(fact: boost.BoostRefunded) -> News:
    about = f"{fact.reason} {fact.refunded_at.isoformat()}"
    return _news(fact, _KINDS[fact.reason], about, fact.refunded_at, {"price": fact.amount}, WALLET)


def _news(
    fact: boost.BoostFact,
    kind: MailedNotice,
    about: str,
    at: datetime,
    facts: dict[str, Any] | None = None,
    link: str = BOOSTED,
) -> News:
    about = f"boost {fact.order_id} {about}"
    return News(fact.seller_id, kind, about, facts or {}, link, fact.seller_id, at)
