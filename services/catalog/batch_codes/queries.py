from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Reads the index of codes from the newest listing on. Stops at the limit of listings per seller.
_SAME = text("""
    SELECT id, name, seller_id, status FROM (
        SELECT id, name, seller_id, status FROM products
        WHERE brand_key = :brand_key AND batch_code IS NOT NULL
            AND upper(regexp_replace(batch_code, '[^A-Za-z0-9]+', '', 'g')) = :code
        ORDER BY id DESC LIMIT :looked_at) AS newest
    WHERE seller_id <> :seller_id AND status <> 'removed' ORDER BY id DESC LIMIT :most""")


LOOKED_AT = 5_000


async def list_codes_of_others(
    session: AsyncSession, brand_key: str, code: str, seller_id: int, most: int
) -> list[Any]:
    """Newest first. Normalise `code` with `plain_code` before the call."""
    asked = {"brand_key": brand_key, "code": code, "seller_id": seller_id, "most": most}
    return list((await session.execute(_SAME, asked | {"looked_at": LOOKED_AT})).all())
