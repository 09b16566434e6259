"""What a listing said before its changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession

from services.catalog.models import Product

MOST = 50
_KEEP = text(
    "INSERT INTO revisions (product_id, seller_id, before, changed_at) "
    "VALUES (:product_id, :seller_id, :before, :now)"
).bindparams(bindparam("before", type_=JSONB))
_DROP_OLD = text(
    "DELETE FROM revisions WHERE product_id = :product_id AND id <= (SELECT id FROM revisions "
    "WHERE product_id = :product_id ORDER BY id DESC OFFSET :most LIMIT 1)"
)
_NEWEST = text(
    "SELECT before, changed_at FROM revisions WHERE product_id = :product_id ORDER BY id DESC LIMIT :most"
)


@dataclass(frozen=True)
class Revision:
    """What a listing said before a change, by the names of its columns."""

    before: dict[str, Any]
    changed_at: datetime


async def keep(session: AsyncSession, product: Product, before: Mapping[str, Any], now: datetime) -> None:
    """Keep what a listing said until now. Call with its row locked."""
    whose = {"product_id": product.known_id, "seller_id": product.seller_id}
    await session.execute(_KEEP, whose | {"before": dict(before), "now": now})
    await session.execute(_DROP_OLD, {"product_id": product.known_id, "most": MOST})


async def newest_first(session: AsyncSession, product_id: int) -> list[Revision]:
    """Return the changes of a listing that are kept."""
    found = await session.execute(_NEWEST, {"product_id": product_id, "most": MOST})
    return [Revision(before, changed_at) for before, changed_at in found]
