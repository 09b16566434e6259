"""HTTP for the other parts of the house."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import Internal, SellerUser
from libs.kit.http.export import Shown, exported
from libs.kit.process import clock
from services.auction import live
from services.auction.domain import ends
from services.auction.queries import auctions as auction_queries
from services.auction.queries import export as export_queries
from services.auction.routes.dependencies import AuctionId, OpenAuction, SettingsDep
from services.auction.schemas.figures import AuctionFiguresOut, figures_of
from services.auction.schemas.internal import (
    LeaderOut,
    LeadersOut,
    MatterOut,
    MattersOut,
    ReservedOut,
    RoomOut,
    RoomsOut,
    TermsIn,
)
from services.auction.schemas.sales import BoughtIn, WithdrawIn
from services.auction.service import auctions, closing, listings
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])
MOST_AT_ONCE = 500
_ID = r"[1-9][0-9]{0,18}"  # as many digits as LARGEST_ID has
Ids = Annotated[str, Query(max_length=20 * MOST_AT_ONCE, pattern=rf"^{_ID}(,{_ID})*$")]


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
    changed = await listings.change_terms(session, settings, seller, found.known_id, terms)
    return ReservedOut(auction_id=changed.known_id)


@router.post("/internal/auctions/{auction_id}/withdraw", dependencies=[Internal], include_in_schema=False)
async def post_withdrawal(found: OpenAuction, form: WithdrawIn, seller: SellerUser, session: SessionDep) -> ReservedOut:
    """For catalog: the seller takes the listing back before anybody has bid, or lists the bottle anew."""
    withdrawn = await listings.withdraw(session, seller, found.known_id, relisted_as=form.relisted_as)
    return ReservedOut(auction_id=withdrawn.known_id)


@router.post("/internal/auctions/{auction_id}/bought", dependencies=[Internal], include_in_schema=False)
async def post_bought(auction_id: AuctionId, form: BoughtIn, session: SessionDep) -> ReservedOut:
    """For messaging: seller and buyer agreed on the Buy Now price, so the auction ends (C21)."""
    bought = await closing.buy_now(session, auction_id, form.buyer_id, form.price)
    return ReservedOut(auction_id=bought.known_id)


@router.get("/internal/auctions/{auction_id}/room", dependencies=[Internal], include_in_schema=False)
async def get_room(found: OpenAuction, session: ReadDep) -> RoomOut:
    """For the gateway: whether this room exists and where it stands."""
    return await live.room(session, found)


@router.get("/internal/rooms", dependencies=[Internal], include_in_schema=False)
async def get_rooms(ids: Ids, session: ReadDep) -> RoomsOut:
    """For the gateway: where those of these rooms stand that are open."""
    return await live.rooms(session, _ids(ids))


@router.get("/internal/leaders", dependencies=[Internal], include_in_schema=False)
async def get_leaders(ids: Ids, session: ReadDep) -> LeadersOut:
    """For auth: who leads these auctions now, before it mails that somebody was outbid."""
    now = await clock.now(session)
    return LeadersOut(
        auctions=[
            LeaderOut(
                auction_id=found.known_id,
                is_running=ends.status_at(found.status, found.ends_at, now) == "active",
                leader_id=found.current_bidder_id,
                price=found.current_bid,
            )
            for found in await auction_queries.auctions(session, _ids(ids))
        ]
    )


def _ids(written: str) -> list[int]:
    """The ids; one that is larger than any is left out, so that it spoils the question for no other."""
    return [number for one in written.split(",")[:MOST_AT_ONCE] if (number := int(one)) <= LARGEST_ID]


@router.get("/internal/users/{user_id}/matters", dependencies=[Internal], include_in_schema=False)
async def matters(user_id: AuctionId, session: ReadDep) -> MattersOut:
    """For auth: what keeps a person's account from being deleted."""
    open_still = ends.matters_of(user_id, await auction_queries.unsettled_of(session, user_id))
    return MattersOut(matters=[MatterOut(code=one.code, auction_id=one.auction_id) for one in open_still])


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export(user_id: AuctionId, database: DatabaseDep, settings: SettingsDep) -> Response:
    """For auth: what auction holds about a person."""
    return await exported(database, export_queries.of_person(user_id, _sold(user_id, settings)))


def _sold(user_id: int, settings: AuctionSettings) -> Shown:
    """The auctions of a seller as they themselves see them."""

    async def shown(session: AsyncSession, rows: list[Any]) -> list[Any]:
        now, epoch = await clock.now(session), await auction_queries.live_epoch(session)
        figures = [figures_of(one, user_id, now, epoch, start_counts=settings.start_counts) for one in rows]
        return [AuctionFiguresOut(**one).model_dump(mode="json", by_alias=True) for one in figures]

    return shown
