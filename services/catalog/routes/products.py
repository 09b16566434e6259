"""HTTP of a listing: read it, put it up, change it, take it away."""

import math
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Query, Response

from libs.kit.db.database import DatabaseDep, SessionDep
from libs.kit.http.access import Identity, MaybeUser, SellerUser
from libs.kit.http.errors import Banned, Forbidden, NotFound, NotSignedIn, Suspended, Unavailable, refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from services.catalog.domain.products import FOR_GOOD
from services.catalog.domain.refusals import (
    AuctionHasBids,
    AuctionOver,
    ListingRemoved,
    SecondChanceOpen,
    TermsRefused,
    TooManyForSale,
    TooManyNew,
    TooManyReserved,
    WrongStatus,
)
from services.catalog.queries import products as product_queries
from services.catalog.routes.dependencies import AuctionsDep, HostDep, IndexDep, ProductId
from services.catalog.schemas.products import AuctionTermsIn, DoneOut, NoteIn, ProductIn, ProductOut, RelistIn, shown
from services.catalog.service import auction_client as selling
from services.catalog.service import browsing, products
from services.catalog.service.checks import auction_to_end, auction_to_leave, changeable_auction, check_owner

router = APIRouter(tags=["catalog"])
WRITING = (NotSignedIn, Banned, Suspended, Forbidden, Unavailable)
OWN = refusals(*WRITING, NotFound, WrongStatus)
CHANGE = (*WRITING, NotFound, WrongStatus, AuctionHasBids, AuctionOver, SecondChanceOpen, TermsRefused)
CHANGING = refusals(*CHANGE)
LISTING_ANEW = refusals(*CHANGE, TooManyForSale, TooManyNew, TooManyReserved)
SellerId = Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)]
Ending = Callable[[Identity, int, str], Awaitable[None]]


class Leaving(Protocol):
    """The way of a bottle from one auction to the next; says the id of the next."""

    async def __call__(
        self, seller: Identity, product_id: int, terms: AuctionTermsIn | None, *, to_auction: bool = False
    ) -> int | None: ...


async def _ending(database: DatabaseDep, auctions: AuctionsDep) -> Ending:
    """Ends a listing's auction before the listing's own transaction: no connection is held while auction thinks."""

    async def end(seller: Identity, product_id: int, act: str) -> None:
        async with database.reading() as reading:
            auction_id = await auction_to_end(reading, seller, product_id, act)
        await selling.withdraw(auctions, seller, auction_id)

    return end


async def _leaving(database: DatabaseDep, auctions: AuctionsDep) -> Leaving:
    """Takes a bottle out of its old auction to list it anew, before the new listing's own transaction. All that may be
    refused is asked first: what was taken out is held by the new auction, and is free again if that never opens."""

    async def leave(
        seller: Identity, product_id: int, terms: AuctionTermsIn | None, *, to_auction: bool = False
    ) -> int | None:
        async with database.reading() as reading:
            old_id = await auction_to_leave(reading, seller, product_id, terms, to_auction=to_auction)
        new_id = await selling.reserve(auctions, seller, terms)
        await selling.withdraw(auctions, seller, old_id, relisted_as=new_id)
        return new_id

    return leave


EndingDep = Annotated[Ending, Depends(_ending)]
LeavingDep = Annotated[Leaving, Depends(_leaving)]


@router.get("/api/products/{product_id}", response_model=ProductOut, responses=refusals(NotFound, ListingRemoved))
async def product(
    product_id: int, viewer: MaybeUser, stock: IndexDep, database: DatabaseDep, response: Response
) -> ProductOut | Response:
    """One product. What is for sale is the same for everybody and mostly at hand as it is sent."""
    entry = (await stock.current()).entries.get(product_id)
    if entry is not None and (at_hand := await browsing.cards(stock, [product_id])):
        headers = _for_the_gateway(entry.seller_id, entry.ends_by_itself)
        return Response(at_hand[0], media_type="application/json", headers=headers)
    viewer_id = viewer.user_id if viewer else None
    async with database.reading() as session:
        found = await product_queries.product(session, product_id, viewer_id) if 0 < product_id < 2**63 else None
    if found is None:
        raise NotFound
    if found.product.status == "removed" and (
        found.product.seller_id != viewer_id or found.product.removed_reason in FOR_GOOD
    ):
        raise ListingRemoved
    response.headers.update(_for_the_gateway(found.product.seller_id, product_queries.ends_by_itself(found)))
    return shown(found, clock.about_now())


