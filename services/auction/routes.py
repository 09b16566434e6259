"""HTTP of auction: each route is a sentence."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from libs.kit import clock, people
from libs.kit.access import ActiveUser, Identity, Internal, MaybeUser, SellerUser
from libs.kit.db import ReadDep, SessionDep, database_of
from libs.kit.errors import (
    Banned,
    Forbidden,
    IdempotencyMismatch,
    NotFound,
    NotSignedIn,
    Suspended,
    Unavailable,
    refusals,
)
from libs.kit.http import InternalClient
from libs.kit.idempotency import Key, check_key
from services.auction import live, queries
from services.auction.domain import bids, ends
from services.auction.domain.refusals import (
    AuctionEnded,
    AuctionNotActive,
    BidTooLow,
    InvalidAmount,
    ListingRemoved,
    MaximumNotRaised,
    OwnListing,
)
from services.auction.models import Auction
from services.auction.schemas import (
    AuctionFiguresOut,
    AuctionOut,
    BidIn,
    BidPlacedOut,
    MatterOut,
    MattersOut,
    ReservedOut,
    RoomOut,
    TermsIn,
    bid_out,
    figures_of,
    lot_of,
)
from services.auction.service import auctions, listings
from services.auction.service.bidding import Asked
from services.auction.service.sequencer import Sequencer
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])

AuctionId = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def _settings(request: Request) -> AuctionSettings:
    settings: AuctionSettings = request.app.state.settings
    return settings


async def _catalog(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["catalog"]
    return client


async def _sequencer(request: Request) -> Sequencer:
    sequencer: Sequencer = request.app.state.sequencer
    return sequencer


SequencerDep = Annotated[Sequencer, Depends(_sequencer)]
SettingsDep = Annotated[AuctionSettings, Depends(_settings)]
CatalogDep = Annotated[InternalClient, Depends(_catalog)]


async def _open_auction(auction_id: AuctionId, catalog: CatalogDep, request: Request) -> Auction:
    """The auction; one whose listing is committed but not told yet is opened here, holding no connection meanwhile."""
    database = database_of(request)
    async with database.reading() as session:
        found = await queries.auction(session, auction_id)
    if found is not None and found.status == "draft":
        listed = await auctions.ask_for_listing(auction_id, catalog)
        async with database.transaction() as writing:
            await auctions.open_auction(writing, listed)
            found = await queries.auction(writing, auction_id)
    if found is None or found.status == "draft":
        raise NotFound
    return found


OpenAuction = Annotated[Auction, Depends(_open_auction)]


@router.get("/api/auctions/product/{product_id}", responses=refusals(NotFound, ListingRemoved))
async def auction_of_product(
    product_id: AuctionId, viewer: MaybeUser, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """The auction of a product."""
    auction = await queries.auction_of_product(session, product_id)
    if auction is None:
        raise NotFound
    return await _whole(session, auction, viewer, settings)


@router.get("/api/auctions/{auction_id}", responses=refusals(NotFound, ListingRemoved, Unavailable))
async def auction(found: OpenAuction, viewer: MaybeUser, settings: SettingsDep, session: ReadDep) -> AuctionOut:
    """An auction with its lot and latest bids."""
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
    """Place a bid. The answer leaves only when the bid is safe on disk."""
    if form.user_id is not None and form.user_id != user.user_id:
        raise Forbidden
    if idempotency_key is not None:
        check_key(idempotency_key)
    offer = bids.offer_of(user.user_id, form.amount, form.max_amount)
    answer = await sequencer.place(Asked(user, auction_id, offer, idempotency_key))
    return Response(answer, 201, media_type="application/json")


@router.post("/internal/auctions", status_code=201, dependencies=[Internal], include_in_schema=False)
async def post_reservation(
    terms: TermsIn, seller: SellerUser, settings: SettingsDep, session: SessionDep
) -> ReservedOut:
    """For catalog: check the terms of a listing and give its auction an id."""
    return ReservedOut(auction_id=await auctions.reserve(session, settings, seller, terms))


@router.post("/internal/auctions/{auction_id}/terms", dependencies=[Internal], include_in_schema=False)
async def post_terms(
    found: OpenAuction, terms: TermsIn, seller: SellerUser, settings: SettingsDep, session: SessionDep
) -> ReservedOut:
    """For catalog: new terms for an auction without a bid."""
    changed = await listings.change_terms(session, settings, seller, found.id or 0, terms)
    return ReservedOut(auction_id=changed.id or 0)


@router.post("/internal/auctions/{auction_id}/withdraw", dependencies=[Internal], include_in_schema=False)
async def post_withdrawal(found: OpenAuction, seller: SellerUser, session: SessionDep) -> ReservedOut:
    """For catalog: the seller takes the listing back before anybody has bid."""
    withdrawn = await listings.withdraw(session, seller, found.id or 0)
    return ReservedOut(auction_id=withdrawn.id or 0)


@router.get("/internal/auctions/{auction_id}/room", dependencies=[Internal], include_in_schema=False)
async def get_room(found: OpenAuction, session: ReadDep) -> RoomOut:
    """For the gateway: whether this room exists and where it stands."""
    return await live.room(session, found)


@router.get("/internal/users/{user_id}/matters", dependencies=[Internal], include_in_schema=False)
async def matters(user_id: AuctionId, session: ReadDep) -> MattersOut:
    """For auth: what keeps a person's account from being deleted."""
    open_still = ends.matters_of(user_id, await queries.unsettled_of(session, user_id))
    return MattersOut(matters=[MatterOut(code=one.code, auction_id=one.auction_id) for one in open_still])


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: AuctionId, session: ReadDep, settings: SettingsDep) -> dict[str, Any]:
    """For auth: what auction holds about a person."""
    now, epoch = await clock.now(session), await queries.live_epoch(session)
    sold = [
        figures_of(one, user_id, now, epoch, start_counts=settings.start_counts)
        for one in await queries.sold_by(session, user_id)
    ]
    return {
        "person": await people.held(session, user_id),
        "auctions": [AuctionFiguresOut(**one).model_dump(mode="json", by_alias=True) for one in sold],
        "bids": [bid.model_dump(mode="json", exclude={"bidder_id"}) for bid in await queries.bids_of(session, user_id)],
        "maximums": [
            row.model_dump(mode="json", exclude={"bidder_id"}) for row in await queries.maximums_of(session, user_id)
        ],
    }


async def _whole(session: ReadDep, auction: Auction, viewer: Identity | None, settings: AuctionSettings) -> AuctionOut:
    lot = await queries.listing(session, auction.product_id or 0)
    viewer_id = viewer.user_id if viewer else None
    if lot is not None and listings.HIDDEN in lot.card and viewer_id != auction.seller_id:
        raise ListingRemoved
    seller = await queries.person(session, auction.seller_id)
    now, epoch = await clock.now(session), await queries.live_epoch(session)
    return AuctionOut(
        **figures_of(auction, viewer_id, now, epoch, start_counts=settings.start_counts),
        bids=[bid_out(bid, auction) for bid in await queries.latest_bids(session, auction)],
        product=lot_of(lot.card, seller) if lot else None,
        own_maximum=auction.leader_most if viewer_id is not None and viewer_id == auction.current_bidder_id else None,
    )
