"""What moderation does to a seller's listings: a ban hides them, a suspicion keeps them off the home page."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.measures import AccountMeasure
from libs.kit.events.measures import Counts
from libs.kit.events.risk_flags import RiskEvent, store_flag
from services.catalog.dashboard import queries as dashboard_queries
from services.catalog.sellers import queries


async def count_hidden(session: AsyncSession, seller_id: int, measure: AccountMeasure) -> Counts:
    """Count the listings that a ban hides or its lifting shows; a suspension leaves them as they are."""
    if measure not in ("ban", "lift_ban"):
        return {}
    hidden = await dashboard_queries.count_for_sale(session, seller_id)
    return {"listings_hidden" if measure == "ban" else "listings_shown": hidden}


async def follow_risk(session: AsyncSession, event: RiskEvent) -> None:
    """Store what moderation says of a pair or an account, and recompute who is suspected."""
    await store_flag(session, event)
    await queries.refresh_suspected(session, [event.bidder_id, event.seller_id])
