"""A job reads new bids after they are placed, so that notifications cannot slow bidding."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.event import Event
from libs.contracts.events.auction import (
    AuctionEndingSoon,
    BidderLost,
    BidderOutbid,
    BidderReleased,
    BidderReminded,
)
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.auction.alerts import queries
from services.auction.alerts.rules import APART, MAX_NOTIFIED, decide_outbid
from services.auction.auctions.models import Auction
from services.auction.closing.rules import status_at

# Returns those (auction, person) pairs that have the auction's room open.
Watching = Callable[[Collection[tuple[int, int]]], Awaitable[set[tuple[int, int]]]]
AT_ONCE = 200
# Low, because each auction has up to a thousand bidders to notify.
RELEASED_AT_ONCE = 10


async def scan_auctions(session: AsyncSession, since: datetime | None = None) -> int:
    """Finds outbid bidders and returns the number of auctions checked. With `since`, only auctions with later
    bids are checked. The full check also finds voided bids and slow commits."""
    if since is None:
        ids = await queries.find_moved(session, AT_ONCE)
    else:
        ids = await queries.bid_on_since(session, since, AT_ONCE)
    if not ids:
        return 0
    looked = await queries.get_cursors(session, ids)
    bidders = await queries.bidders_since(session, looked) if looked else {}
    now = await clock.now(session)
    behind: list[tuple[int, int]] = []
    for item in looked:
        behind += [
            (item.auction_id, who)
            for who in decide_outbid(bidders[item.auction_id], item.led_before, item.leader_id)
        ]
    if looked:
        await queries.save_cursors(session, looked)
    if behind:
        await queries.insert_outbids(session, behind, now, apart=APART)
    return len(looked)


async def no_watchers(places: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    return set()


async def notify_outbid(session: AsyncSession, watching: Watching = no_watchers) -> int:
    """Notifies due bidders of the current price and returns how many were due. Skips bidders who lead again,
    may not trade, can no longer bid, or have the room open."""
    now = await clock.now(session)
    due = await queries.find_due_outbids(session, now, AT_ONCE)
    if not due:
        return 0
    there = await watching([(item.auction_id, item.bidder_id) for item in due])
    news = [None if (item.auction_id, item.bidder_id) in there else _outbid(item, now) for item in due]
    await queries.save_notified(
        session, [(one, event is not None) for one, event in zip(due, news, strict=True)], now
    )
    events = [(event, one.times + 1) for event, one in zip(news, due, strict=True) if event is not None]
    await outbox.record_all(session, events)
    return len(due)


def _outbid(due: queries.Due, now: datetime) -> BidderOutbid | None:
    over = status_at(due.status, due.ends_at, now) != "active"
    if over or not due.trades or due.price is None or due.leader_id == due.bidder_id:
        return None
    known = due._asdict() | {"user_id": due.bidder_id, "outbid_at": now}
    return BidderOutbid.model_validate(
        {name: known[name] for name in BidderOutbid.model_fields if name in known}
    )


async def warn_ending(session: AsyncSession, ahead: timedelta) -> int:
    now = await clock.now(session)
    warned = 0
    for auction in await queries.find_ending(session, now, ahead, AT_ONCE):
        if await queries.claim_warning(session, auction, now):
            await _warn(session, auction)
            warned += 1
    return warned


async def _warn(session: AsyncSession, auction: Auction) -> None:
    price = auction.current_bid or auction.starting_price
    fields = _event_fields(auction) | {"price": price, "ends_at": auction.ends_at}
    fields["notified_at"] = await clock.now(session)
    bidders = await queries.list_bidders(session, auction, MAX_NOTIFIED)
    events: list[tuple[Event, int]] = [(AuctionEndingSoon.model_validate(fields), 1)]
    events += [
        (BidderReminded.model_validate(fields | {"user_id": bidder}), 1)
        for bidder in bidders
        if bidder != auction.current_bidder_id
    ]
    await outbox.record_all(session, events)


async def notify_lost(session: AsyncSession, auction: Auction) -> None:
    """Call in the transaction that ends the auction."""
    if not auction.bid_count:
        return
    losers = [
        bidder
        for bidder in await queries.list_bidders(session, auction, MAX_NOTIFIED)
        if bidder != auction.winner_id
    ]
    price = auction.final_price
    end = {"outcome": auction.outcome, "price": price, "lost_at": auction.ended_at}
    events = [
        BidderLost.model_validate(_event_fields(auction) | end | {"user_id": loser}) for loser in losers
    ]
    await outbox.record_all(session, [(event, 1) for event in events])


async def release_later(session: AsyncSession, auctions: Sequence[Auction]) -> None:
    """Marks the auctions for `release_bidders`, because one transaction must not notify the bidders of a
    thousand auctions. Call in the transaction that cancels the auctions."""
    await queries.mark_cancelled(session, [auction for auction in auctions if auction.bid_count])


async def release_bidders(session: AsyncSession) -> int:
    cancelled = await queries.find_cancelled(session, RELEASED_AT_ONCE)
    events: list[tuple[Event, int]] = []
    for seen, auction in cancelled:
        fields = _event_fields(auction) | {"released_at": auction.ended_at}
        bidders = await queries.list_bidders(session, auction, MAX_NOTIFIED)
        events += [(BidderReleased.model_validate(fields | {"user_id": bidder}), 1) for bidder in bidders]
        await session.delete(seen)
    await outbox.record_all(session, events)
    return len(cancelled)


def _event_fields(auction: Auction) -> dict[str, Any]:
    return {"auction_id": auction.id, "product_id": auction.product_id, "seller_id": auction.seller_id}


async def delete_old_cursors(database: Database) -> int:
    return await queries.delete_looks_at_ended(database)
