from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, SanctionAppealDecided
from libs.contracts.events.catalog import ListingRestored, ListingTakenDown
from libs.contracts.events.messaging import MessageHidden
from libs.contracts.events.trades import ReviewHidden
from services.auth.notifications.kinds import MailedNotification, NotificationKind
from services.auth.notifications.service import News, notify

Hit = ListingTakenDown | ListingRestored | MessageHidden | ReviewHidden


LISTINGS, RULES, OWN_CASE = "/seller/dashboard", "/terms-of-service", "/cases/{}"


# The notification of a granted appeal, by what the earlier decision was about.
GRANTED: dict[str, MailedNotification] = {
    "message": "hidden_message_lifted",
    "review": "hidden_review_lifted",
}


async def notify_decided(session: AsyncSession, event: CaseDecided) -> None:
    about = f"case {event.case_id}"
    if event.decision == "uphold":
        news = News(event.about_id, "appeal_upheld", about, {}, LISTINGS, event.about_id, event.decided_at)
        await notify(session, [news])
        return
    kind: NotificationKind = "report_dismissed" if event.decision == "dismiss" else "report_acted"
    await notify(
        session,
        [News(person, kind, about, {}, RULES, person, event.decided_at) for person in event.reporter_ids],
    )


async def notify_hit(session: AsyncSession, event: Hit) -> None:
    if event.outcome != "done":
        return
    context: dict[str, str] = {} if isinstance(event, ListingRestored) else {"reason": event.reason}
    about, link = f"case {event.case_id}", OWN_CASE.format(event.case_id)
    kind: MailedNotification
    match event:
        case ListingTakenDown():
            kind, person, at = "listing_taken_down", event.seller_id, event.taken_down_at
        case ListingRestored():
            kind, person, at = "listing_restored", event.seller_id, event.restored_at
        case MessageHidden():
            kind, person, at = "message_hidden", event.sender_id, event.hidden_at
        case ReviewHidden():
            kind, at = "review_hidden", event.hidden_at
            person = event.buyer_id if event.about == "seller" else event.seller_id
    if isinstance(event, ListingTakenDown | ListingRestored):
        about, link, context = f"product {event.product_id}", LISTINGS, context | {"name": event.name}
    await notify(session, [News(person, kind, f"{about} {kind}", context, link, person, at)])


async def notify_sanction(session: AsyncSession, event: CaseDecided) -> None:
    context: dict[str, str] = {"reason": event.reason}
    if event.days is not None:
        context["until"] = _until(event.decided_at, event.days)
    kind: NotificationKind = "warned" if event.decision == "warn" else "suspended"
    about, link = f"case {event.case_id} {kind}", OWN_CASE.format(event.case_id)
    news = News(event.about_id, kind, about, context, link, event.about_id, event.decided_at)
    await notify(session, [news])


async def notify_appeal(session: AsyncSession, event: SanctionAppealDecided) -> None:
    kind: MailedNotification = "sanction_lifted" if event.granted else "sanction_upheld"
    if event.granted and event.sanction == "hide":
        kind = GRANTED.get(event.kind, kind)
    about, link = f"case {event.case_id} {kind}", own_address(event)
    news = [News(event.about_id, kind, about, {}, link, event.about_id, event.decided_at)]
    if event.granted:
        reporters = dict.fromkeys(event.reporter_ids)
        news += [
            News(reporter, "report_revised", f"{about} {reporter}", {}, RULES, reporter, event.decided_at)
            for reporter in reporters
        ]
    await notify(session, news)


def own_address(event: SanctionAppealDecided) -> str:
    if event.kind == "sanction":
        return f"/cases/sanctions/{event.subject_id}"
    return OWN_CASE.format(event.case_id)


def _until(at: datetime, days: int) -> str:
    return (at + timedelta(days=days)).isoformat()
