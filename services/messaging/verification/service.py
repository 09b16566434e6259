"""Badges are decided when a figure changes and when a grace period ends."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, SanctionAppealDecided
from libs.contracts.events.auth import IdentityChecked
from libs.contracts.events.boost import PaymentMethodConfirmed
from libs.contracts.events.trades import (
    Criterion,
    LossReason,
    SellerEvent,
    SellerGraceBegan,
    SellerVerificationLost,
    SellerVerified,
)
from libs.kit.db.database import Database
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import people
from services.messaging.deals.models import Deal
from services.messaging.deals.queries import lock_deal_if_free
from services.messaging.replicas.queries import get_person
from services.messaging.reviews.queries import get_rating_counts
from services.messaging.verification import queries, rules
from services.messaging.verification.models import Verification
from services.messaging.verification.rules import Badge, Figures
from services.messaging.verification.schemas import VerificationOut, verification_out

COUNTED_AT_ONCE = ENDED_AT_ONCE = 50


async def count_delivery(session: AsyncSession, deal: Deal) -> None:
    """Idempotent. Call with the deal locked, and do not lock another deal afterwards."""
    if deal.is_counted or deal.delivered_at is None or deal.amount < rules.MIN_AMOUNT:
        return
    row = await queries.lock_verification(session, deal.seller_id)
    is_new_buyer = not await queries.has_bought(session, deal.seller_id, deal.buyer_id)
    row.delivered += 1
    row.buyers += is_new_buyer
    deal.is_counted = True
    await _decide(session, row)


async def take_back_delivery(session: AsyncSession, deal: Deal) -> None:
    """Undo `count_delivery` for a refunded deal. Call with the deal locked, and do not lock another deal
    afterwards."""
    if deal.delivered_at is None:
        return
    was_counted = deal.is_counted
    deal.delivered_at, deal.is_counted = None, False
    await session.flush()
    if was_counted:
        row = await queries.lock_verification(session, deal.seller_id)
        was_only = not await queries.has_bought(session, deal.seller_id, deal.buyer_id)
        row.delivered -= 1  # First, because `buyers` must never exceed `delivered`.
        row.buyers -= was_only
        await _decide(session, row)


async def look_again(session: AsyncSession, seller_id: int) -> None:
    """Call after a review became public, with its deal locked. Do not lock another deal afterwards."""
    row = await queries.lock_verification(session, seller_id)
    await _decide(session, row)


async def keep_identity(session: AsyncSession, event: IdentityChecked) -> None:
    """Ignored for former members, even if the event is replayed."""
    if await people.get_account_status(session, event.user_id) == "erased":
        return
    row = await queries.lock_verification(session, event.user_id)
    row.identity_checked_at = event.changed_at if event.is_checked else None
    await _decide(session, row)


async def keep_payment_method(session: AsyncSession, event: PaymentMethodConfirmed) -> None:
    if await people.get_account_status(session, event.user_id) == "erased":
        return
    row = await queries.lock_verification(session, event.user_id)
    row.payment_confirmed_at = event.confirmed_at
    await _decide(session, row)


async def keep_decision(session: AsyncSession, event: CaseDecided) -> None:
    """Ignored for former members. Call last, because a person's row is locked after all other rows."""
    if event.decision in rules.UPHELD:
        if await people.get_account_status(session, event.about_id) == "erased":
            return
        row = await queries.lock_verification(session, event.about_id)
        row.upheld_at, row.upheld_case_id = event.decided_at, event.case_id
        await _decide(session, row)
    elif event.decision == "restore":
        await _take_back(session, event.about_id, event.overturns or event.case_id)


async def keep_appeal(session: AsyncSession, event: SanctionAppealDecided) -> None:
    if event.granted:
        await _take_back(session, event.about_id, event.case_id)


async def _take_back(session: AsyncSession, seller_id: int, case_id: int) -> None:
    verification = await queries.lock_verification_if_there(session, seller_id)
    if verification is not None and verification.upheld_case_id == case_id:
        verification.upheld_at, verification.upheld_case_id = None, None
        await _decide(session, verification)


