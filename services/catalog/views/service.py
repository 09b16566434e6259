from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductViewed
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.safe import Safe
from services.catalog.views import queries
from services.catalog.views.rules import day_of, is_robot, visitor_word

PURPOSE = "visitor of a day"


async def count_view(
    session: AsyncSession, safe: Safe, product_id: int, *, user_id: int | None, network: str, agent: str
) -> bool:
    """Returns False if the view does not count: repeated on the same day, by the seller, or by a robot."""
    seller_id = await queries.get_seller_of_visible(session, product_id)
    if seller_id is None:
        raise NotFound
    if user_id == seller_id or (user_id is None and is_robot(agent)):
        return False
    day = day_of(await clock.now(session))
    word = visitor_word(day=day.isoformat(), user_id=user_id, network=network, agent=agent)
    visitor = bytes.fromhex(safe.derive(PURPOSE, word))[:16]
    if not await queries.is_first_of_day(session, day, product_id, visitor):
        return False
    views = await queries.count_view(session, product_id, day)
    event = ProductViewed(product_id=product_id, seller_id=seller_id, views=views, viewed_on=day)
    await outbox.record(session, event, version=views)
    return True
