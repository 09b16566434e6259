from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query, Response

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import Internal
from libs.kit.http.export import export_parts
from services.catalog.dependencies import UserId
from services.catalog.favourites.queries import list_watchers
from services.catalog.listings.changes import listing_event
from services.catalog.listings.queries import (
    count_sitemap_parts,
    get_listing,
    get_listing_of_auction,
    list_sitemap,
)
from services.catalog.listings.rules import NoListing
from services.catalog.pictures import links
from services.catalog.privacy.service import export_person
from services.catalog.reservations import service as reservation_service
from services.catalog.reservations.schemas import ReservationIn, ReservationOut, ReservationState

router = APIRouter(include_in_schema=False, dependencies=[Internal])


@router.get("/internal/products/by-auction/{auction_id}")
async def product_of_auction(auction_id: int, session: ReadDep) -> dict[str, Any]:
    """Return the listing event of an auction. The auction service calls this if the event has not arrived
    yet."""
    details = await get_listing_of_auction(session, auction_id)
    if details is None or details.product.status not in ("active", "pending") or details.seller.is_deleted:
        raise NoListing
    return listing_event(details).model_dump(mode="json")


@router.post("/internal/products/{product_id}/reservations", status_code=201)
async def post_reservation(product_id: UserId, form: ReservationIn, session: SessionDep) -> ReservationOut:
    """Reserve an item for a deal of messaging."""
    held = await reservation_service.reserve(session, product_id, form)
    return ReservationOut(deal_id=held.deal_id, state=cast("ReservationState", held.state))


@router.get("/internal/products/{product_id}/seller")
async def seller_of_product(product_id: UserId, session: ReadDep) -> dict[str, int]:
    """Return the seller of a listing. Messaging calls this if the event has not arrived yet."""
    details = await get_listing(session, product_id)
    if details is None or details.product.status == "removed":
        raise NoListing
    return {"sellerId": details.product.seller_id}


@router.get("/internal/products/{product_id}/watchers")
async def get_watchers(
    product_id: UserId, session: ReadDep, most: Annotated[int, Query(ge=1, le=1_000)]
) -> dict[str, list[int]]:
    """Return the people who saved a listing, newest first, for offers in messaging."""
    return {"ids": await list_watchers(session, product_id, most)}


@router.get("/internal/products/{product_id}/auction")
async def auctioned_product(product_id: UserId, session: ReadDep) -> dict[str, Any]:
    """Return the event of an auctioned listing. The auction service calls this if the event has not arrived
    yet."""
    details = await get_listing(session, product_id)
    if (
        details is None
        or details.product.auction_id is None
        or details.product.status not in ("active", "pending")
    ):
        raise NoListing
    return listing_event(details).model_dump(mode="json")


@router.get("/internal/products/{product_id}/link-picture")
async def link_picture(product_id: UserId, session: ReadDep) -> dict[str, str]:
    """Return the URL of a listing's link preview picture."""
    return {"address": (await links.get_link_picture(session, product_id)).address}


@router.get("/internal/sitemap")
async def sitemap_parts(session: ReadDep) -> dict[str, int]:
    """Return the number of sitemap parts."""
    return {"parts": await count_sitemap_parts(session)}


@router.get("/internal/sitemap/{part}")
async def sitemap(part: Annotated[int, Path(ge=0, le=999_999)], session: ReadDep) -> dict[str, Any]:
    """Return the pages of a sitemap part."""
    rows = await list_sitemap(session, part)
    return {
        "pages": [
            {
                "path": f"/auctions/{auction}" if auction else f"/products/{product}",
                "changed": changed.isoformat(),
            }
            for product, auction, changed in rows
        ]
    }


@router.get("/internal/users/{user_id}/export")
async def export(user_id: UserId, database: DatabaseDep) -> Response:
    """Export the data that catalog stores about a person."""
    return await export_parts(database, export_person(user_id))
