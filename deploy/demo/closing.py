"""Ends auctions early. Sellers cannot do this after the first bid."""

from libs.contracts.events.auction import AuctionExtended
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.process import clock
from services.auction.auctions.queries import get_live_epoch, lock_auction


async def end_auctions(database_url: str, auction_ids: list[int]) -> None:
    """Sets the end of auctions to now. Publishes the same event as a late bid, so that every replica
    follows."""
    database = Database(database_url, "auction", pool_size=1)
    try:
        async with database.transaction() as session:
            epoch = await get_live_epoch(session)
            for auction_id in auction_ids:
                auction = await lock_auction(session, auction_id)
                auction.ends_at = auction.updated_at = await clock.now(session)
                auction.version += 1
                event = AuctionExtended(
                    auction_id=auction_id,
                    product_id=auction.known_product_id,
                    ends_at=auction.ends_at,
                    epoch=epoch,
                )
                await outbox.record(session, event, version=auction.version)
    finally:
        await database.close()