async def end_verification(session: AsyncSession, seller_id: int) -> None:
    row = await queries.lock_verification_if_there(session, seller_id)
    if row is None:
        return
    row.identity_checked_at, row.payment_confirmed_at, row.delivered, row.buyers = None, None, 0, 0
    row.upheld_at, row.upheld_case_id = None, None
    if row.verified_since is not None:
        await _lose(session, row, ["left"], await clock.now(session))
    await session.flush()


async def end_due_verifications(database: Database) -> int:
    async with database.reading() as session:
        now = await clock.now(session)
        due = await queries.list_verifications_to_end(session, now, ENDED_AT_ONCE)
    for seller_id in due:
        async with database.transaction() as session:
            row = await queries.lock_verification_if_free(session, seller_id)
            if row is None:
                continue
            if row.upheld_at is not None and row.upheld_at <= now - rules.UPHELD_COUNTS:
                row.upheld_at, row.upheld_case_id = None, None
            await _decide(session, row)
    return len(due)


async def count_missed(database: Database) -> int:
    async with database.reading() as session:
        missed = await queries.list_sellers_to_count(session, COUNTED_AT_ONCE)
    for deal_id in missed:
        async with database.transaction() as session:
            deal = await lock_deal_if_free(session, deal_id)
            if deal is not None:
                await count_delivery(session, deal)
    return len(missed)


async def published_criteria(session: AsyncSession, seller_id: int) -> VerificationOut:
    if await get_person(session, seller_id) is None:
        raise NotFound
    row = await queries.get_verification(session, seller_id) or Verification(seller_id=seller_id)
    figures = await _figures(session, row)
    return verification_out(row, rules.criteria_lines(figures, is_verified=row.verified_since is not None))


async def _decide(session: AsyncSession, row: Verification) -> None:
    """Publishes changes of the badge. Call with the row locked."""
    figures, now = await _figures(session, row), await clock.now(session)
    before = Badge(row.verified_since, row.grace_until)
    after = rules.update_badge(before, figures, now)
    row.verified_since, row.grace_until = after.since, after.grace_until
    if before.since is None and after.since is not None:
        row.lost_for = []
        asked: list[Criterion] = list(rules.RULES)
        event = SellerVerified(seller_id=row.seller_id, asked=asked, verified_at=now)
        await _record(session, row, event, now)
    elif before.since is not None and after.since is None:
        await _lose(session, row, [*rules.missing_criteria(figures, is_verified=True)], now)
    elif before.grace_until is None and after.grace_until is not None:
        lacking = rules.missing_criteria(figures, is_verified=True)
        began = SellerGraceBegan(
            seller_id=row.seller_id, missing=lacking, until=after.grace_until, began_at=now
        )
        await _record(session, row, began, now)
    await session.flush()


async def _lose(session: AsyncSession, row: Verification, reasons: list[LossReason], now: datetime) -> None:
    row.verified_since, row.grace_until, row.lost_for = None, None, [*reasons]
    event = SellerVerificationLost(seller_id=row.seller_id, reasons=reasons, lost_at=now)
    await _record(session, row, event, now)


async def _figures(session: AsyncSession, row: Verification) -> Figures:
    counts = await get_rating_counts(session, row.seller_id, "seller")
    return Figures(
        is_identified=row.identity_checked_at is not None,
        delivered=row.delivered,
        buyers=row.buyers,
        rated=sum(counts.values()),
        stars=sum(tenths * reviews for tenths, reviews in counts.items()),
        has_payment_method=row.payment_confirmed_at is not None,
        keeps_guidelines=row.upheld_at is None,
    )


async def _record(session: AsyncSession, row: Verification, event: SellerEvent, now: datetime) -> None:
    row.version += 1
    row.first_published_at = row.first_published_at or now
    await session.flush()
    await outbox.record(session, event, version=row.version)
