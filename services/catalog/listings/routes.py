import math
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import DatabaseDep, SessionDep
from libs.kit.errors import Forbidden, NotFound, NotSignedIn, Unavailable
from libs.kit.http.access import MaybeUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from libs.marketplace.access import SellerUser
from libs.marketplace.errors import Banned, Suspended
from services.catalog.dependencies import CommandsDep, HostDep, IndexDep, ProductId
from services.catalog.listings import auctions, queries, service
from services.catalog.listings.auction_schemas import (
    AuctionChangeIn,
    NewAuctionIn,
    OwnAuctionOut,
    own_auction,
)
from services.catalog.listings.checks import check_owner
from services.catalog.listings.rules import (
    FOR_GOOD,
    AuctionHasBids,
    AuctionOver,
    AuctionsPaused,
    ListingRemoved,
    SecondChanceOpen,
    TermsRefused,
    TooManyForSale,
    TooManyNew,
    WrongStatus,
)
from services.catalog.listings.schemas import DoneOut, NoteIn, ProductIn, ProductOut, RelistIn, product_out
from services.catalog.reservations.rules import TooManyReserved
from services.catalog.search.service import get_cards

router = APIRouter(tags=["catalog"])


WRITING = (NotSignedIn, Banned, Suspended, Forbidden, Unavailable)


OWN_REFUSALS = refusals(*WRITING, NotFound, WrongStatus)


NOTING = refusals(*WRITING, NotFound, WrongStatus, AuctionOver)


CHANGE = (*WRITING, NotFound, WrongStatus, AuctionHasBids, AuctionOver, SecondChanceOpen, TermsRefused)


CHANGING = refusals(*CHANGE)


LISTING_ANEW = refusals(*CHANGE, TooManyForSale, TooManyNew, TooManyReserved, AuctionsPaused)


SellerId = Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)]


@router.get(
    "/api/products/{product_id}", response_model=ProductOut, responses=refusals(NotFound, ListingRemoved)
)
async def product(
    product_id: int, viewer: MaybeUser, index: IndexDep, database: DatabaseDep, response: Response
) -> ProductOut | Response:
    """Return a product. If the product is for sale, the response is the same for everyone and usually served
    from a cache."""
    entry = (await index.current()).entries.get(product_id)
    if entry is not None and (at_hand := await get_cards(index, [product_id])):
        headers = _for_the_gateway(entry.seller_id, entry.ends_by_itself(clock.about_now()))
        return Response(at_hand[0], media_type="application/json", headers=headers)
    viewer_id = viewer.user_id if viewer else None
    async with database.reading() as session:
        found = await queries.get_listing(session, product_id, viewer_id) if 0 < product_id < 2**63 else None
    if found is None:
        raise NotFound
    if found.product.status == "removed" and (
        found.product.seller_id != viewer_id or found.product.removed_reason in FOR_GOOD
    ):
        raise ListingRemoved
    now = clock.about_now()
    until = queries.ends_by_itself(found, now)
    response.headers.update(_for_the_gateway(found.product.seller_id, until))
    return product_out(found, now)


def _for_the_gateway(seller_id: int, until: datetime | None) -> dict[str, str]:
    """Surrogate key and expiry for the gateway's cache."""
    headers = {"Surrogate-Key": f"seller-{seller_id}"}
    if until is not None:
        headers["Cache-Control"] = (
            f"s-maxage={max(0, math.floor((until - clock.about_now()).total_seconds()))}"
        )
    return headers


@router.post(
    "/api/products",
    status_code=201,
    response_model=ProductOut,
    responses=refusals(*WRITING, TermsRefused, TooManyForSale, TooManyNew, TooManyReserved, AuctionsPaused),
)
async def post_product(
    form: ProductIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    commands: CommandsDep,
    host: HostDep,
) -> Response:
    """Create a listing. With `auction`, the auction opens together with the listing."""
    check_owner(seller, form.seller_id)
    if (answered := await once.stored_answer()) is not None:
        return answered
    auction_id = await commands.reserve(seller, form.auction)

    async def work() -> ProductOut:
        return product_out(
            await service.put_up_listing(session, seller, form, auction_id, host=host), clock.about_now()
        )

    return await once.run(work)


