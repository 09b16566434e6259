"""Notifications never contain text that a person wrote."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events import protection
from libs.kit.process import clock
from services.auth.accounts.queries import list_restorable, share_lock_users
from services.auth.mail.service import write_mail
from services.auth.notifications.kinds import MailedNotification, MailKind
from services.auth.notifications.service import News, notify

WALLET = "/profile?tab=wallet"


async def notify_held(session: AsyncSession, event: protection.FundsHeld) -> None:
    await _notify(
        session, event, event.seller_id, "deal_held", event.held_at, until=event.ship_by.isoformat()
    )


_ON_APPEAL: dict[protection.AppealOutcome, MailedNotification] = {
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


async def notify_dispute(session: AsyncSession, event: Dispute) -> None:
    match event:
        case protection.DisputeOpened():
            until = event.evidence_until.isoformat()
            other = event.seller_id if event.opened_by == "buyer" else event.buyer_id
            await _notify(session, event, other, "dispute_opened", event.opened_at, until=until)
        case protection.DisputeDecided() if event.appeal_until is not None:
            until = event.appeal_until.isoformat()
            await _notify_both(session, event, "dispute_may_appeal", event.decided_at, until=until)
        case protection.DisputeDecided() if event.on_appeal is not None:  # The parcel must be returned first.
            await _notify_both(session, event, _ON_APPEAL[event.on_appeal], event.decided_at)
        case protection.DisputeDecided() if event.send_back_until is not None:
            until = event.send_back_until.isoformat()
            await _notify_both(session, event, "dispute_send_back", event.decided_at, until=until)
        case protection.DisputeReopened():
            until = event.evidence_until.isoformat()
            await _notify_both(session, event, "dispute_reopened", event.reopened_at, until=until)
        case protection.DisputeAppealed():
            await _notify_both(session, event, "dispute_appealed", event.appealed_at)
        case protection.DisputeResolved() if event.on_appeal is not None:
            await _notify_both(session, event, _ON_APPEAL[event.on_appeal], event.resolved_at)
        case protection.DisputeResolved():
            if event.reason is None or event.reason == "other":
                await _notify_both(session, event, "dispute_resolved", event.resolved_at)
            else:
                await _notify_both(
                    session, event, "dispute_decided", event.resolved_at, reason=str(event.reason)
                )


Ended = protection.PayoutSent | protection.PayoutFailed | protection.PayoutCancelled


async def notify_account(session: AsyncSession, event: protection.PayoutAccountChanged) -> None:
    """Also mails the account's recent email addresses and ignores notification settings, because an intruder
    may have made the change."""
    user = (await share_lock_users(session, {event.user_id})).get(event.user_id)
    if user is None:
        return
    kind = _ACCOUNT_MAILS[event.change]
    earlier = await list_restorable(session, user.known_id, await clock.now(session))
    context = {"name": user.first_name, "path": WALLET, "change": str(event.change_id)}
    for address in dict.fromkeys((user.email, *earlier)):
        await write_mail(session, kind, to=address, language=user.language, user=user, context=context)


async def notify_payout(session: AsyncSession, event: Ended) -> None:
    kind: MailedNotification
    match event:
        case protection.PayoutSent():
            kind, at = "payout_sent", event.sent_at
        case protection.PayoutFailed():
            kind, at = "payout_failed", event.failed_at
        case protection.PayoutCancelled() if event.reason == "account_changed":
            kind, at = "payout_cancelled", event.cancelled_at
        case _:
            return
    about, context = f"payout {event.payout_id}", {"price": event.amount}
    await notify(session, [News(event.user_id, kind, about, context, WALLET, event.user_id, at)])


async def _notify_both(
    session: AsyncSession,
    event: protection.ProtectionEvent,
    kind: MailedNotification,
    at: datetime,
    **context: str,
) -> None:
    for person in (event.buyer_id, event.seller_id):
        await _notify(session, event, person, kind, at, **context)


async def _notify(
    session: AsyncSession,
    event: protection.ProtectionEvent,
    person: int,
    kind: MailedNotification,
    at: datetime,
    **context: str,
) -> None:
    other = event.buyer_id if person == event.seller_id else event.seller_id
    # The subject includes the time, because a later decision about the same deal has its own deadlines.
    about, link = f"deal {event.transaction_id} {kind} {at.isoformat()}", f"/orders/{event.transaction_id}"
    await notify(session, [News(person, kind, about, dict(context), link, other, at)])
