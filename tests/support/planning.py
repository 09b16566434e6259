"""The tables of a service as their owner sees them, who may say anew what the planner knows of them."""

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
    """Yield a session with many rows and figures of now, as after a night's work of PostgreSQL; what tests
    before have left in the tables and in its figures decides no plan. Nothing of it is kept."""
    owner = Database(stack.admin_url.rsplit("/", 1)[0] + "/wangi", service, pool_size=1)
    try:
        async with owner.transaction() as session:
            for statement in (*statements, *(f"ANALYZE {table}" for table in tables)):
                await session.execute(text(statement))
            yield session
            await session.rollback()
    finally:
        await owner.close()
