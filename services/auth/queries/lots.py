"""The names of listings with an auction."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.db.database import Database
from libs.kit.db.pieces import delete_old
from services.auth.models.notices import Lot


async def names(session: AsyncSession, product_ids: Collection[int]) -> dict[int, str]:
    """Return what listings with an auction are called; those that are unknown or forgotten are absent."""
    if not product_ids:
        return {}
    query = select(col(Lot.product_id), col(Lot.name)).where(col(Lot.product_id).in_(product_ids))
    return dict(iter(await session.execute(query)))


async def put_name(
    session: AsyncSession, product_id: int, seller_id: int, name: str, kept_at: datetime
) -> None:
    """Set the name of a lot; it is never kept for a shorter time than before."""
    row = {"product_id": product_id, "seller_id": seller_id, "name": name}
    keep = insert(Lot).values(row | {"kept_at": kept_at})
    longest = {"kept_at": func.greatest(col(Lot.kept_at), keep.excluded.kept_at)}
    await session.execute(keep.on_conflict_do_update(index_elements=["product_id"], set_=row | longest))


async def keep_until(session: AsyncSession, product_id: int, seller_id: int, until: datetime) -> None:
    """Keep the name of a lot at least until then; a lot whose name is not known yet gets an empty one."""
    keep = insert(Lot).values(product_id=product_id, seller_id=seller_id, name="", kept_at=until)
    longest = {"kept_at": func.greatest(col(Lot.kept_at), keep.excluded.kept_at)}
    await session.execute(keep.on_conflict_do_update(index_elements=["product_id"], set_=longest))


async def drop(session: AsyncSession, product_id: int) -> None:
    """Remove the name of a lot."""
    await session.execute(delete(Lot).where(col(Lot.product_id) == product_id))


async def drop_of_seller(database: Database, user_id: int) -> None:
    """Remove the names of a seller's lots, in pieces."""
    await delete_old(database, "lots", "seller_id = :user_id", {"user_id": user_id})
