from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.http.access import Internal
from libs.kit.http.export import RenderRows, export_parts
from libs.kit.process import clock
from libs.marketplace.access import SellerUser
from libs.marketplace.dealings import DealingsOut
from services.auction import live, queries
from services.auction.auctions.listings import change_terms, withdraw_auction
from services.auction.auctions.queries import (
    get_auctions,
    get_live_epoch,
    list_unsettled,
    share_open_auction,
)
from services.auction.auctions.schemas import (
    IsBidderOut,
    LeaderOut,
    LeadersOut,
    ObligationOut,
    ObligationsOut,
    ReservedOut,
    RoomOut,
    RoomsOut,
    TermsIn,
)
from services.auction.auctions.service import reserve_auction
from services.auction.bidding.queries import has_bid
from services.auction.bidding.schemas import AuctionFiguresOut, figures_of
from services.auction.closing.rules import open_obligations, status_at
from services.auction.closing.service import buy_now, buy_now_price
from services.auction.dependencies import AuctionId, AuctionOfProduct, OpenAuction, SettingsDep
from services.auction.sales.schemas import BoughtIn, BuyNowOut, SoldOut, WithdrawIn
from services.auction.settings import AuctionSettings

router = APIRouter(tags=["auction"])
MAX_AT_ONCE = 500
_ID = r"[1-9][0-9]{0,18}"  # 19 digits, as in LARGEST_ID.
Ids = Annotated[str, Query(max_length=20 * MAX_AT_ONCE, pattern=rf"^{_ID}(,{_ID})*$")]


@router.post("/internal/auctions", status_code=201, dependencies=[Internal], include_in_schema=False)
async def post_reservation(
    terms: TermsIn, seller: SellerUser, settings: SettingsDep, session: SessionDep
) -> ReservedOut:
    """Check the terms of a listing and reserve an auction id. Used by catalog."""
    return ReservedOut(auction_id=await reserve_auction(session, settings, seller, terms))


@router.post("/internal/auctions/{auction_id}/terms", dependencies=[Internal], include_in_schema=False)
async def post_terms(
    found: OpenAuction, terms: TermsIn, seller: SellerUser, settings: SettingsDep, session: SessionDep
) -> ReservedOut:
    """Change the terms of an auction without bids. Used by catalog."""
    changed = await change_terms(session, settings, seller, found.known_id, terms)
    return ReservedOut(auction_id=changed.known_id)


@router.post("/internal/auctions/{auction_id}/withdraw", dependencies=[Internal], include_in_schema=False)
async def post_withdrawal(
    found: OpenAuction, form: WithdrawIn, seller: SellerUser, session: SessionDep
) -> ReservedOut:
    """Cancel an auction before the first bid, or release its bottle for relisting. Used by catalog."""
    withdrawn = await withdraw_auction(session, seller, found.known_id, relisted_as=form.relisted_as)
    return ReservedOut(auction_id=withdrawn.known_id)


@router.post("/internal/auctions/{auction_id}/bought", dependencies=[Internal], include_in_schema=False)
async def post_bought(auction_id: AuctionId, form: BoughtIn, session: SessionDep) -> SoldOut:
    """End an auction because seller and buyer agreed on the Buy Now price (C21). Used by messaging."""
    return SoldOut.from_model(await buy_now(session, auction_id, form.buyer_id, form.price))


@router.get("/internal/products/{product_id}/buy-now", dependencies=[Internal], include_in_schema=False)
async def get_buy_now(found: AuctionOfProduct, session: ReadDep) -> BuyNowOut:
    """Read the Buy Now price of a listing. Fails if Buy Now is not available. Used by messaging."""
    price = buy_now_price(found, await clock.now(session))
    return BuyNowOut(auction_id=found.known_id, price=price)


@router.get("/internal/auctions/{auction_id}/room", dependencies=[Internal], include_in_schema=False)
async def get_room(found: OpenAuction, session: ReadDep) -> RoomOut:
    """Read the current position of an auction's room. Fails if the auction does not exist. Used by the
    gateway."""
    return await live.room(session, found)


@router.get(
    "/internal/auctions/{auction_id}/bidders/{user_id}", dependencies=[Internal], include_in_schema=False
)
async def get_is_bidder(auction_id: AuctionId, user_id: AuctionId, session: ReadDep) -> IsBidderOut:
    """Check whether a person has bid in an auction. Used by catalog, messaging and boost before staff act on
    the sale."""
    return IsBidderOut(is_bidder=await has_bid(session, auction_id, user_id))


@router.get("/internal/users/{user_id}/dealings/{other_id}", dependencies=[Internal], include_in_schema=False)
async def get_dealings(user_id: AuctionId, other_id: AuctionId, session: ReadDep) -> DealingsOut:
    """Check whether a member of staff and a person have a stake in the same open auction or sale. Used by
    auth and admin before staff act on a person."""
    return DealingsOut(are_open=await share_open_auction(session, user_id, other_id))


@router.get("/internal/rooms", dependencies=[Internal], include_in_schema=False)
async def get_rooms(ids: Ids, session: ReadDep) -> RoomsOut:
    """Read the current positions of several rooms. Unknown rooms are omitted. Used by the gateway."""
    return await live.rooms(session, _ids(ids))


@router.get("/internal/leaders", dependencies=[Internal], include_in_schema=False)
async def get_leaders(ids: Ids, session: ReadDep) -> LeadersOut:
    """Read the current leaders of auctions. Used by auth before it mails outbid bidders."""
    now = await clock.now(session)
    return LeadersOut(
        auctions=[
            LeaderOut(
                auction_id=found.known_id,
                is_running=status_at(found.status, found.ends_at, now) == "active",
                leader_id=found.current_bidder_id,
                price=found.current_bid,
            )
            for found in await get_auctions(session, _ids(ids))
        ]
    )


def _ids(written: str) -> list[int]:
    return [number for item in written.split(",")[:MAX_AT_ONCE] if (number := int(item)) <= LARGEST_ID]


@router.get("/internal/users/{user_id}/obligations", dependencies=[Internal], include_in_schema=False)
async def get_obligations(user_id: AuctionId, session: ReadDep) -> ObligationsOut:
    """List the open obligations that block the deletion of an account. Used by auth."""
    open_still = open_obligations(user_id, await list_unsettled(session, user_id))
    return ObligationsOut(
        obligations=[ObligationOut(code=item.code, auction_id=item.auction_id) for item in open_still]
    )


@router.get("/internal/users/{user_id}/export", dependencies=[Internal], include_in_schema=False)
async def export_data(user_id: AuctionId, database: DatabaseDep, settings: SettingsDep) -> Response:
    """Read a person's data for their export. Used by auth."""
    return await export_parts(database, queries.export_person(user_id, _sold(user_id, settings)))


def _sold(user_id: int, settings: AuctionSettings) -> RenderRows:
    async def shown(session: AsyncSession, rows: list[Any]) -> list[Any]:
        now, epoch = await clock.now(session), await get_live_epoch(session)
        figures = [figures_of(row, user_id, now, epoch, start_counts=settings.start_counts) for row in rows]
        return [AuctionFiguresOut(**figure).model_dump(mode="json", by_alias=True) for figure in figures]

    return shown
