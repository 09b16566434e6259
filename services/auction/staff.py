from typing import Annotated

from fastapi import APIRouter, Path, Response

from libs.contracts.events.staff import StrikeDataRead
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, NotFound, NotSignedIn
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from libs.marketplace.access import ModeratorUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.errors import ConflictOfInterest
from services.auction.auctions.queries import get_live_epoch
from services.auction.auctions.service import void_bids_on_request
from services.auction.bidding.rules import AuctionEnded, AuctionNotActive, NoBidsToVoid
from services.auction.bidding.schemas import AuctionFiguresOut, BidsVoidedOut, VoidBidsIn, figures_of
from services.auction.dependencies import AuctionId, SettingsDep
from services.auction.sales.queries import get_pause, list_strikes
from services.auction.sales.schemas import StrikeCaseOut, StrikeOut, StrikesOut
from services.auction.sales.strikes import case_of

router = APIRouter(tags=["auction: staff"])


@router.post(
    "/api/admin/auctions/{auction_id}/void-bids",
    response_model=BidsVoidedOut,
    responses=refusals(
        NotSignedIn,
        Forbidden,
        NotFound,
        ConflictOfInterest,
        AuctionEnded,
        AuctionNotActive,
        NoBidsToVoid,
        IdempotencyMismatch,
    ),
)
async def void_bids(
    auction_id: AuctionId,
    form: VoidBidsIn,
    staffer: ModeratorUser,
    settings: SettingsDep,
    session: SessionDep,
    once: OnceDep,
) -> Response:
    """Void all bids of a person at their request while the auction runs. The person is notified. The seller
    and the bidders of the auction cannot do this."""

    async def work() -> BidsVoidedOut:
        auction, gone = await void_bids_on_request(session, staffer, auction_id, form.user_id, form.reason)
        now, epoch = await clock.now(session), await get_live_epoch(session)
        figures = figures_of(auction, staffer.user_id, now, epoch, start_counts=settings.start_counts)
        return BidsVoidedOut(voided=gone, auction=AuctionFiguresOut(**figures))

    return await once.run(work, 200)


@router.get(
    "/api/admin/auctions/strikes/{user_id}",
    dependencies=[private_read(StrikeDataRead, "person_strikes")],
    responses=refusals(NotSignedIn, Forbidden),
)
async def strikes(
    user_id: Annotated[int, Path(ge=1, le=2**63 - 1)], staffer: StaffUser, session: ReadDep
) -> StrikesOut:
    """Read a person's strikes and the time until which they may not bid."""
    paused = await get_pause(session, user_id)
    return StrikesOut(
        strikes=[
            StrikeOut(**strike.model_dump(include={"id", "number", "auction_id", "given_at", "lifted_at"}))
            for strike in await list_strikes(session, user_id)
        ],
        paused_until=None if paused is None else paused.until,
    )


@router.get(
    "/api/admin/auctions/strike-cases/{strike_id}",
    dependencies=[private_read(StrikeDataRead, "strike_case")],
    responses=refusals(NotSignedIn, Forbidden, NotFound),
)
async def strike_case(
    strike_id: Annotated[int, Path(ge=1, le=2**63 - 1)], staffer: ModeratorUser, session: ReadDep
) -> StrikeCaseOut:
    """Read the sale that a strike was given for. For the moderator who decides about the strike."""
    return await case_of(session, strike_id)
