"""HTTP of the auction of a listing, as the first client asks for it.

It stands here and not at the auction service, because it changes a listing: reserved, committed, opened
(decision 0003) is the one way to put up a bottle."""

from fastapi import APIRouter, Response

from libs.kit.db.database import SessionDep
from libs.kit.http.access import SellerUser
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from services.catalog.routes.dependencies import CommandsDep, HostDep, ProductId
from services.catalog.routes.products import CHANGING, LISTING_ANEW
from services.catalog.schemas.auctions import AuctionChangeIn, NewAuctionIn, OwnAuctionOut, own_auction
from services.catalog.service import auctions as auctions_service
from services.catalog.service.checks import check_owner

router = APIRouter(tags=["catalog"])


@router.post("/api/auctions", status_code=201, response_model=OwnAuctionOut, responses=LISTING_ANEW)
async def post_auction(
    form: NewAuctionIn,
    seller: SellerUser,
    session: SessionDep,
    once: OnceDep,
    commands: CommandsDep,
) -> Response:
    """Auction a bottle of one's own that is in no auction.

    A listing that was auctioned or sold before is listed anew and linked to the old one (C25)."""
    check_owner(seller, form.seller_id)
    if (answered := await once.stored_answer()) is not None:
        return answered
    auction_id = await commands.reserve_anew(seller, form.product_id, form, to_auction=True)

    async def work() -> OwnAuctionOut:
        begun = await auctions_service.put_to_auction(session, seller, form.product_id, form, auction_id)
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
    """Change an auction and its bottle before the first bid; after that there are notes and pictures
    only (U22)."""
    for claimed in form.claims:
        check_owner(seller, claimed)
    changed = await commands.change_auction(session, seller, auction_id, form, host=host)
    return own_auction(changed, form.auction, clock.about_now())
