"""Flagged pairs and accounts are not featured until moderation clears them."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import RiskCleared, RiskConfirmed, RiskFlagged

RiskEvent = RiskFlagged | RiskCleared | RiskConfirmed

_STORE = text(
    "INSERT INTO risk_flags (pair_id, bidder_id, seller_id, is_high) "
    "VALUES (:pair_id, :bidder_id, :seller_id, :is_high) "
    "ON CONFLICT (pair_id) DO UPDATE SET is_high = risk_flags.is_high OR excluded.is_high"
)
_DELETE = text("DELETE FROM risk_flags WHERE pair_id = :pair_id")


async def store_flag(session: AsyncSession, event: RiskEvent) -> None:
    if isinstance(event, RiskCleared):
        await session.execute(_DELETE, {"pair_id": event.pair_id})
        return
    is_high = isinstance(event, RiskConfirmed) or event.level == "hold"
    row = {"pair_id": event.pair_id, "bidder_id": event.bidder_id, "seller_id": event.seller_id}
    await session.execute(_STORE, row | {"is_high": is_high})
