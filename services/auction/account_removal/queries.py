from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.auction.account_removal.models import AccountRemoval
from services.auction.auctions.models import Auction
from services.auction.sales.models import BiddingPause


class Pending(NamedTuple):
    user_id: int
    reason: str
    auction_id: int


class Ended(NamedTuple):
    auctions: int
    bids: int


# Auctions and bids after the ban are kept, because the person may trade again. The table is usually empty. It
# has rows only in the minutes after a ban or erasure.
PENDING = """
SELECT d.user_id, d.reason, a.id AS auction_id, d.since FROM account_removals AS d
JOIN auctions AS a ON a.id = ANY({}) AND a.status = 'active' AND a.ends_at > d.since
WHERE d.stage = 'trading' AND (
    (a.seller_id = d.user_id AND a.starts_at <= d.since)
    OR (EXISTS (
        SELECT FROM bids AS b WHERE b.auction_id = a.id AND b.bidder_id = d.user_id AND b.placed_at <= d.since
        AND b.seq > coalesce((SELECT max(v.up_to_seq) FROM voided_bidders AS v
            WHERE v.auction_id = a.id AND v.bidder_id = d.user_id), 0)
    ) AND NOT EXISTS (
        SELECT FROM voided_bidders AS v
        WHERE v.auction_id = a.id AND v.bidder_id = d.user_id AND v.voided_at >= d.since
    ))
)
"""
_PENDING = text(PENDING.format("CAST(:ids AS bigint[])") + " ORDER BY d.since, d.user_id, a.id")
# Skips from auction to auction, so that the cost does not depend on the number of bids in an auction.
_NEXT = text("""
WITH RECURSIVE bid_on AS (
    (SELECT auction_id FROM bids WHERE bidder_id = :who AND auction_id > :after ORDER BY auction_id LIMIT 1)
    UNION ALL
    SELECT (SELECT b.auction_id FROM bids AS b WHERE b.bidder_id = :who AND b.auction_id > bid_on.auction_id
        ORDER BY b.auction_id LIMIT 1)
    FROM bid_on WHERE bid_on.auction_id IS NOT NULL
), bought AS (
    SELECT auction_id FROM bid_on
    WHERE (SELECT status = 'active' FROM auctions WHERE id = bid_on.auction_id) LIMIT :most
), sold AS (
    SELECT id FROM auctions WHERE seller_id = :who AND status = 'active'
        AND id > :after ORDER BY id LIMIT :most
)
SELECT auction_id FROM bought UNION SELECT id FROM sold ORDER BY 1 LIMIT :most
""")


async def list_pending(session: AsyncSession, auction_ids: Collection[int]) -> list[Pending]:
    """Returns the oldest removal first. Call with the auctions locked."""
    rows = await session.execute(_PENDING, {"ids": list(auction_ids)})
    return [Pending(row.user_id, row.reason, row.auction_id) for row in rows]


async def next_auctions(session: AsyncSession, removal: AccountRemoval, most: int) -> list[int]:
    values = {"who": removal.user_id, "after": removal.after_id, "most": most}
    return list((await session.execute(_NEXT, values)).scalars())


async def lock_auction_of(session: AsyncSession, auction_ids: Collection[int]) -> list[Auction]:
    query = (
        select(Auction).where(col(Auction.id).in_(auction_ids)).order_by(col(Auction.id)).with_for_update()
    )
    return list((await session.execute(query.execution_options(populate_existing=True))).scalars())


async def list_waiting(session: AsyncSession, most: int) -> list[AccountRemoval]:
    return list(
        (
            await session.execute(select(AccountRemoval).order_by(col(AccountRemoval.since)).limit(most))
        ).scalars()
    )


async def lock_account_removal(session: AsyncSession, removal: AccountRemoval) -> AccountRemoval | None:
    """Returns None if the removal is done or another replica is working on it."""
    key = (col(AccountRemoval.user_id) == removal.user_id) & (col(AccountRemoval.since) == removal.since)
    query = select(AccountRemoval).where(key).with_for_update(skip_locked=True)
    return (await session.execute(query)).scalar_one_or_none()


async def blank_words(session: AsyncSession, removal: AccountRemoval, most: int) -> list[int]:
    values = {"who": str(removal.user_id), "after": removal.after_id, "most": most}
    return list((await session.execute(_BLANK, values)).scalars())


async def blank_names(session: AsyncSession, removal: AccountRemoval, most: int) -> list[tuple[int, int]]:
    values = {"who": removal.user_id, "after": removal.after_id, "seq": removal.after_seq, "most": most}
    return [tuple(row) for row in await session.execute(_NAMES, values)]


async def count_ended(session: AsyncSession, removal: AccountRemoval) -> Ended:
    values = {"who": removal.user_id, "since": removal.since}
    return Ended(*(await session.execute(_ENDED, values)).one())


async def delete_pause(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(BiddingPause).where(col(BiddingPause.user_id) == user_id))


# A ban cancels the seller's running auctions before anything else can end them.
_ENDED = text("""
SELECT (SELECT count(*) FROM auctions WHERE seller_id = :who AND status = 'cancelled' AND starts_at <= :since
        AND ended_at >= :since) AS auctions,
    (SELECT coalesce(sum(bids), 0) FROM voided_bidders WHERE bidder_id = :who AND voided_at >= :since
        AND reason = 'bidder_banned') AS bids
""")
_BLANK = text("""
UPDATE listing_replicas SET card = card || CAST('
    {"name": "", "brand": "", "description": "", "notes": "", "batchCode": null, "state": null, "images": [],
     "measures": []}' AS jsonb)
WHERE product_id IN (SELECT product_id FROM listing_replicas WHERE card ->> 'sellerId' = :who
    AND product_id > :after
    ORDER BY product_id LIMIT :most) RETURNING product_id
""")
_NAMES = text(
    "SELECT auction_id, seq FROM forget_names(CAST(:who AS bigint), CAST(:after AS bigint), CAST(:seq AS int), "
    "CAST(:most AS int))"
)
