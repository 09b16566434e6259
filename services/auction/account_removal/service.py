"""Ends a person's trading after a ban or an erasure, in small batches. The transaction of the event only
stores the removal and locks no auction. From that moment, every command on an auction first applies pending
removals. A job applies the rest."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import PersonForgotten
from libs.contracts.events.sanctions import SanctionAppliedToAuctions
from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from libs.marketplace import erasure, sanctions
from services.auction.account_removal import queries
from services.auction.account_removal.models import AccountRemoval
from services.auction.auctions.events import Voiding
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import get_live_epoch, lock_auction
from services.auction.bidding.voids import cancel_auction, void_bids

log = structlog.get_logger(__name__)

Reason = Literal["banned", "erased"]
# Bids on the locked auctions wait until the batch commits.
AUCTIONS_AT_ONCE = 10
WORDS_AT_ONCE, NAMES_AT_ONCE = 200, 1_000
ACCOUNT_REMOVALS_AT_ONCE = 100
# Allows for a clock that is behind the database's, and for an auction that ends before the page renders.
LAST_MOMENTS = timedelta(seconds=5)


async def begin_removal(
    session: AsyncSession, user_id: int, reason: Reason, decided_at: datetime | None = None
) -> None:
    since = await clock.now(session)
    session.add(AccountRemoval(user_id=user_id, since=since, reason=reason, decided_at=decided_at))
    await session.flush()


async def continue_removals(database: Database) -> bool:
    """Runs one batch of each removal. Returns True if there was work. A failed removal does not block the
    others."""
    async with database.reading() as session:
        waiting = await queries.list_waiting(session, ACCOUNT_REMOVALS_AT_ONCE)
    worked = False
    for removal in waiting:
        try:
            async with database.transaction() as session:
                taken = await queries.lock_account_removal(session, removal)
                if taken is not None:
                    await erase_next_batch(session, taken)
                    worked = True
        except Exception:  # One failure must not block other removals.
            if not await database.answers():
                raise
            log.exception("account_removal_failed", user_id=removal.user_id)
    return worked


async def locked_auction(session: AsyncSession, auction_id: int) -> Auction:
    """Locks the auction and applies pending removals."""
    auction = await lock_auction(session, auction_id)
    await apply_pending(session, [auction])
    return auction


async def apply_pending(session: AsyncSession, auctions: Sequence[Auction]) -> None:
    """Applies pending removals to these auctions. Call with the auctions locked, before any decision."""
    by_id = {auction.id: auction for auction in auctions}
    pending = await queries.list_pending(session, [auction.known_id for auction in auctions])
    for user_id, reason in dict.fromkeys((item.user_id, item.reason) for item in pending):
        # Two removals of the same person may name the same auction.
        ids = dict.fromkeys(
            item.auction_id for item in pending if (item.user_id, item.reason) == (user_id, reason)
        )
        theirs = [by_id[item_id] for item_id in ids]
        # Skips auctions that were cancelled because of their seller. Their bids need not be voided.
        await _end_removal(
            session, user_id, reason, [auction for auction in theirs if auction.status == "active"]
        )


async def clear_auction(database: Database, auction_ids: Collection[int]) -> None:
    async with database.transaction() as session:
        await apply_pending(session, await queries.lock_auction_of(session, auction_ids))
        if left := await queries.list_pending(session, auction_ids):
            log.error("account_removal_not_applied", auctions=[item.auction_id for item in left])
            raise Unavailable


async def clear_ended(database: Database, auctions: Iterable[Auction]) -> bool:
    """Applies pending removals to auctions that have ended but are not closed yet, so that readers see the
    same winner as the closing job. Returns True if any removal was pending."""
    soon = clock.about_now() + LAST_MOMENTS
    ended = [
        auction.known_id for auction in auctions if auction.status == "active" and auction.ends_at <= soon
    ]
    if not ended:
        return False
    async with database.reading() as session:
        pending = await queries.list_pending(session, ended)
    if pending:
        await clear_auction(database, {item.auction_id for item in pending})
    return bool(pending)


async def _end_removal(session: AsyncSession, user_id: int, reason: str, auctions: Sequence[Auction]) -> None:
    epoch, now = await get_live_epoch(session), await clock.now(session)
    for auction in auctions:
        auction.updated_at = now
    sold = [auction for auction in auctions if auction.seller_id == user_id]
    await cancel_auction(session, sold, "seller_banned" if reason == "banned" else "seller_erased", epoch)
    voiding = Voiding("bidder_banned" if reason == "banned" else "bidder_erased")
    bought = [auction for auction in auctions if auction.seller_id != user_id]
    await void_bids(session, bought, user_id, voiding, epoch)
    await session.flush()  # Pending removals are read from the tables.


async def erase_next_batch(session: AsyncSession, removal: AccountRemoval) -> None:
    if removal.stage == "trading" and not await _end_trading(session, removal):
        return
    if removal.reason == "erased":
        if removal.stage == "words" and not await _blank_words(session, removal):
            return
        if removal.stage == "names" and not await _blank_names(session, removal):
            return
        await queries.delete_pause(session, removal.user_id)
        acknowledgement = PersonForgotten(user_id=removal.user_id, forgotten_at=await clock.now(session))
        await erasure.finish_erasure(session, acknowledgement)
    if removal.decided_at is not None:
        ended = await queries.count_ended(session, removal)
        counts: sanctions.Counts = {"auctions_cancelled": ended.auctions, "bids_voided": ended.bids}
        moment = removal.decided_at
        await sanctions.record_acknowledgement(
            session, SanctionAppliedToAuctions, removal.user_id, "ban", moment, counts
        )
    await session.delete(removal)
    await session.flush()


async def _end_trading(session: AsyncSession, removal: AccountRemoval) -> bool:
    """Returns True after the last auctions."""
    ids = await queries.next_auctions(session, removal, AUCTIONS_AT_ONCE)
    if ids:
        await apply_pending(session, await queries.lock_auction_of(session, ids))
        removal.after_id = ids[-1]
    if len(ids) == AUCTIONS_AT_ONCE:
        return False
    removal.stage, removal.after_id = "words", 0
    return True


async def _blank_words(session: AsyncSession, removal: AccountRemoval) -> bool:
    products = await queries.blank_words(session, removal, WORDS_AT_ONCE)
    if products:
        removal.after_id = max(products)
    if len(products) == WORDS_AT_ONCE:
        return False
    removal.stage, removal.after_id = "names", 0
    return True


async def _blank_names(session: AsyncSession, removal: AccountRemoval) -> bool:
    named = await queries.blank_names(session, removal, NAMES_AT_ONCE)
    if named:
        removal.after_id, removal.after_seq = max(named)
    return len(named) < NAMES_AT_ONCE
