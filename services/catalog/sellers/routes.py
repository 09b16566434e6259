from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import ReadDep
from libs.kit.http.paging import PageDep
from services.catalog.dependencies import IndexDep, UserId
from services.catalog.listings.queries import get_shop_figures
from services.catalog.replicas.queries import count_delivered
from services.catalog.search.filters import Filters, Status
from services.catalog.search.schemas import PaginationOut, ShopHeadOut, ShopPageOut
from services.catalog.search.service import get_cards

router = APIRouter(tags=["catalog"])


PICKER = 200


ORDERS = {
    "popular": "popular",
    "rating": "rating",
    "price-low": "low",
    "price-high": "high",
    "newest": "newest",
}


Order = Literal["popular", "rating", "price-low", "price-high", "newest"]


@router.get("/api/sellers/{user_id}/products", response_model=ShopPageOut)
async def products_of(
    user_id: UserId,
    index: IndexDep,
    sort: Order | None = None,
    page: PageDep | None = None,
    limit: Annotated[int | None, Query(ge=1, le=100)] = None,
    status: Status | None = None,
) -> Response:
    """List a seller's listings in pages. Without parameters, all listings for sale are returned. The purchase
    picker uses this."""
    filters = Filters(seller_id=user_id, status=status or "active")
    if (sort, page, limit, status) == (None, None, None, None):
        sort, limit = "newest", PICKER
    page, limit = page or 1, limit or 12
    found = await index.page(filters, ORDERS[sort or "popular"], limit=limit, skip=(page - 1) * limit)
    answer = ShopPageOut(
        products=[],
        pagination=PaginationOut(
            page=page, limit=limit, total_products=found.total, total_pages=-(-found.total // limit)
        ),
    )
    body = answer.model_dump_json().encode().replace(b"[]", await _rows(index, found.ids), 1)
    return Response(body, media_type="application/json")


@router.get("/api/sellers/{user_id}/shelf")
async def get_shop_head(user_id: UserId, session: ReadDep) -> ShopHeadOut:
    """Return how many listings a seller has for sale, sold and delivered, with some of their pictures."""
    offered, sold, photos = await get_shop_figures(session, user_id)
    delivered = await count_delivered(session, user_id)
    return ShopHeadOut(products=offered, sold=sold, delivered=delivered, photos=photos)


async def _rows(index: IndexDep, ids: list[int]) -> bytes:
    return b"[" + b",".join(await get_cards(index, ids)) + b"]"
