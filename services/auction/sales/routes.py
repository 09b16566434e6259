from fastapi import APIRouter, Response

from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, IdempotencyMismatch, NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import OnceDep
from libs.kit.process import clock
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.auction.dependencies import AuctionId
from services.auction.sales import service, views
from services.auction.sales.rules import NoSecondChance, OfferOver
from services.auction.sales.schemas import AfterwardsOut, AnswerIn

router = APIRouter(tags=["auction"])
WRITE_REFUSALS = (NotSignedIn, Banned, Suspended, Forbidden, NotFound, IdempotencyMismatch)


@router.get("/api/auctions/{auction_id}/afterwards", responses=refusals(NotSignedIn, NotFound))
async def read_afterwards(auction_id: AuctionId, user: CurrentUser, session: ReadDep) -> AfterwardsOut:
    """Read what happened to a listing after its auction. Only the seller, the buyer and the holder of a
    second chance can read it."""
    return await views.afterwards_out(session, auction_id, user, await clock.now(session))


@router.post(
    "/api/auctions/{auction_id}/second-chance",
    response_model=AfterwardsOut,
    responses=refusals(*WRITE_REFUSALS, NoSecondChance),
)
async def post_second_chance(
    auction_id: AuctionId, seller: ActiveUser, session: SessionDep, once: OnceDep
) -> Response:
    """Offer the listing to the next bidder, at the bidder's own highest bid."""

    async def work() -> AfterwardsOut:
        await service.offer_second_chance(session, seller, auction_id)
        return await views.afterwards_out(session, auction_id, seller, await clock.now(session))

    return await once.run(work, 200)


@router.post(
    "/api/auctions/{auction_id}/second-chance/answer",
    response_model=AfterwardsOut,
    responses=refusals(*WRITE_REFUSALS, OfferOver),
)
async def post_answer(
    auction_id: AuctionId, form: AnswerIn, bidder: ActiveUser, session: SessionDep, once: OnceDep
) -> Response:
    """Accept or decline a second chance."""

    async def work() -> AfterwardsOut:
        await service.answer_second_chance(session, bidder, auction_id, accept=form.accept)
        return await views.afterwards_out(session, auction_id, bidder, await clock.now(session))

    return await once.run(work, 200)