@router.put("/api/products/{product_id}", responses=CHANGING)
async def put_product(
    product_id: ProductId,
    form: ProductIn,
    seller: SellerUser,
    session: SessionDep,
    commands: CommandsDep,
    host: HostDep,
) -> ProductOut:
    """Change a listing. Auction terms can only be changed before the first bid."""
    check_owner(seller, form.seller_id)
    return product_out(await commands.change(session, seller, product_id, form, host=host), clock.about_now())


@router.post("/api/products/{product_id}/notes", response_model=ProductOut, responses=NOTING)
async def post_note(
    product_id: ProductId, form: NoteIn, seller: SellerUser, session: SessionDep, once: OnceDep
) -> Response:
    """Append a dated note to the description. Notes are allowed after bids, but not after an auction's
    end."""

    async def work() -> ProductOut:
        return product_out(await service.add_note(session, seller, product_id, form.note), clock.about_now())

    return await once.run(work, 200)


@router.delete("/api/products/{product_id}", responses=CHANGING)
async def delete_product(
    product_id: ProductId,
    seller: SellerUser,
    session: SessionDep,
    commands: CommandsDep,
    seller_id: SellerId = None,
) -> DoneOut:
    """Delete a listing. Not possible if its auction has bids."""
    check_owner(seller, seller_id)
    await commands.remove(session, seller, product_id)
    return DoneOut(success=True)


@router.post("/api/products/{product_id}/archive", responses=CHANGING)
async def archive(
    product_id: ProductId, seller: SellerUser, session: SessionDep, commands: CommandsDep
) -> ProductOut:
    """Archive a listing. It is no longer for sale."""
    return product_out(await commands.archive(session, seller, product_id), clock.about_now())


@router.post(
    "/api/products/{product_id}/restore", responses=refusals(*WRITING, NotFound, WrongStatus, TooManyForSale)
)
async def restore(product_id: ProductId, seller: SellerUser, session: SessionDep) -> ProductOut:
    """Put an archived listing back on sale."""
    return product_out(await service.restore_listing(session, seller, product_id), clock.about_now())


@router.post("/api/products/{product_id}/sold", responses=OWN_REFUSALS)
async def sold(product_id: ProductId, seller: SellerUser, session: SessionDep) -> ProductOut:
    """Mark a listing as sold."""
    return product_out(await service.mark_sold(session, seller, product_id), clock.about_now())


@router.post(
    "/api/products/{product_id}/relist", status_code=201, response_model=ProductOut, responses=LISTING_ANEW
)
async def relist(
    product_id: ProductId,
    form: RelistIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    commands: CommandsDep,
) -> Response:
    """List the same bottle again, linked to the old listing. The auction service decides whether the previous
    sale allows this."""
    if (answered := await once.stored_answer()) is not None:
        return answered
    auction_id = await commands.reserve_relisting(seller, product_id, form.auction)

    async def work() -> ProductOut:
        again = await service.relist(session, seller, product_id, form, auction_id)
        return product_out(again, clock.about_now())

    return await once.run(work)


@router.post("/api/auctions", status_code=201, response_model=OwnAuctionOut, responses=LISTING_ANEW)
async def post_auction(
    form: NewAuctionIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    commands: CommandsDep,
) -> Response:
    """Auction one of your listings. A listing that was auctioned or sold before is relisted and linked to the
    old listing (C25)."""
    check_owner(seller, form.seller_id)
    if (answered := await once.stored_answer()) is not None:
        return answered
    auction_id = await commands.reserve_relisting(seller, form.product_id, form, to_auction=True)

    async def work() -> OwnAuctionOut:
        begun = await auctions.put_to_auction(session, seller, form.product_id, form, auction_id)
        return own_auction(begun, form, clock.about_now())

    return await once.run(work)


@router.put("/api/auctions/{auction_id}", responses=CHANGING)
async def put_auction(
    auction_id: ProductId,
    form: AuctionChangeIn,
    seller: SellerUser,
    session: SessionDep,
    commands: CommandsDep,
    host: HostDep,
) -> OwnAuctionOut:
    """Change an auction and its listing before the first bid. After the first bid only notes and pictures can
    be added (U22)."""
    for claimed in form.claims:
        check_owner(seller, claimed)
    changed = await commands.change_auction(session, seller, auction_id, form, host=host)
    return own_auction(changed, form.auction, clock.about_now())
