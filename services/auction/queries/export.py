"""What auction holds about a person, for their export: each list along an index of its own."""

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.export import One, RenderRows, Rows, person, plain
from services.auction.auctions.models import Auction
from services.auction.bidding.models import Bid, Maximum
from services.auction.queries.sales import pause_of
from services.auction.sales.models import Sale, SecondChance, Strike


def of_person(user_id: int, sold: RenderRows) -> list[One | Rows]:
    """Return every part of the export; `sold` says how the auctions they opened are shown."""
    without_id = plain(exclude={"bidder_id"})
    own = (col(Auction.seller_id) == user_id) & (col(Auction.status) != "draft")
    along = [col(Maximum.auction_id), col(Maximum.most), col(Maximum.placed_at)]
    sales = [col(Sale.auction_id), col(Sale.number)]
    return [
        person(user_id),
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
        pause = await pause_of(session, user_id)
        return pause.until if pause else None

    return read
