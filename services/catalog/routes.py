"""HTTP of catalog: each route is a sentence."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import FileResponse

from libs.kit import people
from libs.kit.access import Internal, MaybeUser, SellerUser
from libs.kit.db import ReadDep, SessionDep
from libs.kit.errors import Banned, Forbidden, NotFound, NotSignedIn, Suspended, Unavailable, refusals
from libs.kit.http import InternalClient
from libs.kit.idempotency import OnceDep
from libs.kit.paging import LimitDep, PageDep
from services.catalog import queries, service
from services.catalog.domain import IMAGE_TOKEN, TermsRefused
from services.catalog.queries import Filter, Shelved
from services.catalog.schemas import CategoryOut, ProductIn, ProductOut, card_of, product_out

router = APIRouter(tags=["catalog"])

UserId = Annotated[int, Path(ge=1, le=2**63 - 1)]
Sort = Literal["newest", "low", "high"]
Kind = Literal["fixed", "negotiable", "auction", "regular"]


def _auctions(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["auction"]
    return client


def _wanted(
    search: Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")] = None,
    category: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    kind: Annotated[Kind | None, Query(alias="type")] = None,
    listing_type: Annotated[Kind | None, Query(alias="listingType")] = None,
    seller_id: Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)] = None,
) -> Filter:
    return Filter(search=search, category=category, listing_type=listing_type or kind, seller_id=seller_id)


@router.get("/api/categories")
async def categories(session: ReadDep) -> list[CategoryOut]:
    """The four shelves."""
    return [CategoryOut.model_validate(row.model_dump()) for row in await queries.categories(session)]


@router.get("/api/products")
async def products(
    wanted: Annotated[Filter, Depends(_wanted)],
    session: ReadDep,
    request: Request,
    response: Response,
    sort: Sort = "newest",
    page: PageDep = 1,
    limit: LimitDep = 200,
) -> list[ProductOut]:
    """Browse: newest first unless asked otherwise; totals in `X-Total-Count`, the next page in `Link`."""
    found, total = await queries.shelf(session, wanted, sort=sort, page=page, limit=limit)
    response.headers["X-Total-Count"] = str(total)
    if page * limit < total:
        following = request.url.include_query_params(page=page + 1)
        response.headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
    return [_shown(shelved) for shelved in found]


@router.get("/api/products/{product_id}", responses=refusals(NotFound))
async def product(product_id: int, viewer: MaybeUser, session: ReadDep) -> ProductOut:
    """One product."""
    return _shown(await _found(session, product_id, viewer.user_id if viewer else None))


@router.post(
    "/api/products",
    status_code=201,
    response_model=ProductOut,
    responses=refusals(NotSignedIn, Banned, Suspended, Forbidden, TermsRefused, Unavailable),
)
async def post_product(
    form: ProductIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    auctions: Annotated[InternalClient, Depends(_auctions)],
) -> Response:
    """List a bottle; with `auction` terms its auction opens with it, as one command."""

    auction_id = await service.reserve_auction(auctions, seller, form)

    async def work() -> ProductOut:
        return _shown(await service.list_product(session, seller, form, auction_id))

    return await once.run(work)


@router.get("/api/images/{token}", response_class=FileResponse, responses=refusals(NotFound))
async def image(token: str, request: Request) -> FileResponse:
    """A picture; its name is its content, so it never changes."""
    path = request.app.state.settings.media_dir / token
    if not IMAGE_TOKEN.fullmatch(token) or not path.is_file():
        raise NotFound
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return FileResponse(path, media_type=_media_type(token), headers=headers)


@router.get("/internal/products/by-auction/{auction_id}", dependencies=[Internal], include_in_schema=False)
async def product_of_auction(auction_id: int, session: ReadDep) -> dict[str, Any]:
    """The fact of a listing, for the auction service when the event has not arrived yet."""
    shelved = await queries.product_of_auction(session, auction_id)
    if shelved is None:
        raise NotFound
    return service.fact_of(shelved).model_dump(mode="json")


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: UserId, session: ReadDep) -> dict[str, Any]:
    """For auth: what catalog holds about a person."""
    listings = [
        _shown(shelved).model_dump(mode="json", by_alias=True)
        for shelved in await queries.listings_of(session, user_id)
    ]
    return {"person": await people.held(session, user_id), "listings": listings}


async def _found(session: ReadDep, product_id: int, viewer_id: int | None) -> Shelved:
    shelved = await queries.product(session, product_id, viewer_id) if 0 < product_id < 2**63 else None
    if shelved is None:
        raise NotFound
    return shelved


def _shown(shelved: Shelved) -> ProductOut:
    auction = card_of(shelved.auction, datetime.now(UTC)) if shelved.auction else None
    return product_out(shelved.product, shelved.category, shelved.seller, shelved.images, auction)


def _media_type(token: str) -> str:
    suffix = re.sub(r".*\.", "", token)
    return {"webp": "image/webp", "png": "image/png"}.get(suffix, "image/jpeg")
