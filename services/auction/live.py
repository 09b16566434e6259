"""The live room `auction:<id>` exists as long as the auction. Anyone may watch it."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import get_live_epoch, list_places
from services.auction.auctions.schemas import RoomOut, RoomsOut


async def room(session: AsyncSession, auction: Auction) -> RoomOut:
    epoch, now = await get_live_epoch(session), await clock.now(session)
    return RoomOut(
        auction_id=auction.known_id, seq=auction.version, epoch=epoch, bid_count=auction.bid_count, server_now=now
    )  # fmt: skip


async def rooms(session: AsyncSession, auction_ids: Collection[int]) -> RoomsOut:
    epoch, now = await get_live_epoch(session), await clock.now(session)
    places = await list_places(session, auction_ids)
    return RoomsOut(
        rooms={room: seq for room, (seq, _) in places.items()},
        bid_counts={room: bids for room, (_, bids) in places.items()},
        epoch=epoch,
        server_now=now,
    )
