"""Who keeps an eye on what."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.domain.favourites import MOST_FAVOURITES
from services.catalog.models import Favourite, Product, ProductCount
from services.catalog.queries.products import Shelved, in_order, of_somebody_out


async def of_person(session: AsyncSession, user_id: int) -> list[tuple[Shelved, Favourite]]:
    """What somebody keeps an eye on, the newest first; what was removed, or is a banned person's, is not shown."""
    query = select(Favourite).join(Product, col(Product.id) == col(Favourite.product_id))
    query = query.where(col(Favourite.user_id) == user_id, col(Product.status) != "removed", ~of_somebody_out())
    newest = query.order_by(col(Favourite.added_at).desc(), col(Favourite.product_id).desc()).limit(MOST_FAVOURITES)
    kept = {one.product_id: one for one in (await session.execute(newest)).scalars()}
    return [(shelved, kept[shelved.product.known_id]) for shelved in await in_order(session, list(kept))]


async def ids_of_person(session: AsyncSession, user_id: int) -> list[int]:
    """Only which ones, for the hearts on the cards."""
    query = select(col(Favourite.product_id)).where(col(Favourite.user_id) == user_id)
    return list((await session.execute(query.order_by(col(Favourite.product_id)))).scalars())


async def all_of_person(session: AsyncSession, user_id: int) -> list[Favourite]:
    """For an export, and to forget; in the order in which their counts are locked."""
    query = select(Favourite).where(col(Favourite.user_id) == user_id).order_by(col(Favourite.product_id))
    return list((await session.execute(query)).scalars())


async def how_many(session: AsyncSession, user_id: int) -> int:
    """How much somebody keeps an eye on."""
    query = select(func.count()).select_from(Favourite).where(col(Favourite.user_id) == user_id)
    return int((await session.execute(query)).scalar_one())


async def count_of(session: AsyncSession, product_id: int) -> int:
    """How many people keep an eye on a listing."""
    query = select(col(ProductCount.favourites)).where(col(ProductCount.product_id) == product_id)
    return (await session.execute(query)).scalar_one_or_none() or 0


async def watchers(session: AsyncSession, product_id: int, most: int) -> list[int]:
    """Who keeps an eye on a listing, the newest first."""
    query = select(col(Favourite.user_id)).where(col(Favourite.product_id) == product_id)
    newest = query.order_by(col(Favourite.added_at).desc(), col(Favourite.user_id)).limit(most)
    return list((await session.execute(newest)).scalars())
