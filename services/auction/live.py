"""The live rooms of auction: `auction:<id>` exists while the auction does, and anyone may watch."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit import clock
from services.auction import queries
from services.auction.models import Auction
from services.auction.schemas import RoomOut


async def room(session: AsyncSession, auction: Auction) -> RoomOut:
    """Where the room of an open auction stands."""
    epoch, now = await queries.live_epoch(session), await clock.now(session)
    return RoomOut(auction_id=auction.id or 0, seq=auction.version, epoch=epoch, server_now=now)
