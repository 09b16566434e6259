"""HTTP of staff: bids that are taken back."""

from fastapi import APIRouter, Response

from libs.kit.db.database import SessionDep
from libs.kit.http.access import AdminUser
from libs.kit.http.errors import Forbidden, IdempotencyMismatch, NotFound, NotSignedIn, refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from services.auction.domain.refusals import AuctionEnded, AuctionNotActive, NoBidsToTakeBack
from services.auction.queries import auctions as auction_queries
from services.auction.routes.dependencies import AuctionId, SettingsDep
from services.auction.schemas.bids import BidsVoidedOut, VoidBidsIn
from services.auction.schemas.figures import AuctionFiguresOut, figures_of
from services.auction.service import auctions

router = APIRouter(tags=["auction: staff"])


@router.post(
    "/api/admin/auctions/{auction_id}/void-bids",
    response_model=BidsVoidedOut,
    responses=refusals(
        NotSignedIn,
        Forbidden,
        NotFound,
        AuctionEnded,
        AuctionNotActive,
        NoBidsToTakeBack,
        IdempotencyMismatch,
    ),
)
async def void_bids(
    auction_id: AuctionId,
    form: VoidBidsIn,
    admin: AdminUser,
    settings: SettingsDep,
    session: SessionDep,
    once: OnceDep,
) -> Response:
    """Void all bids of a person at their request while the auction runs; price and leader are those of the
    bids that are left."""

    async def work() -> BidsVoidedOut:
        auction, gone = await auctions.take_back(session, admin, auction_id, form.user_id, form.reason)
        now, epoch = await clock.now(session), await auction_queries.live_epoch(session)
        figures = figures_of(auction, admin.user_id, now, epoch, start_counts=settings.start_counts)
        return BidsVoidedOut(voided=gone, auction=AuctionFiguresOut(**figures))

    return await once.run(work, 200)
