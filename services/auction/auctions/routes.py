from datetime import datetime
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response

from libs.kit.db.database import Database, DatabaseDep, ReadDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, InvalidInput, NotFound, NotSignedIn, Unavailable
from libs.kit.http.access import CurrentUser, MaybeUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import Key, check_key
from libs.kit.http.paging import cursor_of, position_of
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.access import STAFF_ROLES, ActiveUser
from libs.marketplace.errors import Banned, Suspended
from libs.marketplace.people import names_of
from services.auction.account_removal.service import clear_ended
from services.auction.auctions import queries
from services.auction.auctions.models import Auction
from services.auction.auctions.queries import OwnAuction, Position, Role, When
from services.auction.auctions.rules import ListingRemoved
from services.auction.auctions.schemas import AuctionOut, MinePageOut, as_bidder, as_seller, listing_of
from services.auction.bidding.batches import BidRequest
from services.auction.bidding.queries import get_own_bid, list_latest_bids
from services.auction.bidding.rules import (
    AuctionEnded,
    AuctionNotActive,
    BidTooLow,
    InvalidAmount,
    MaximumNotRaised,
    OwnListing,
    offer_of,
)
from services.auction.bidding.schemas import BidIn, BidPlacedOut, bid_out, figures_of
from services.auction.dependencies import AuctionId, AuctionOfProduct, OpenAuction, SequencerDep, SettingsDep
from services.auction.models import HIDDEN
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])


@router.get("/api/auctions/mine", responses=refusals(NotSignedIn, InvalidInput))
async def mine(
    user: CurrentUser,
    database: DatabaseDep,
    settings: SettingsDep,
    role: Role = "bidding",
    when: When = "running",
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
) -> MinePageOut:
    """List your auctions as a bidder or as the seller. `when` selects running or ended auctions."""
    after = None if cursor is None else _position(cursor)
    read = partial(_read, database, user.user_id, role, when, after, limit + 1)
    now, epoch, found = await read()
    if when == "over" and await clear_ended(database, [item.auction for item in found]):
        now, epoch, found = await read()
    line = as_bidder if role == "bidding" else as_seller
    shown = [
        line(item, user.user_id, now, epoch, start_counts=settings.start_counts) for item in found[:limit]
    ]
    last = found[limit - 1].position(when) if len(found) > limit else None
    return MinePageOut(auctions=shown, next=None if last is None else cursor_of(last[0].isoformat(), last[1]))


async def _read(
    database: Database, user_id: int, role: Role, when: When, after: Position | None, limit: int
) -> tuple[datetime, int, list[OwnAuction]]:
    async with database.reading() as session:
        now, epoch = await clock.now(session), await queries.get_live_epoch(session)
        return now, epoch, await queries.list_own_auctions(session, user_id, role, when, now, after, limit)


def _position(cursor: str) -> Position:
    moment, auction_id = position_of(cursor, 2)
    try:
        at = datetime.fromisoformat(str(moment))
    except ValueError:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if at.tzinfo is None or not isinstance(auction_id, int) or not 0 <= auction_id < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return at, auction_id


@router.get("/api/auctions/product/{product_id}", responses=refusals(NotFound, ListingRemoved, Unavailable))
async def auction_of_product(
    viewer: MaybeUser, found: AuctionOfProduct, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """Read the auction of a product."""
    return await _auction_out(session, found, viewer, settings)


@router.get("/api/auctions/{auction_id}", responses=refusals(NotFound, ListingRemoved, Unavailable))
async def auction(
    viewer: MaybeUser, found: OpenAuction, settings: SettingsDep, session: ReadDep
) -> AuctionOut:
    """Read an auction with its listing and latest bids."""
    return await _auction_out(session, found, viewer, settings)


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
    """Place a bid. The response is sent after the bid is committed."""
    if form.user_id is not None and form.user_id != user.user_id:
        raise Forbidden
    if idempotency_key is not None:
        check_key(idempotency_key)
    offer = offer_of(user.user_id, form.amount, form.max_amount)
    answer = await sequencer.place(BidRequest(user, auction_id, offer, idempotency_key))
    return Response(answer, 201, media_type="application/json")


async def _auction_out(
    session: ReadDep, auction: Auction, viewer: Identity | None, settings: AuctionSettings
) -> AuctionOut:
    listing = await queries.get_listing(session, auction.known_product_id)
    viewer_id = viewer.user_id if viewer else None
    if listing is not None and HIDDEN in listing.card and viewer_id != auction.seller_id:
        raise ListingRemoved
    seller = await queries.get_person(session, auction.seller_id)
    now, epoch = await clock.now(session), await queries.get_live_epoch(session)
    log = await list_latest_bids(session, auction)
    known = {bid.bidder_id for bid in log if viewer and _may_know(viewer, bid.bidder_id, auction.seller_id)}
    names = await names_of(session, known)
    figures = figures_of(auction, viewer_id, now, epoch, start_counts=settings.start_counts)
    return AuctionOut(
        **figures,
        bids=[bid_out(bid, auction, names.get(bid.bidder_id)) for bid in log],
        product=listing_of(listing.card, seller) if listing else None,
        own_bid=await get_own_bid(session, auction, log, viewer_id) if viewer_id is not None else None,
        own_maximum=auction.leader_most
        if viewer_id is not None and viewer_id == auction.current_bidder_id
        else None,
        final_price=auction.final_price
        or (auction.current_bid if figures["winner_id"] is not None else None),
        relisted_from=auction.relisted_from,
    )


def _may_know(viewer: Identity, bidder_id: int, seller_id: int) -> bool:
    """True for the seller, the bidder and staff. Other people must not see who placed a bid (U23)."""
    return viewer.user_id in (bidder_id, seller_id) or not viewer.roles.isdisjoint(STAFF_ROLES)
