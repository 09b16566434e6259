"""Notifications about payments, disputes and payouts. They never contain text that a person wrote."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import protection
from libs.kit.process import clock
from services.auth.accounts import queries as account_queries
from services.auth.mail import service as mail_service
from services.auth.notifications.kinds import MailedNotice, MailKind
from services.auth.notifications.service import News, notify

WALLET = "/profile?tab=wallet"


async def notify_held(session: AsyncSession, fact: protection.FundsHeld) -> None:
    await _notify(session, fact, fact.seller_id, "deal_held", fact.held_at, until=fact.ship_by.isoformat())


_ON_APPEAL: dict[protection.AppealOutcome, MailedNotice] = {
    "upheld": "dispute_upheld",
    "changed": "dispute_changed",
}


_ACCOUNT_MAILS: dict[str, MailKind] = {
    "set": "payout_account_set",
    "dropped": "payout_account_dropped",
    "renamed": "payout_account_renamed",
}


Dispute = (
    protection.DisputeOpened
    | protection.DisputeDecided
    | protection.DisputeAppealed
    | protection.DisputeReopened
    | protection.DisputeResolved
)


async def notify_dispute(session: AsyncSession, fact: Dispute) -> None:
    """Notify the other side of the deadline for an answer, and both sides of the decision, of the deadline to
    appeal it, of an appeal, and of its result."""
    match fact:
        case protection.DisputeOpened():
            until = fact.evidence_until.isoformat()
            other = fact.seller_id if fact.opened_by == "buyer" else fact.buyer_id
            await _notify(session, fact, other, "dispute_opened", fact.opened_at, until=until)
        case protection.DisputeDecided() if fact.appeal_until is not None:
            until = fact.appeal_until.isoformat()
            await _notify_both(session, fact, "dispute_may_appeal", fact.decided_at, until=until)
        case protection.DisputeDecided() if fact.on_appeal is not None:  # The parcel is to be returned first.
            await _notify_both(session, fact, _ON_APPEAL[fact.on_appeal], fact.decided_at)
        case protection.DisputeDecided() if fact.send_back_until is not None:
            until = fact.send_back_until.isoformat()
            await _notify_both(session, fact, "dispute_send_back", fact.decided_at, until=until)
        case protection.DisputeReopened():
            until = fact.evidence_until.isoformat()
            await _notify_both(session, fact, "dispute_reopened", fact.reopened_at, until=until)
        case protection.DisputeAppealed():
            await _notify_both(session, fact, "dispute_appealed", fact.appealed_at)
        case protection.DisputeResolved() if fact.on_appeal is not None:
            await _notify_both(session, fact, _ON_APPEAL[fact.on_appeal], fact.resolved_at)
        case protection.DisputeResolved():
            if fact.reason is None or fact.reason == "other":
                await _notify_both(session, fact, "dispute_resolved", fact.resolved_at)
            else:
                await _notify_both(
                    session, fact, "dispute_decided", fact.resolved_at, reason=str(fact.reason)
                )


Ended = protection.PayoutSent | protection.PayoutFailed | protection.PayoutCancelled


async def notify_account(session: AsyncSession, fact: protection.PayoutAccountChanged) -> None:
    """Mail the owner of a bank account whatever their settings, because the change may not be theirs. For the
    same reason the mail also goes to addresses that were changed recently."""
    user = (await account_queries.share_lock_users(session, {fact.user_id})).get(fact.user_id)
    if user is None:
        return
    kind = _ACCOUNT_MAILS[fact.change]
    earlier = await account_queries.list_restorable(session, user.known_id, await clock.now(session))
    facts = {"name": user.first_name, "path": WALLET, "change": str(fact.change_id)}
    for address in dict.fromkeys((user.email, *earlier)):
        await mail_service.write_mail(
            session, kind, to=address, language=user.language, user=user, facts=facts
        )


async def notify_payout(session: AsyncSession, fact: Ended) -> None:
    """Notify that a payout has ended, unless its owner cancelled it."""
    kind: MailedNotice
    match fact:
        case protection.PayoutSent():
            kind, at = "payout_sent", fact.sent_at
        case protection.PayoutFailed():
            kind, at = "payout_failed", fact.failed_at
        case protection.PayoutCancelled() if fact.reason == "account_changed":
            kind, at = "payout_cancelled", fact.cancelled_at
        case _:
            return
    about, facts = f"payout {fact.payout_id}", {"price": fact.amount}
    await notify(session, [News(fact.user_id, kind, about, facts, WALLET, fact.user_id, at)])


async def _notify_both(
    session: AsyncSession, fact: protection.ProtectionFact, kind: MailedNotice, at: datetime, **facts: str
) -> None:
    for person in (fact.buyer_id, fact.seller_id):
        await _notify(session, fact, person, kind, at, **facts)


async def _notify(
    session: AsyncSession,
    fact: protection.ProtectionFact,
    person: int,
    kind: MailedNotice,
    at: datetime,
    **facts: str,
) -> None:
    other = fact.buyer_id if person == fact.seller_id else fact.seller_id
    about, link = f"deal {fact.transaction_id} {kind}", f"/orders/{fact.transaction_id}"
    await notify(session, [News(person, kind, about, dict(facts), link, other, at)])
