"""The live rooms of auction: `auction:<id>` exists while the auction does, and anyone may watch."""

from sqlalchemy.ext.asyncio import AsyncSession

from services.auction import queries
from services.auction.models import Auction
from services.auction.schemas import RoomOut


async def room(session: AsyncSession, auction: Auction) -> RoomOut:
    """Where the room of an open auction stands."""
    return RoomOut(auction_id=auction.id or 0, seq=auction.version, epoch=await queries.live_epoch(session))
