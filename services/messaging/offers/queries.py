from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select

from services.messaging.messages.models import Message
from services.messaging.offers.models import FavouriteCampaign, FavouriteOffer, Offer, OfferFloor


async def get_offers(session: AsyncSession, ids: Collection[int]) -> dict[int, Offer]:
    if not ids:
        return {}
    query = select(Offer).where(col(Offer.id).in_(ids))
    return {row.known_id: row for row in (await session.execute(query)).scalars()}


async def lock_offer(session: AsyncSession, offer_id: int) -> Offer:
    """Lock the offer's conversation first."""
    query = select(Offer).where(col(Offer.id) == offer_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one()


async def get_open_offer(session: AsyncSession, product_id: int, buyer_id: int) -> Offer | None:
    query = select(Offer).where(
        col(Offer.product_id) == product_id, col(Offer.buyer_id) == buyer_id, col(Offer.state) == "open"
    )
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def count_tries(session: AsyncSession, product_id: int, buyer_id: int) -> int:
    query = select(func.count()).select_from(Offer)
    query = query.where(
        col(Offer.buyer_id) == buyer_id, col(Offer.product_id) == product_id, col(Offer.by) == "buyer"
    )
    return int((await session.execute(query)).scalar_one())


async def get_offer_card(session: AsyncSession, offer_id: int) -> Message:
    query = select(Message).where(col(Message.offer_id) == offer_id)
    return (await session.execute(query)).scalar_one()


async def list_due_offers(session: AsyncSession, now: datetime, most: int) -> list[Offer]:
    query = select(Offer).where(col(Offer.state) == "open", col(Offer.expires_at) <= now)
    return list((await session.execute(query.order_by(col(Offer.expires_at)).limit(most))).scalars())


async def get_floor(session: AsyncSession, product_id: int) -> int | None:
    found = await session.get(OfferFloor, product_id)
    return None if found is None else found.amount


async def list_floors(session: AsyncSession, seller_id: int, most: int) -> list[OfferFloor]:
    query = select(OfferFloor).where(col(OfferFloor.seller_id) == seller_id)
    newest = query.order_by(col(OfferFloor.product_id).desc()).limit(most)
    return list((await session.execute(newest)).scalars())


async def put_floor(session: AsyncSession, product_id: int, seller_id: int, amount: int | None) -> None:
    if amount is None:
        await session.execute(delete(OfferFloor).where(col(OfferFloor.product_id) == product_id))
        return
    row = insert(OfferFloor).values(product_id=product_id, seller_id=seller_id, amount=amount)
    await session.execute(row.on_conflict_do_update(index_elements=["product_id"], set_={"amount": amount}))


# People are locked, so that a concurrent ban or erasure happens entirely before or after this query. They are
# locked in one order to avoid deadlocks.
_REACH = text("""
INSERT INTO favourite_offers (campaign_id, buyer_id, expires_at)
SELECT :campaign_id, p.user_id, :expires_at FROM people AS p
WHERE p.user_id = ANY(:watchers) AND p.user_id <> :seller_id AND p.account_status = 'active'
AND NOT EXISTS (SELECT FROM blocks AS b WHERE b.is_active
    AND b.blocker_id = p.user_id AND b.blocked_id = :seller_id)
AND NOT EXISTS (SELECT FROM blocks AS b WHERE b.is_active
    AND b.blocker_id = :seller_id AND b.blocked_id = p.user_id)
ORDER BY p.user_id FOR SHARE OF p
ON CONFLICT DO NOTHING RETURNING buyer_id""")


_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:whose, 0))")


_TRIM_OFFERS = text("""
DELETE FROM favourite_offers WHERE (campaign_id, buyer_id) IN (SELECT campaign_id, buyer_id
    FROM favourite_offers WHERE expires_at < :before ORDER BY expires_at LIMIT :most FOR UPDATE SKIP LOCKED)""")


_TRIM_CAMPAIGNS = text("""
DELETE FROM favourite_campaigns WHERE id IN (SELECT id FROM favourite_campaigns
    WHERE created_at < :before AND sent_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM favourite_offers AS o WHERE o.campaign_id = favourite_campaigns.id)
    ORDER BY created_at LIMIT :most FOR UPDATE SKIP LOCKED)""")


async def get_latest_campaign(session: AsyncSession, product_id: int) -> FavouriteCampaign | None:
    query = select(FavouriteCampaign).where(col(FavouriteCampaign.product_id) == product_id)
    newest = query.order_by(col(FavouriteCampaign.id).desc()).limit(1)
    return (await session.execute(newest)).scalar_one_or_none()


async def count_campaigns_since(session: AsyncSession, seller_id: int, since: datetime) -> int:
    """Locks the seller's count until the transaction ends."""
    await session.execute(_ALONE, {"whose": f"favourite offers of {seller_id}"})
    query = select(func.count()).select_from(FavouriteCampaign)
    query = query.where(
        col(FavouriteCampaign.seller_id) == seller_id, col(FavouriteCampaign.created_at) > since
    )
    return int((await session.execute(query)).scalar_one())


async def list_waiting_campaigns(session: AsyncSession, after: int, most: int) -> list[FavouriteCampaign]:
    query = select(FavouriteCampaign).where(
        col(FavouriteCampaign.sent_at).is_(None), col(FavouriteCampaign.id) > after
    )
    return list((await session.execute(query.order_by(col(FavouriteCampaign.id)).limit(most))).scalars())


async def lock_campaign(
    session: AsyncSession, campaign_id: int, *, shared: bool = False
) -> FavouriteCampaign | None:
    """Lock the seller's account status and the buyer's received offer first."""
    query = select(FavouriteCampaign).where(col(FavouriteCampaign.id) == campaign_id)
    locking = query.with_for_update(read=shared).execution_options(populate_existing=True)
    return (await session.execute(locking)).scalar_one_or_none()


async def reach_watchers(
    session: AsyncSession, campaign: FavouriteCampaign, watchers: Sequence[int], expires_at: datetime
) -> list[int]:
    """Returns the people who did not yet have an offer of this campaign."""
    values = {
        "campaign_id": campaign.known_id, "seller_id": campaign.seller_id, "expires_at": expires_at,
        "watchers": list(watchers),
    }  # fmt: skip
    return list((await session.execute(_REACH, values)).scalars())


async def get_campaign(session: AsyncSession, campaign_id: int) -> FavouriteCampaign | None:
    return await session.get(FavouriteCampaign, campaign_id)


async def get_received(session: AsyncSession, campaign_id: int, buyer_id: int) -> FavouriteOffer | None:
    return await session.get(FavouriteOffer, (campaign_id, buyer_id))


async def lock_received(session: AsyncSession, campaign_id: int, buyer_id: int) -> FavouriteOffer | None:
    """Lock the conversation of buyer and seller first."""
    query = select(FavouriteOffer).where(
        col(FavouriteOffer.campaign_id) == campaign_id, col(FavouriteOffer.buyer_id) == buyer_id
    )
    row = await session.execute(query.with_for_update().execution_options(populate_existing=True))
    return row.scalar_one_or_none()


async def trim_favourite_offers(
    session: AsyncSession, offers_before: datetime, campaigns_before: datetime, most: int
) -> int:
    """Delete a batch. Returns the larger of the two row counts."""
    done: Any = await session.execute(_TRIM_OFFERS, {"before": offers_before, "most": most})
    old: Any = await session.execute(_TRIM_CAMPAIGNS, {"before": campaigns_before, "most": most})
    return max(int(done.rowcount), int(old.rowcount))
