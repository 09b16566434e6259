from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.messaging import MessageReported, PersonBlocked, ReportReason
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.messaging.conversations import queries
from services.messaging.conversations.models import Report, Side
from services.messaging.conversations.rules import CannotMessageYourself
from services.messaging.conversations.schemas import ReportIn, SideIn
from services.messaging.deals.queries import get_deals, get_timeline
from services.messaging.messages.queries import get_message, list_thread
from services.messaging.replicas.queries import get_person
from services.messaging.reviews.queries import get_review

# Maximum number of messages around a reported message that staff can read.
CONTEXT = 20


async def arrange_conversation(session: AsyncSession, person: Identity, other_id: int, form: SideIn) -> Side:
    if await queries.lock_conversation(session, person.user_id, other_id) is None:
        raise NotFound
    side = await queries.get_side_with(session, person.user_id, other_id)
    assert side is not None
    for name, value in form.model_dump(exclude_none=True, by_alias=False).items():
        setattr(side[1], name, value)
    return side[1]


async def set_block(session: AsyncSession, person: Identity, other_id: int, *, is_active: bool) -> None:
    await people.lock_actor(session, person)
    if other_id == person.user_id:
        raise CannotMessageYourself
    if await get_person(session, other_id) is None:
        raise NotFound
    now = await clock.now(session)
    version = await queries.put_block(session, person.user_id, other_id, now, is_active=is_active)
    if version is not None:
        event = PersonBlocked(
            blocker_id=person.user_id, blocked_id=other_id, is_blocked=is_active, changed_at=now
        )
        await outbox.record(session, event, version=version)


async def report_person(session: AsyncSession, person: Identity, other_id: int, form: ReportIn) -> None:
    await people.lock_actor(session, person)
    conversation = await queries.lock_conversation(session, person.user_id, other_id)
    if conversation is None:
        raise NotFound
    before = None
    if form.message_id is not None:
        message = await get_message(session, form.message_id)
        if message is None or message.conversation_id != conversation.id or message.sender_id != other_id:
            raise NotFound
        before = message.seq + CONTEXT // 2
    around = await list_thread(session, conversation.known_id, product_id=None, before=before, most=CONTEXT)
    context: list[dict[str, Any]] = [{"senderId": item.sender_id, "content": item.content} for item in around]
    row = Report(
        reporter_id=person.user_id,
        about_id=other_id,
        message_id=form.message_id,
        reason=form.reason,
        words=form.words,
        context=context,
        created_at=await clock.now(session),
    )
    await _put_report(session, row)


async def report_deal(session: AsyncSession, person: Identity, deal_id: int, form: ReportIn) -> None:
    await people.lock_actor(session, person)
    deal = (await get_deals(session, [deal_id])).get(deal_id)
    if deal is None or person.user_id not in (deal.seller_id, deal.buyer_id) or form.message_id is not None:
        raise NotFound
    steps = await get_timeline(session, deal_id)
    row = Report(
        reporter_id=person.user_id,
        about_id=deal.buyer_id if person.user_id == deal.seller_id else deal.seller_id,
        deal_id=deal_id,
        reason=form.reason,
        words=form.words,
        context=[
            {"kind": step.kind, "actorId": step.actor_id, "at": step.at.isoformat(), "details": step.details}
            for step in steps
        ],
        created_at=await clock.now(session),
    )
    await _put_report(session, row)


async def report_review(session: AsyncSession, person: Identity, review_id: int, form: ReportIn) -> None:
    await people.lock_actor(session, person)
    review = await get_review(session, review_id)
    if review is None or not review.is_public or form.message_id is not None:
        raise NotFound
    writer = review.buyer_id if review.about == "seller" else review.seller_id
    if writer == person.user_id:
        raise NotFound
    row = Report(
        reporter_id=person.user_id,
        about_id=writer,
        review_id=review_id,
        reason=form.reason,
        words=form.words,
        context=[{"senderId": writer, "content": review.comment}],
        created_at=await clock.now(session),
    )
    rated = review.seller_id if review.about == "seller" else review.buyer_id
    await _put_report(session, row, rated_id=rated)


async def _put_report(session: AsyncSession, row: Report, *, rated_id: int | None = None) -> None:
    if await people.get_account_status(session, row.about_id) == "erased":
        row.words, row.context = "", []  # Text about an erased person is not stored.
    report_id = await queries.add_report(session, row)
    if report_id is not None:
        event = MessageReported(
            report_id=report_id,
            reporter_id=row.reporter_id,
            about_id=row.about_id,
            message_id=row.message_id,
            transaction_id=row.deal_id,
            review_id=row.review_id,
            rated_id=rated_id,
            reason=cast("ReportReason", row.reason),
            reported_at=row.created_at,
        )
        await outbox.record(session, event, version=1)
