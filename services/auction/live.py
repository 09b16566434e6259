"""The live rooms of auction: `auction:<id>` exists while the auction does, and anyone may watch."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound
from services.auction import queries
from services.auction.schemas import RoomOut


async def room(session: AsyncSession, auction_id: int) -> RoomOut:
    """Whether the room exists, and where it stands."""
    auction = await queries.auction(session, auction_id)
    if auction is None or auction.status == "draft":
        raise NotFound
    return RoomOut(auction_id=auction_id, seq=auction.version, epoch=await queries.live_epoch(session))
