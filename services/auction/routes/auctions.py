"""HTTP of auctions for everybody: read, and bid."""

from fastapi import APIRouter, Response

from libs.kit.db.database import ReadDep
from libs.kit.db.people import names_of
from libs.kit.http.access import STAFF_ROLES, ActiveUser, Identity, MaybeUser
from libs.kit.http.errors import (
    Banned,
    Forbidden,
    IdempotencyMismatch,
    NotFound,
    NotSignedIn,
    Suspended,
    Unavailable,
    refusals,
)
from libs.kit.http.idempotency import Key, check_key
from libs.kit.process import clock
from services.auction.auctions.models import Auction
from services.auction.domain import bids
from services.auction.domain.refusals_auctions import ListingRemoved
from services.auction.domain.refusals_bidding import (
    AuctionEnded,
    AuctionNotActive,
    BidTooLow,
    InvalidAmount,
    MaximumNotRaised,
    OwnListing,
)
from services.auction.models import HIDDEN
from services.auction.queries import auctions as auction_queries
from services.auction.queries import bids as bid_queries
from services.auction.queries import listings as listing_queries
from services.auction.queries import people as people_queries
from services.auction.routes.dependencies import (
    AuctionId,
    AuctionOfProduct,
    OpenAuction,
    SequencerDep,
    SettingsDep,
)
from services.auction.schemas.auctions import AuctionOut
from services.auction.schemas.bids import BidIn, BidPlacedOut, bid_out
from services.auction.schemas.figures import figures_of
from services.auction.schemas.lots import lot_of
from services.auction.service.batches import BidRequest
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])


@router.get("/api/auctions/product/{product_id}", responses=refusals(NotFound, ListingRemoved, Unavailable))
async def auction_of_product(
    viewer: MaybeUser, found: AuctionOfProduct, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """Return the auction of a product."""
    return await _whole(session, found, viewer, settings)


@router.get("/api/auctions/{auction_id}", responses=refusals(NotFound, ListingRemoved, Unavailable))
async def auction(
    viewer: MaybeUser, found: OpenAuction, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """Return an auction with its lot and latest bids."""
    return await _whole(session, found, viewer, settings)


@router.post(
    "/api/auctions/{auction_id}/bids",
    status_code=201,
    response_model=BidPlacedOut,
    responses=refusals(
        NotSignedIn,
        Banned,
        Suspended,
        Forbidden,
        OwnListing,
        NotFound,
        AuctionEnded,
        AuctionNotActive,
        BidTooLow,
        MaximumNotRaised,
        InvalidAmount,
        IdempotencyMismatch,
        Unavailable,
    ),
)
async def post_bid(
    auction_id: AuctionId, form: BidIn, user: ActiveUser, sequencer: SequencerDep, idempotency_key: Key = None
) -> Response:
    """Place a bid; the answer leaves when the bid is committed."""
    if form.user_id is not None and form.user_id != user.user_id:
        raise Forbidden
    if idempotency_key is not None:
        check_key(idempotency_key)
    offer = bids.offer_of(user.user_id, form.amount, form.max_amount)
    answer = await sequencer.place(BidRequest(user, auction_id, offer, idempotency_key))
    return Response(answer, 201, media_type="application/json")


async def _whole(
    session: ReadDep, auction: Auction, viewer: Identity | None, settings: AuctionSettings
) -> AuctionOut:
    lot = await listing_queries.listing(session, auction.known_product_id)
    viewer_id = viewer.user_id if viewer else None
    if lot is not None and HIDDEN in lot.card and viewer_id != auction.seller_id:
        raise ListingRemoved
    seller = await people_queries.person(session, auction.seller_id)
    now, epoch = await clock.now(session), await auction_queries.live_epoch(session)
    log = await bid_queries.latest_bids(session, auction)
    known = {bid.bidder_id for bid in log if viewer and _may_know(viewer, bid.bidder_id, auction.seller_id)}
    names = await names_of(session, known)
    figures = figures_of(auction, viewer_id, now, epoch, start_counts=settings.start_counts)
    return AuctionOut(
        **figures,
        bids=[bid_out(bid, auction, names.get(bid.bidder_id)) for bid in log],
        product=lot_of(lot.card, seller) if lot else None,
        own_bid=await bid_queries.own_bid(session, auction, log, viewer_id)
        if viewer_id is not None
        else None,
        own_maximum=auction.leader_most
        if viewer_id is not None and viewer_id == auction.current_bidder_id
        else None,
        final_price=auction.final_price
        or (auction.current_bid if figures["winner_id"] is not None else None),
        relisted_from=auction.relisted_from,
    )


def _may_know(viewer: Identity, bidder_id: int, seller_id: int) -> bool:
    """Return whether the viewer may know who bid (U23): the seller, the bidder, and staff."""
    return viewer.user_id in (bidder_id, seller_id) or not viewer.roles.isdisjoint(STAFF_ROLES)
