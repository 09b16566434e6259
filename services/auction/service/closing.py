"""The hammer falls: an auction whose end has come gets its one outcome, under the same lock as a bid."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import clock, outbox
from services.auction import queries
from services.auction.domain import ends
from services.auction.models import Auction
from services.auction.service import facts, telling

AT_ONCE = 50


async def close_due(session: AsyncSession) -> int:
    """Close what is due; says how many. What another replica closes just now is left to it."""
    due = await queries.due(session, await clock.now(session), AT_ONCE)
    if due:
        epoch, now = await queries.live_epoch(session), await clock.now(session)
        for auction in due:
            await _close(session, auction, now, epoch)
    return len(due)


async def _close(session: AsyncSession, auction: Auction, now: datetime, epoch: int) -> None:
    outcome = ends.outcome_of(auction)
    auction.status, auction.outcome = "ended", outcome
    auction.winner_id = auction.current_bidder_id if outcome == "sold" else None
    auction.ended_at = auction.updated_at = now
    auction.version += 1
    await outbox.record(session, facts.ended(auction, outcome, epoch), version=auction.version)
    if auction.winner_id is not None:
        await outbox.record(session, facts.won(auction), version=1)
    await telling.lost(session, auction)
