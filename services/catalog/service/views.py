"""Counting who looks, once for each visitor and day, without keeping who it was."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import ProductViewed
from libs.kit.events import outbox
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from services.catalog.domain.views import day_of, is_robot, visitor_word
from services.catalog.models import ProductCount, ProductDay, ProductVisitor
from services.catalog.queries import views as view_queries

PURPOSE = "visitor of a day"


async def count(
    session: AsyncSession, safe: Safe, product_id: int, *, user_id: int | None, network: str, agent: str
) -> bool:
    """Somebody looks at a listing: whether this is news. Its seller's own look is none, nor is a robot's."""
    seller_id = await view_queries.seller_if_seen(session, product_id)
    if seller_id is None:
        raise NotFound
    if user_id == seller_id or (user_id is None and is_robot(agent)):
        return False
    day = day_of(await clock.now(session))
    word = visitor_word(day=day.isoformat(), user_id=user_id, network=network, agent=agent)
    visitor = bytes.fromhex(safe.derive(PURPOSE, word))[:16]
    seen = insert(ProductVisitor).values(day=day, product_id=product_id, visitor=visitor).on_conflict_do_nothing()
    if (await session.execute(seen.returning(col(ProductVisitor.product_id)))).first() is None:
        return False
    first = insert(ProductCount).values(product_id=product_id, views=1)
    more = {"views": ProductCount.__table__.c.views + 1}  # type: ignore[attr-defined]
    counted = first.on_conflict_do_update(index_elements=["product_id"], set_=more)
    views: int = (await session.execute(counted.returning(col(ProductCount.views)))).scalar_one()
    today = insert(ProductDay).values(product_id=product_id, day=day, views=1)
    one_more = {"views": ProductDay.__table__.c.views + 1}  # type: ignore[attr-defined]
    await session.execute(today.on_conflict_do_update(index_elements=["product_id", "day"], set_=one_more))
    fact = ProductViewed(product_id=product_id, seller_id=seller_id, views=views, viewed_on=day)
    await outbox.record(session, fact, version=views)
    return True
