"""HTTP of what is boosted."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from libs.kit.http.access import CurrentUser
from libs.kit.http.errors import NotSignedIn, refusals
from libs.kit.process import clock
from services.boost.queries import boosts as queries
from services.boost.queries import orders as order_queries
from services.boost.queries import products as product_queries
from services.boost.schemas.boosts import BoostedOut

router = APIRouter(tags=["boost"])
MOST = 500


@router.get("/api/boost/seller-boosted", responses=refusals(NotSignedIn))
async def seller_boosted(user: CurrentUser, session: ReadDep) -> list[BoostedOut]:
    """Return one's products that are featured now, those that end first before the others."""
    running = await queries.running(session, user.user_id, await clock.now(session), MOST)
    copies = await product_queries.copies(session, [one.product_id for one in running])
    spent = await queries.spent(session, [one.product_id for one in running])
    orders = await order_queries.by_ids(session, {one.order_id for one in running if one.order_id})
    return [
        BoostedOut(
            id=one.product_id,
            name=copies[one.product_id].name,
            price=copies[one.product_id].price,
            status=copies[one.product_id].status,
            image_url=copies[one.product_id].image_url,
            is_featured=True,
            boost_type=orders[one.order_id].package_type,
            boost_package_id=orders[one.order_id].package_id,
            boosted_until=one.featured_until,
            order_id=str(one.order_id),
            spent=spent.get(one.product_id, 0),
        )
        for one in running
        if one.product_id in copies and one.order_id is not None and one.featured_until is not None
    ]
