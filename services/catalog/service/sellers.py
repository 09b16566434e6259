"""What a ban does to a seller's listings: they are hidden by the seller's standing, which the kit keeps."""

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.measures import AccountMeasure
from libs.kit.events.measures import Counts
from services.catalog.queries import dashboard as queries


async def count_hidden(session: AsyncSession, seller_id: int, measure: AccountMeasure) -> Counts:
    """Count the listings that a ban hides or its lifting shows; a suspension leaves them as they are."""
    if measure not in ("ban", "lift_ban"):
        return {}
    hidden = await queries.how_many_for_sale(session, seller_id)
    return {"listings_hidden" if measure == "ban" else "listings_shown": hidden}
