from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, Outcome, SanctionAppealDecided
from libs.contracts.events.messaging import HidingAppealAnswered, MessageHidden, ReportsRead
from libs.contracts.events.staff import MessageChangedByStaff
from libs.contracts.events.trades import ReviewHidden, ReviewRestored
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import staff_changes
from libs.marketplace.errors import ConflictOfInterest
from services.messaging.conversations import queries
from services.messaging.conversations.schemas import ReportedKind, ReportOut, SaidOut
from services.messaging.deals.queries import get_deals
from services.messaging.messages.queries import get_message
from services.messaging.messages.service import empty_message
from services.messaging.replicas.queries import get_people
from services.messaging.reviews.models import Review
from services.messaging.reviews.queries import count_rating, get_review, uncount_rating
from services.messaging.reviews.rules import About
from services.messaging.reviews.service import lock_deal_of_review
from services.messaging.verification.service import look_again

MAX_SHOWN = 50


# Case id of a review that was hidden before case ids were recorded.
UNKNOWN_CASE = 0


async def list_reports(
    session: AsyncSession, admin: Identity, kind: ReportedKind, subject_id: int, about_id: int
) -> list[ReportOut]:
    """Reports with their context. Access is logged."""
    ConflictOfInterest.refuse_party(admin.user_id, (about_id,))
    reports = await queries.list_reports_of(session, kind, subject_id, about_id, MAX_SHOWN)
    if not reports:
        raise NotFound
    now = await clock.now(session)
    event = ReportsRead(
        report_ids=[item.known_id for item in reports], by_admin_id=admin.user_id, read_at=now
    )
    await outbox.record(session, event, version=1)
    writers = {said["senderId"] for item in reports for said in item.context if "senderId" in said}
    names = {person.user_id: person.username for person in (await get_people(session, writers)).values()}
    return [
        ReportOut(
            **item.model_dump(include={"reporter_id", "reason", "words", "created_at"}),
            said=[
                SaidOut(
                    sender_id=said["senderId"],
                    username=names.get(said["senderId"], ""),
                    content=said["content"],
                )
                for said in item.context
                if said.get("content")  # Purchase cards have no content.
            ],
            steps=[str(step["kind"]) for step in item.context if "kind" in step],
        )
        for item in reports
    ]


async def carry_out_decision(session: AsyncSession, event: CaseDecided) -> None:
    if event.decision != "hide":
        return
    now = await clock.now(session)
    if event.kind == "message":
        outcome = await _hide_message(session, event.subject_id)
        hidden = MessageHidden(
            case_id=event.case_id, message_id=event.subject_id, sender_id=event.about_id, reason=event.reason,
            outcome=outcome, hidden_at=now,
        )  # fmt: skip
        await outbox.record(session, hidden, version=1)
        if outcome == "done":
            await _record_change(session, event, "hide_message")
    elif event.kind == "review":
        review, outcome, was_public = await _hide_review(session, event, now)
        if review is not None:
            taken = ReviewHidden(
                case_id=event.case_id, review_id=event.subject_id, product_id=review.product_id,
                seller_id=review.seller_id, buyer_id=review.buyer_id, about=cast("About", review.about),
                rating_tenths=review.rating_tenths, was_public=was_public, reason=event.reason,
                outcome=outcome, hidden_at=now,
            )  # fmt: skip
            await outbox.record(session, taken, version=1)
            if was_public:
                await _record_change(session, event, "hide_review")


async def _record_change(session: AsyncSession, event: CaseDecided, act: str) -> None:
    await staff_changes.record(
        session, MessageChangedByStaff, act, by=event.by_admin_id, about=event.subject_id,
        parties=(event.about_id,), reason=event.reason,
        before={"isHidden": False}, after={"isHidden": True}, case_id=event.case_id,
    )  # fmt: skip


async def answer_appeal(session: AsyncSession, event: SanctionAppealDecided) -> None:
    """Restore a hidden review if the appeal was granted. A hidden message cannot be restored, because its
    text was deleted."""
    if not event.granted or event.sanction != "hide" or (event.kind != "message" and event.kind != "review"):
        return
    now = await clock.now(session)
    outcome: Outcome = "gone"
    if event.kind == "review":
        outcome = await _restore_review(session, event, now)
    answer = HidingAppealAnswered(
        case_id=event.case_id, kind=event.kind, subject_id=event.subject_id, outcome=outcome, answered_at=now
    )
    # The event that hid the message or review in the same case was version 1.
    await outbox.record(session, answer, version=2)
    if outcome == "done":
        await staff_changes.record(
            session, MessageChangedByStaff, "restore_review", by=event.by_admin_id, about=event.subject_id,
            parties=(event.about_id,), before={"isHidden": True}, after={"isHidden": False}, case_id=event.case_id,
        )  # fmt: skip


async def _restore_review(session: AsyncSession, event: SanctionAppealDecided, now: datetime) -> Outcome:
    review = await get_review(session, event.subject_id)
    if review is None:
        return "gone"
    deal = (await get_deals(session, [review.deal_id]))[review.deal_id]
    await lock_deal_of_review(session, deal)
    await session.refresh(review)
    if review.hidden_at is None:
        return "already"
    over = event.case_id if event.case_id in review.hidden_by else UNKNOWN_CASE
    review.hidden_by = [case_id for case_id in review.hidden_by if case_id != over]
    if review.hidden_by:
        return "refused"  # Still hidden by another case.
    about = cast("About", review.about)
    reviewed = review.seller_id if about == "seller" else review.buyer_id
    await count_rating(session, reviewed, about, review.rating_tenths)
    review.hidden_at = None
    await session.flush()
    restored = ReviewRestored(
        case_id=event.case_id, review_id=event.subject_id, product_id=review.product_id, seller_id=review.seller_id,
        buyer_id=review.buyer_id, about=about, rating_tenths=review.rating_tenths, restored_at=now,
    )  # fmt: skip
    await outbox.record(session, restored, version=2)
    if about == "seller":
        await look_again(session, review.seller_id)
    return "done"


async def _hide_message(session: AsyncSession, message_id: int) -> Outcome:
    message = await get_message(session, message_id)
    if message is None:
        return "gone"
    if message.message_type == "ACTION":
        return "refused"  # Cards are steps of a purchase.
    conversation = await queries.lock_conversation_by_id(session, message.conversation_id)
    await session.refresh(message)
    if message.deleted_at is not None:
        return "already"
    await empty_message(session, conversation, message, await clock.now(session))
    return "done"


async def _hide_review(
    session: AsyncSession, event: CaseDecided, now: datetime
) -> tuple[Review | None, Outcome, bool]:
    """Remove the review from the rating. The last value is True if the review was public. A review can be
    hidden by several cases, because its writer appeals each case separately."""
    review = await get_review(session, event.subject_id)
    if review is None:
        return None, "gone", False
    deal = (await get_deals(session, [review.deal_id]))[review.deal_id]
    await lock_deal_of_review(session, deal)
    await session.refresh(review)
    if review.revealed_at is None:
        return review, "refused", False
    if event.case_id in review.hidden_by:
        return review, "already", False
    before = [UNKNOWN_CASE] if review.hidden_at is not None and not review.hidden_by else review.hidden_by
    review.hidden_by = [*before, event.case_id]
    if review.hidden_at is not None:
        return review, "done", False
    about = cast("About", review.about)
    reviewed = review.seller_id if about == "seller" else review.buyer_id
    await uncount_rating(session, reviewed, about, review.rating_tenths)
    review.hidden_at = now
    await session.flush()
    if about == "seller":
        await look_again(session, review.seller_id)
    return review, "done", True