def _for_the_gateway(seller_id: int, until: datetime | None) -> dict[str, str]:
    """Whose it is, so that it is forgotten when the seller changes, and how long it is true by itself."""
    headers = {"Surrogate-Key": f"seller-{seller_id}"}
    if until is not None:
        headers["Cache-Control"] = f"s-maxage={max(0, math.floor((until - clock.about_now()).total_seconds()))}"
    return headers


@router.post(
    "/api/products",
    status_code=201,
    response_model=ProductOut,
    responses=refusals(*WRITING, TermsRefused, TooManyForSale, TooManyNew, TooManyReserved),
)
async def post_product(
    form: ProductIn, seller: SellerUser, session: SessionDep, once: OnceDep, auctions: AuctionsDep, host: HostDep
) -> Response:
    """List a bottle; with `auction` terms its auction opens with it, as one command."""
    check_owner(seller, form.seller_id)
    if (answered := await once.answered()) is not None:
        return answered
    auction_id = await selling.reserve(auctions, seller, form.auction)

    async def work() -> ProductOut:
        return shown(await products.put_up(session, seller, form, auction_id, host=host), clock.about_now())

    return await once.run(work)


@router.put("/api/products/{product_id}", responses=CHANGING)
async def put_product(
    product_id: ProductId,
    form: ProductIn,
    seller: SellerUser,
    session: SessionDep,
    database: DatabaseDep,
    auctions: AuctionsDep,
    host: HostDep,
) -> ProductOut:
    """Change a listing; the terms of its auction as long as nobody has bid."""
    check_owner(seller, form.seller_id)
    if form.auction is not None:
        async with database.reading() as reading:
            auction_id = await changeable_auction(reading, seller, product_id)
        await selling.change_terms(auctions, seller, auction_id, form.auction)
    return shown(await products.change(session, seller, product_id, form, host=host), clock.about_now())


@router.post("/api/products/{product_id}/notes", response_model=ProductOut, responses=OWN)
async def post_note(
    product_id: ProductId, form: NoteIn, seller: SellerUser, session: SessionDep, once: OnceDep
) -> Response:
    """Append a dated note to the description: the one change that bids do not forbid."""

    async def work() -> ProductOut:
        return shown(await products.add_note(session, seller, product_id, form.note), clock.about_now())

    return await once.run(work, 200)


@router.delete("/api/products/{product_id}", responses=CHANGING)
async def delete_product(
    product_id: ProductId, seller: SellerUser, session: SessionDep, ending: EndingDep, seller_id: SellerId = None
) -> DoneOut:
    """Delete a listing; one with bids stays."""
    check_owner(seller, seller_id)
    await ending(seller, product_id, "delete")
    await products.remove(session, seller, product_id)
    return DoneOut()


@router.post("/api/products/{product_id}/archive", responses=CHANGING)
async def archive(product_id: ProductId, seller: SellerUser, session: SessionDep, ending: EndingDep) -> ProductOut:
    """Take a listing off the shelf and keep it."""
    await ending(seller, product_id, "archive")
    return shown(await products.archive(session, seller, product_id), clock.about_now())


@router.post("/api/products/{product_id}/restore", responses=refusals(*WRITING, NotFound, WrongStatus, TooManyForSale))
async def restore(product_id: ProductId, seller: SellerUser, session: SessionDep) -> ProductOut:
    """Put an archived listing back on the shelf."""
    return shown(await products.restore(session, seller, product_id), clock.about_now())


@router.post("/api/products/{product_id}/sold", responses=OWN)
async def sold(product_id: ProductId, seller: SellerUser, session: SessionDep) -> ProductOut:
    """Mark a listing as sold."""
    return shown(await products.mark_sold(session, seller, product_id), clock.about_now())


@router.post("/api/products/{product_id}/relist", status_code=201, response_model=ProductOut, responses=LISTING_ANEW)
async def relist(
    product_id: ProductId,
    form: RelistIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    leave: LeavingDep,
) -> Response:
    """The same bottle as a new listing, linked to the old one; whether it was sold the auction service knows."""
    if (answered := await once.answered()) is not None:
        return answered
    auction_id = await leave(seller, product_id, form.auction)

    async def work() -> ProductOut:
        again = await products.put_up_again(session, seller, product_id, form, auction_id)
        return shown(again, clock.about_now())

    return await once.run(work)
