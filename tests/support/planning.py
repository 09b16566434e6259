import contextlib
from collections.abc import AsyncIterator, Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from deploy.local.stack import Stack
from libs.kit.db.database import Database


@contextlib.asynccontextmanager
async def filled(
    stack: Stack, service: str, statements: Sequence[str], *tables: str
) -> AsyncIterator[AsyncSession]:
    """Yield many rows and fresh statistics. Everything is rolled back."""
    owner = Database(stack.admin_url.rsplit("/", 1)[0] + "/wangi", service, pool_size=1)
    try:
        async with owner.transaction() as session:
            for statement in (*statements, *(f"ANALYZE {table}" for table in tables)):
                await session.execute(text(statement))
            yield session
            await session.rollback()
    finally:
        await owner.close()
