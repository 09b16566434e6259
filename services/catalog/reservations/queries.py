from datetime import datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.catalog.reservations.models import BoughtListing, Reservation


async def get_reservation(session: AsyncSession, deal_id: int) -> Reservation | None:
    """Lock the listing before changing the reservation."""
    return await session.get(Reservation, deal_id, populate_existing=True)


async def list_buyer_ids(session: AsyncSession, product_id: int) -> set[int]:
    query = select(col(Reservation.buyer_id)).where(col(Reservation.product_id) == product_id)
    return set((await session.execute(query)).scalars())


async def list_provisional_before(session: AsyncSession, moment: datetime, most: int) -> list[Reservation]:
    query = select(Reservation).where(col(Reservation.state) == "provisional")
    query = query.where(col(Reservation.created_at) < moment).order_by(col(Reservation.created_at))
    return list((await session.execute(query.limit(most))).scalars())


async def has_open_reservation(session: AsyncSession, product_id: int) -> bool:
    query = select(col(Reservation.deal_id)).where(
        col(Reservation.product_id) == product_id, col(Reservation.state).in_(("provisional", "firm"))
    )
    return (await session.execute(query.limit(1))).first() is not None


async def get_bought_listing(session: AsyncSession, deal_id: int) -> BoughtListing | None:
    return await session.get(BoughtListing, deal_id)


async def save_bought_listing(session: AsyncSession, row: BoughtListing) -> None:
    values = row.model_dump()
    saved = insert(BoughtListing).values(values)
    await session.execute(saved.on_conflict_do_update(index_elements=["deal_id"], set_=values))
