"""Reads the published state by event key, to compare it with the projection."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.events.reconcile import Books, Row
from libs.kit.http.export import One, RenderRows, Rows, plain
from libs.marketplace.people import export_replica
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid, Maximum
from services.auction.projection import apply_event, extend_checksum
from services.auction.sales.models import Sale, SecondChance, Strike
from services.auction.sales.queries import get_pause


def export_person(user_id: int, sold: RenderRows) -> list[One | Rows]:
    without_id = plain(exclude={"bidder_id"})
    own = (col(Auction.seller_id) == user_id) & (col(Auction.status) != "draft")
    along = [col(Maximum.auction_id), col(Maximum.most), col(Maximum.placed_at)]
    sales = [col(Sale.auction_id), col(Sale.number)]
    return [
        export_replica(user_id),
        Rows("auctions", Auction, own, [col(Auction.id)], sold),
        Rows("bids", Bid, col(Bid.bidder_id) == user_id, [col(Bid.auction_id), col(Bid.seq)], without_id),
        Rows("maximums", Maximum, col(Maximum.bidder_id) == user_id, along, without_id),
        Rows("sales", Sale, col(Sale.buyer_id) == user_id, sales, plain()),
        Rows(
            "second_chances",
            SecondChance,
            col(SecondChance.bidder_id) == user_id,
            [col(SecondChance.auction_id)],
            plain(),
        ),
        Rows("strikes", Strike, col(Strike.user_id) == user_id, [col(Strike.number)], plain()),
        One("may_not_bid_until", _paused(user_id)),
    ]


def _paused(user_id: int) -> Any:
    async def read(session: AsyncSession) -> datetime | None:
        pause = await get_pause(session, user_id)
        return pause.until if pause else None

    return read


A_PAGE = {"yield_per": 1_000}

_BIDS = text("SELECT auction_id, id, bidder_id, amount, is_auto FROM bids ORDER BY auction_id, seq")
# The winner is the first buyer. The current buyer is in the rows of `won-`.
_ROOMS = text(
    "SELECT id AS key, version, starts_at AS since, product_id, seller_id, starting_price, bid_increment, "
    "buy_now_price, reserve_price IS NOT NULL AS has_reserve, starts_at, ends_at, status, current_bid, "
    "current_bidder_id, bid_count, last_seq, coalesce(current_bid, 0) >= reserve_price AS reserve_met, outcome, "
    "first.buyer_id AS winner_id, first.price, ended_at FROM auctions "
    "LEFT JOIN sales first ON first.auction_id = id AND first.number = 1 AND outcome IN ('sold', 'bought_now') "
    "WHERE status <> 'draft' ORDER BY id"
)
_WON = text(
    "SELECT 'won-' || auction_id AS key, max(number) AS version, min(won_at) AS since, "
    "max(a.winner_id) AS winner_id, max(a.final_price) AS price "
    "FROM sales JOIN auctions a ON a.id = auction_id GROUP BY auction_id"
)
_SALES = text(
    "SELECT 'sale-' || a.id AS key, a.sale_version AS version, a.ended_at AS since, sale.paid, "
    "chance.bidder_id AS offered_to, chance.offered_at, chance.answer FROM auctions a "
    "LEFT JOIN LATERAL (SELECT * FROM sales WHERE auction_id = a.id ORDER BY number DESC LIMIT 1) sale ON true "
    "LEFT JOIN LATERAL (SELECT * FROM second_chances WHERE auction_id = a.id ORDER BY offered_at DESC LIMIT 1) chance "
    "ON true WHERE a.sale_version > 0"
)
_STRIKES = text(
    "SELECT 'strikes-' || user_id AS key, max(number) AS version, min(given_at) AS since FROM strikes GROUP BY user_id"
)


async def stream_public_state(session: AsyncSession) -> AsyncIterator[Row]:
    """Call in a transaction with a consistent snapshot."""
    logs: dict[int, int] = {}
    async for bid in await session.stream(_BIDS, execution_options=A_PAGE):
        logs[bid.auction_id] = extend_checksum(
            logs.get(bid.auction_id, 0), bid.id, bid.bidder_id, bid.amount, bid.is_auto
        )
    async for room in (await session.stream(_ROOMS, execution_options=A_PAGE)).mappings():
        yield _public_row(dict(room) | {"log": logs.get(room["key"], 0)})
    for query in (_WON, _SALES, _STRIKES):
        async for mapping in (await session.stream(query, execution_options=A_PAGE)).mappings():
            yield _public_row(dict(mapping))


def _public_row(found: dict[str, Any]) -> Row:
    return Row(str(found.pop("key")), found.pop("version"), found.pop("since"), found)


BOOKS = (
    Books("wangi.auctions", frozenset({"", "won", "sale", "strikes"}), apply_event, stream_public_state),
)
