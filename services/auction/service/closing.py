"""Closing: an auction whose end has come gets its one outcome, under the same lock as a bid."""

from datetime import datetime
from typing import Literal

from prometheus_client import Histogram
from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.events import outbox, people
from libs.kit.http.errors import Forbidden
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.domain import ends
from services.auction.domain.bids import buy_now_open
from services.auction.domain.refusals_bidding import AuctionEnded
from services.auction.domain.refusals_sales import BuyNowClosed
from services.auction.domain.sales import check_buy_now
from services.auction.queries import auctions as auction_queries
from services.auction.queries import sales as sale_queries
from services.auction.sales.models import Sale
from services.auction.service import departures, facts, notifications, sales

AT_ONCE = 50
LATE = Histogram(
    "auction_close_late_seconds",
    "Time from the end of an auction to its outcome",
    buckets=(0.5, 1, 2, 5, 15, 60, 300),
)


async def close_due(session: AsyncSession) -> int:
    """Close auctions that are due; return how many. Those that another replica closes are left to it."""
    due = await auction_queries.due(session, await clock.now(session), AT_ONCE)
    if due:
        await departures.apply_pending(session, due)
        epoch, now = await auction_queries.live_epoch(session), await clock.now(session)
        for auction in due:
            if auction.status == "active":
                await _close(session, auction, now, epoch)
    return len(due)


async def _close(session: AsyncSession, auction: Auction, now: datetime, epoch: int) -> None:
    outcome, due_at = ends.outcome_of(auction), auction.ends_at
    buyer_id = auction.current_bidder_id if outcome == "sold" else None
    await end(session, auction, outcome, buyer_id, auction.current_bid, now, epoch)
    LATE.observe((now - due_at).total_seconds())


async def end(
    session: AsyncSession,
    auction: Auction,
    outcome: ends.Result | Literal["bought_now"],
    buyer_id: int | None,
    price: int | None,
    now: datetime,
    epoch: int,
) -> None:
    """Give an auction its one outcome, and begin its sale. Call with it locked and `now` read after that."""
    auction.status, auction.outcome = "ended", outcome
    auction.winner_id, auction.final_price = buyer_id, None if buyer_id is None else price
    auction.ended_at = auction.updated_at = now
    auction.version += 1
    await outbox.record(session, facts.ended(auction, outcome, epoch), version=auction.version)
    if buyer_id is not None and price is not None:
        await sales.begin(session, auction, buyer_id, price, now)
    await notifications.lost(session, auction)


def buy_now_price(auction: Auction, now: datetime) -> int:
    """Return for how much the lot may be bought now; refuse where it may not (C21)."""
    if ends.status_at(auction.status, auction.ends_at, now) != "active":
        raise AuctionEnded
    if auction.buy_now_price is None or not buy_now_open(auction.state, auction.buy_now_price):
        raise BuyNowClosed
    return auction.buy_now_price


async def buy_now(session: AsyncSession, auction_id: int, buyer_id: int, price: int) -> Sale:
    """End an auction at the Buy Now price that its seller and a buyer agreed on, and return its sale (C21).

    Asked again for the same buyer, nothing changes, unless the sale is over."""
    if await people.standing_of(session, buyer_id) != "active":
        raise Forbidden
    auction = await departures.locked_auction(session, auction_id)
    if auction.outcome == "bought_now":
        first = (await sale_queries.of_auction(session, auction_id))[-1]
        if first.buyer_id == buyer_id and first.paid is not False:
            return first
    now = await clock.now(session)
    check_buy_now(auction.state, auction.buy_now_price, buyer_id, price, now)
    await end(session, auction, "bought_now", buyer_id, price, now, await auction_queries.live_epoch(session))
    return (await sale_queries.of_auction(session, auction_id))[-1]
