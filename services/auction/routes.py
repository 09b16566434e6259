"""HTTP of auction: each route is a sentence."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from libs.kit import clock, people
from libs.kit.access import ActiveUser, Identity, Internal, MaybeUser, SellerUser
from libs.kit.db import ReadDep, SessionDep, database_of
from libs.kit.errors import Banned, Forbidden, NotFound, NotSignedIn, Suspended, Unavailable, refusals
from libs.kit.http import InternalClient
from libs.kit.idempotency import OnceDep
from services.auction import domain, live, queries
from services.auction.models import Auction, Bid
from services.auction.schemas import (
    AuctionFiguresOut,
    AuctionOut,
    BidderOut,
    BidIn,
    BidOut,
    BidPlacedOut,
    ExtensionOut,
    MatterOut,
    MattersOut,
    ReservedOut,
    RoomOut,
    TermsIn,
    lot_of,
)
from services.auction.service import auctions, listings
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])

AuctionId = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def _settings(request: Request) -> AuctionSettings:
    settings: AuctionSettings = request.app.state.settings
    return settings


async def _catalog(request: Request) -> InternalClient:
    client: InternalClient = request.app.state.calls["catalog"]
    return client


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


@router.get("/api/auctions/product/{product_id}", responses=refusals(NotFound, domain.ListingRemoved))
async def auction_of_product(
    product_id: AuctionId, viewer: MaybeUser, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """The auction of a product."""
    auction = await queries.auction_of_product(session, product_id)
    if auction is None:
        raise NotFound
    return await _whole(session, auction, viewer, settings)


@router.get("/api/auctions/{auction_id}", responses=refusals(NotFound, domain.ListingRemoved, Unavailable))
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
        domain.OwnListing,
        NotFound,
        domain.AuctionEnded,
        domain.AuctionNotActive,
        domain.BidTooLow,
        domain.InvalidAmount,
        Unavailable,
    ),
)
async def post_bid(
    auction_id: AuctionId,
    form: BidIn,
    user: ActiveUser,
    settings: SettingsDep,
    session: SessionDep,
    once: OnceDep,
) -> Response:
    """Place a bid. The answer leaves only when the bid is safe on disk."""

    async def work() -> BidPlacedOut:
        placed = await auctions.place_bid(session, settings, user, auction_id, form)
        figures = _figures(placed.auction, user.user_id, settings, placed.bid.placed_at, placed.epoch)
        return BidPlacedOut(bid=_bid_out(placed.bid, placed.auction), auction=AuctionFiguresOut(**figures))

    return await once.run(work)


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
    open_still = domain.matters_of(user_id, await queries.unsettled_of(session, user_id))
    return MattersOut(matters=[MatterOut(code=one.code, auction_id=one.auction_id) for one in open_still])


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: AuctionId, session: ReadDep, settings: SettingsDep) -> dict[str, Any]:
    """For auth: what auction holds about a person."""
    now, epoch = await clock.now(session), await queries.live_epoch(session)
    sold = [
        AuctionFiguresOut(**_figures(auction, user_id, settings, now, epoch)).model_dump(mode="json", by_alias=True)
        for auction in await queries.sold_by(session, user_id)
    ]
    bids = [bid.model_dump(mode="json", exclude={"bidder_id"}) for bid in await queries.bids_of(session, user_id)]
    return {"person": await people.held(session, user_id), "auctions": sold, "bids": bids}


async def _whole(session: ReadDep, auction: Auction, viewer: Identity | None, settings: AuctionSettings) -> AuctionOut:
    bids = await queries.latest_bids(session, auction)
    lot = await queries.listing(session, auction.product_id or 0)
    if lot is not None and listings.HIDDEN in lot.card and (viewer is None or viewer.user_id != auction.seller_id):
        raise domain.ListingRemoved
    seller = await queries.person(session, auction.seller_id)
    figures = _figures(
        auction,
        viewer.user_id if viewer else None,
        settings,
        await clock.now(session),
        await queries.live_epoch(session),
    )
    return AuctionOut(
        **figures, bids=[_bid_out(bid, auction) for bid in bids], product=lot_of(lot.card, seller) if lot else None
    )


def _figures(
    auction: Auction, viewer_id: int | None, settings: AuctionSettings, now: datetime, epoch: int
) -> dict[str, Any]:
    """What everybody may know of an auction; the reserve's amount is the seller's own."""
    start_counts = settings.first_bid_rule == "start"
    row = auction.model_dump(exclude={"version", "reserve_price", "status", "last_seq"})
    return row | {
        "reserve_price": auction.reserve_price if viewer_id == auction.seller_id else None,
        "effective_ends_at": auction.ends_at,
        "status": domain.status_at(auction.status, auction.ends_at, now),
        "minimum_bid": domain.minimum_bid(auctions.standing_of(auction), start_counts=start_counts),
        "reserve_met": domain.reserve_met(auction.reserve_price, auction.current_bid),
        "outcome": domain.outcome_of(auction.status),
        "winner_id": None,
        "extension": ExtensionOut(
            window_seconds=auction.extension_window,
            seconds=auction.extension_seconds,
            cap_seconds=auction.extension_cap,
        ),
        "server_now": now,
        "seq": auction.version,
        "epoch": epoch,
    }


def _bid_out(bid: Bid, auction: Auction) -> BidOut:
    return BidOut(
        id=bid.id,
        auction_id=bid.auction_id,
        bidder_id=bid.bidder_id,
        bidder=BidderOut(id=bid.bidder_id, name=bid.bidder_name, is_deleted=bid.bidder_name == ""),
        amount=bid.amount,
        placed_at=bid.placed_at,
        is_winning=bid.amount == auction.current_bid,
    )
