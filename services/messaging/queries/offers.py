"""Offers and the least that sellers take."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, delete, select

from services.messaging.models.conversations import Message
from services.messaging.models.offers import Offer, OfferFloor


async def offers(session: AsyncSession, ids: Collection[int]) -> dict[int, Offer]:
    """Return offers by their ids."""
    if not ids:
        return {}
    query = select(Offer).where(col(Offer.id).in_(ids))
    return {one.known_id: one for one in (await session.execute(query)).scalars()}


async def locked(session: AsyncSession, offer_id: int) -> Offer:
    """Return an offer, locked; lock its conversation before."""
    query = select(Offer).where(col(Offer.id) == offer_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one()


async def open_between(session: AsyncSession, product_id: int, buyer_id: int) -> Offer | None:
    """Return the offer for a listing that waits for an answer between its seller and a buyer, locked."""
    query = select(Offer).where(
        col(Offer.product_id) == product_id, col(Offer.buyer_id) == buyer_id, col(Offer.state) == "open"
    )
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def tries(session: AsyncSession, product_id: int, buyer_id: int) -> int:
    """Return how often a buyer has named a price for a listing."""
    query = select(func.count()).select_from(Offer)
    query = query.where(
        col(Offer.buyer_id) == buyer_id, col(Offer.product_id) == product_id, col(Offer.by) == "buyer"
    )
    return int((await session.execute(query)).scalar_one())


async def card(session: AsyncSession, offer_id: int) -> Message:
    """Return the message that shows an offer."""
    query = select(Message).where(col(Message.offer_id) == offer_id)
    return (await session.execute(query)).scalar_one()


async def due(session: AsyncSession, now: datetime, most: int) -> list[Offer]:
    """Return offers that were not answered in time, the oldest first."""
    query = select(Offer).where(col(Offer.state) == "open", col(Offer.expires_at) <= now)
    return list((await session.execute(query.order_by(col(Offer.expires_at)).limit(most))).scalars())


async def floor_of(session: AsyncSession, product_id: int) -> int | None:
    """Return below what offers for a listing are declined."""
    found = await session.get(OfferFloor, product_id)
    return None if found is None else found.amount


async def floors_of(session: AsyncSession, seller_id: int, most: int) -> list[OfferFloor]:
    """Return what a seller takes at least for their listings, the newest listings first."""
    query = select(OfferFloor).where(col(OfferFloor.seller_id) == seller_id)
    newest = query.order_by(col(OfferFloor.product_id).desc()).limit(most)
    return list((await session.execute(newest)).scalars())


async def put_floor(session: AsyncSession, product_id: int, seller_id: int, amount: int | None) -> None:
    """Set below what offers for a listing are declined, or that none is."""
    if amount is None:
        await session.execute(delete(OfferFloor).where(col(OfferFloor.product_id) == product_id))
        return
    row = insert(OfferFloor).values(product_id=product_id, seller_id=seller_id, amount=amount)
    await session.execute(row.on_conflict_do_update(index_elements=["product_id"], set_={"amount": amount}))
