from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.sanctions import AccountSanction
from libs.marketplace.risk_flags import RiskEvent, store_flag
from libs.marketplace.sanctions import Counts
from services.catalog.dashboard.queries import count_for_sale
from services.catalog.sellers import queries


async def count_hidden(session: AsyncSession, seller_id: int, sanction: AccountSanction) -> Counts:
    if sanction not in ("ban", "lift_ban"):
        return {}
    hidden = await count_for_sale(session, seller_id)
    return {"listings_hidden" if sanction == "ban" else "listings_shown": hidden}


async def follow_risk(session: AsyncSession, event: RiskEvent) -> None:
    await store_flag(session, event)
    await queries.refresh_suspected(session, [event.bidder_id, event.seller_id])
