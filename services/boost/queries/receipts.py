"""Receipts and their numbers."""

from collections.abc import Collection

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.db.people import PEOPLE
from services.boost.models.orders import Receipt, ReceiptYear


async def next_place(session: AsyncSession, year: int) -> int:
    """Return the next place of a year, and lock it: a number is taken together with its receipt or not at
    all. The last lock of a transaction, because every payment needs it."""
    row = insert(ReceiptYear).values(year=year, last=1)
    row = row.on_conflict_do_update(index_elements=["year"], set_={"last": col(ReceiptYear.last) + 1})
    return int((await session.execute(row.returning(col(ReceiptYear.last)))).scalar_one())


async def name_of(session: AsyncSession, user_id: int) -> str:
    """Return what a seller is called."""
    query = select(PEOPLE.c.shop_name, PEOPLE.c.username).where(PEOPLE.c.user_id == user_id)
    row = (await session.execute(query)).one_or_none()
    return "" if row is None else str(row.shop_name or row.username)


async def receipt(session: AsyncSession, order_id: int) -> Receipt | None:
    """Return the receipt of an order."""
    query = select(Receipt).where(col(Receipt.order_id) == order_id)
    return (await session.execute(query)).scalar_one_or_none()


async def numbers(session: AsyncSession, order_ids: Collection[int]) -> dict[int, str]:
    """Return the numbers of the receipts of orders."""
    query = select(col(Receipt.order_id), col(Receipt.number)).where(col(Receipt.order_id).in_(order_ids))
    return {row.order_id: row.number for row in await session.execute(query)}
