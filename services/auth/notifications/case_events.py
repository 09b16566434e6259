from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, MeasureAppealDecided
from libs.contracts.events.catalog import ListingRestored, ListingTakenDown
from libs.contracts.events.messaging import MessageHidden
from libs.contracts.events.trades import ReviewHidden
from services.auth.notifications.kinds import MailedNotice, NoticeKind
from services.auth.notifications.service import News, notify

Hit = ListingTakenDown | ListingRestored | MessageHidden | ReviewHidden


LISTINGS, RULES, OWN_CASE = "/seller/dashboard", "/terms-of-service", "/cases/{}"


# The notification of a granted appeal, by the earlier decision and its object.
GRANTED: dict[str, MailedNotice] = {"message": "hidden_message_lifted", "review": "hidden_review_lifted"}


async def notify_decided(session: AsyncSession, fact: CaseDecided) -> None:
    """Notify reporters whether action was taken, and a seller whose listing stays removed."""
    about = f"case {fact.case_id}"
    if fact.decision == "uphold":
        news = News(fact.about_id, "appeal_upheld", about, {}, LISTINGS, fact.about_id, fact.decided_at)
        await notify(session, [news])
        return
    kind: NoticeKind = "report_dismissed" if fact.decision == "dismiss" else "report_acted"
    await notify(
        session,
        [News(person, kind, about, {}, RULES, person, fact.decided_at) for person in fact.reporter_ids],
    )


async def notify_hit(session: AsyncSession, fact: Hit) -> None:
    if fact.outcome != "done":
        return
    facts: dict[str, str] = {} if isinstance(fact, ListingRestored) else {"reason": fact.reason}
    about, link = f"case {fact.case_id}", OWN_CASE.format(fact.case_id)
    kind: MailedNotice
    match fact:
        case ListingTakenDown():
            kind, person, at = "listing_taken_down", fact.seller_id, fact.taken_down_at
        case ListingRestored():
            kind, person, at = "listing_restored", fact.seller_id, fact.restored_at
        case MessageHidden():
            kind, person, at = "message_hidden", fact.sender_id, fact.hidden_at
        case ReviewHidden():
            kind, at = "review_hidden", fact.hidden_at
            person = fact.buyer_id if fact.about == "seller" else fact.seller_id
    if isinstance(fact, ListingTakenDown | ListingRestored):
        about, link, facts = f"product {fact.product_id}", LISTINGS, facts | {"name": fact.name}
    await notify(session, [News(person, kind, f"{about} {kind}", facts, link, person, at)])


async def notify_measure(session: AsyncSession, fact: CaseDecided) -> None:
    """Notify a person of a warning or a suspension. A suspension is also mailed."""
    facts: dict[str, str] = {"reason": fact.reason}
    if fact.days is not None:
        facts["until"] = _until(fact.decided_at, fact.days)
    kind: NoticeKind = "warned" if fact.decision == "warn" else "suspended"
    about, link = f"case {fact.case_id} {kind}", OWN_CASE.format(fact.case_id)
    news = News(fact.about_id, kind, about, facts, link, fact.about_id, fact.decided_at)
    await notify(session, [news])


async def notify_appeal(session: AsyncSession, fact: MeasureAppealDecided) -> None:
    """Notify a person of the decision on their appeal, and reporters if it was granted."""
    kind: MailedNotice = "measure_lifted" if fact.granted else "measure_stays"
    if fact.granted and fact.measure == "hide":
        kind = GRANTED.get(fact.kind, kind)
    about, link = f"case {fact.case_id} {kind}", own_address(fact)
    news = [News(fact.about_id, kind, about, {}, link, fact.about_id, fact.decided_at)]
    if fact.granted:
        reporters = dict.fromkeys(fact.reporter_ids)
        news += [
            News(one, "report_revised", f"{about} {one}", {}, RULES, one, fact.decided_at)
            for one in reporters
        ]
    await notify(session, news)


def own_address(fact: MeasureAppealDecided) -> str:
    if fact.kind == "measure":
        return f"/cases/measures/{fact.subject_id}"
    return OWN_CASE.format(fact.case_id)


def _until(at: datetime, days: int) -> str:
    return (at + timedelta(days=days)).isoformat()
