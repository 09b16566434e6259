"""Who may bid: whoever may act at all, and has not been told to stop bidding for a while."""

from collections.abc import Collection

from libs.kit import clock
from libs.kit.access import Identity
from libs.kit.acting import acting_all
from libs.kit.errors import DomainError
from libs.kit.straight import Straight
from services.auction import queries
from services.auction.domain.refusals import BiddingPaused


async def may_bid(connection: Straight, bidders: Collection[Identity]) -> dict[int, DomainError]:
    """Hold the bidders' rows to the end of the transaction, and say who may not bid and why. Call before any lock."""
    refusals = await acting_all(connection, bidders)
    paused = await queries.sales.pauses(connection, {bidder.user_id for bidder in bidders}, clock.about_now())
    return {user_id: BiddingPaused(until) for user_id, until in paused.items()} | refusals
