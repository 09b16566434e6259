from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import BidsVoided
from libs.kit.events import outbox
from services.auction.alerts.service import release_later
from services.auction.auctions.events import Reason, Voiding, auction_cancelled, bids_voided
from services.auction.auctions.models import Auction
from services.auction.bidding import queries


async def cancel_auction(
    session: AsyncSession, auctions: Sequence[Auction], reason: Reason, epoch: int
) -> None:
    """Call with the auctions locked and `updated_at` set to the current time."""
    for auction in auctions:
        auction.status, auction.outcome, auction.ended_at = "cancelled", "cancelled", auction.updated_at
        auction.version += 1
    news = [(auction_cancelled(auction, reason, epoch), auction.version) for auction in auctions]
    await outbox.record_all(session, news)
    await release_later(session, auctions)


async def void_bids(
    session: AsyncSession, auctions: Sequence[Auction], user_id: int, why: Voiding, epoch: int
) -> int:
    """Returns the number of voided bids. Call with the auctions locked and `updated_at` set to the current
    time. The number of statements does not depend on the number of auctions."""
    if not auctions:
        return 0
    by_id = {auction.known_id: auction for auction in auctions}
    at = auctions[0].updated_at
    gone = await queries.void_bids_of(session, list(by_id), user_id, why.reason, at)
    leading = await queries.find_leading(session, [item.auction_id for item in gone])
    leaders = {auction_id: one.bidder_id for auction_id, one in leading.items()}
    stated = await queries.get_highest_maximum(session, leaders)
    news: list[tuple[BidsVoided, int]] = []
    for item in gone:
        auction, leads = by_id[item.auction_id], leading.get(item.auction_id)
        auction.version += 1
        auction.current_bid = leads.amount if leads else None
        auction.current_bidder_id = leads.bidder_id if leads else None
        # The new leader's maximum, or their bid if they set none.
        auction.leader_most = max(leads.amount, stated.get(item.auction_id, 0)) if leads else None
        auction.bid_count -= item.bids
        news.append((bids_voided(auction, user_id, item, why, epoch), auction.version))
    await session.flush()
    await outbox.record_all(session, news)
    return sum(item.bids for item in gone)
