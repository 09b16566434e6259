"""An auction is closed under the same lock as a bid."""

from datetime import datetime, timedelta
from typing import Literal

import structlog
from prometheus_client import Gauge, Histogram
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import Forbidden
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import people
from services.auction.account_removal import service as account_removal_service
from services.auction.alerts.service import notify_lost
from services.auction.auctions.events import auction_ended
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import find_due, get_live_epoch
from services.auction.bidding.rules import AuctionEnded, buy_now_open
from services.auction.closing import queries, rules
from services.auction.sales.models import Sale
from services.auction.sales.queries import list_sales
from services.auction.sales.rules import BuyNowClosed, check_buy_now
from services.auction.sales.service import begin_sale

AT_ONCE = 50
LATE = Histogram(
    "auction_close_late_seconds",
    "Time from the end of an auction to its outcome",
    buckets=(0.5, 1, 2, 5, 15, 60, 300),
)


async def close_due_auctions(session: AsyncSession) -> int:
    """Returns the number of due auctions. Skips auctions that another replica is closing."""
    due = await find_due(session, await clock.now(session), AT_ONCE)
    if due:
        await account_removal_service.apply_pending(session, due)
        epoch, now = await get_live_epoch(session), await clock.now(session)
        for auction in due:
            if auction.status == "active":
                await _close_auction(session, auction, now, epoch)
    return len(due)


async def _close_auction(session: AsyncSession, auction: Auction, now: datetime, epoch: int) -> None:
    outcome, due_at = rules.outcome_of(auction), auction.ends_at
    buyer_id = auction.current_bidder_id if outcome == "sold" else None
    await end_auction(session, auction, outcome, buyer_id, auction.current_bid, now, epoch)
    LATE.observe((now - due_at).total_seconds())


async def end_auction(
    session: AsyncSession,
    auction: Auction,
    outcome: rules.Result | Literal["bought_now"],
    buyer_id: int | None,
    price: int | None,
    now: datetime,
    epoch: int,
) -> None:
    """Call with the auction locked, and with `now` read after locking."""
    auction.status, auction.outcome = "ended", outcome
    auction.winner_id, auction.final_price = buyer_id, None if buyer_id is None else price
    auction.ended_at = auction.updated_at = now
    auction.version += 1
    await outbox.record(session, auction_ended(auction, outcome, epoch), version=auction.version)
    if buyer_id is not None and price is not None:
        await begin_sale(session, auction, buyer_id, price, now)
    await notify_lost(session, auction)


def buy_now_price(auction: Auction, now: datetime) -> int:
    if rules.status_at(auction.status, auction.ends_at, now) != "active":
        raise AuctionEnded
    if auction.buy_now_price is None or not buy_now_open(auction.state, auction.buy_now_price):
        raise BuyNowClosed
    return auction.buy_now_price


async def buy_now(session: AsyncSession, auction_id: int, buyer_id: int, price: int) -> Sale:
    """Ends the auction at the price that seller and buyer agreed on (C21). Idempotent for the same buyer,
    unless the sale has failed."""
    if await people.get_account_status(session, buyer_id) != "active":
        raise Forbidden
    auction = await account_removal_service.locked_auction(session, auction_id)
    if auction.outcome == "bought_now":
        first = (await list_sales(session, auction_id))[-1]
        if first.buyer_id == buyer_id and first.paid is not False:
            return first
    now = await clock.now(session)
    check_buy_now(auction.state, auction.buy_now_price, buyer_id, price, now)
    await end_auction(session, auction, "bought_now", buyer_id, price, now, await get_live_epoch(session))
    return (await list_sales(session, auction_id))[-1]


log = structlog.get_logger(__name__)
# Must stay 0. A violation may come from a manual change to the database.
VIOLATIONS = Gauge(
    "bid_invariant_violations",
    "Auctions that changed in the last two minutes and contradict their bids",
)
CHECKED_PERIOD, MAX_NAMED = timedelta(minutes=2), 100


async def check_contradictions(database: Database) -> None:
    async with database.reading() as session:
        wrong = await queries.find_contradictions(session, clock.about_now() - CHECKED_PERIOD, MAX_NAMED)
    VIOLATIONS.set(len(wrong))
    if wrong:
        log.error("auctions_contradict_bids", auctions=wrong)
