"""What a listing said before its changes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import Product, Revision

MOST = 50
_DROP_OLD = text(
    "DELETE FROM revisions WHERE product_id = :product_id AND id <= (SELECT id FROM revisions "
    "WHERE product_id = :product_id ORDER BY id DESC OFFSET :most LIMIT 1)"
)


async def keep(session: AsyncSession, product: Product, before: Mapping[str, Any], now: datetime) -> None:
    """Keep what a listing said until now. Call with its row locked."""
    session.add(
        Revision(
            product_id=product.known_id, seller_id=product.seller_id, before=dict(before), changed_at=now
        )
    )
    await session.flush()
    await session.execute(_DROP_OLD, {"product_id": product.known_id, "most": MOST})


async def newest_first(session: AsyncSession, product_id: int) -> list[Revision]:
    """Return the changes of a listing that are kept."""
    query = select(Revision).where(col(Revision.product_id) == product_id).order_by(col(Revision.id).desc())
    return list((await session.execute(query.limit(MOST))).scalars())
