from typing import Annotated

from fastapi import APIRouter, Query

from libs.contracts.live import LARGEST_ID
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import NotFound, NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.conversations.schemas import DoneOut, ReportIn
from services.messaging.conversations.service import report_review
from services.messaging.conversations.views import Parts
from services.messaging.deals.rules import NotYourTurn, ReviewClosed, StepRefused
from services.messaging.dependencies import Id, IdQuery, Limit, SignerDep
from services.messaging.reviews import service
from services.messaging.reviews.rules import PictureGone, ReplyClosed
from services.messaging.reviews.schemas import (
    DealReviewsOut,
    RatingIn,
    ReplyIn,
    ReviewIn,
    ReviewOut,
    ReviewsOut,
)

ProductQuery = Annotated[int | None, Query(ge=1, le=LARGEST_ID, alias="productId")]


router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound)


WRITING = (*ACTING, NotYourTurn, StepRefused, ReviewClosed, PictureGone)


@router.post("/api/messages/submit-review/{message_id}", responses=refusals(*WRITING))
async def post_review(
    message_id: Id, form: ReviewIn, user: ActiveUser, session: SessionDep, signer: SignerDep
) -> ReviewOut:
    """Review the seller of a delivered purchase. Only one review is possible."""
    row = await service.write_review(session, user, message_id, form)
    return service.review_out(row, await Parts.of_reviews(session, [row]), signer)


@router.post("/api/transactions/{deal_id}/buyer-rating", responses=refusals(*WRITING))
async def post_buyer_rating(
    deal_id: Id, form: RatingIn, user: ActiveUser, session: SessionDep, signer: SignerDep
) -> ReviewOut:
    """Review the buyer of a delivered sale. Only one review is possible."""
    row = await service.rate_buyer(session, user, deal_id, form)
    return service.review_out(row, await Parts.of_reviews(session, [row]), signer)


@router.get("/api/transactions/{deal_id}/reviews", responses=refusals(NotSignedIn, NotFound))
async def get_deal_reviews(
    deal_id: Id, user: CurrentUser, session: ReadDep, signer: SignerDep
) -> DealReviewsOut:
    """Return both reviews of a purchase. The other person's review is included after it is public."""
    return await service.get_reviews_of_deal(session, user, deal_id, signer)


@router.post("/api/reviews/{review_id}/reply", responses=refusals(*ACTING, ReplyClosed))
async def post_reply(review_id: Id, form: ReplyIn, user: ActiveUser, session: SessionDep) -> ReviewOut:
    """Reply to a public review of you as the seller. Only one reply is possible."""
    row = await service.write_reply(session, user, review_id, form.text)
    return service.review_out(row, await Parts.of_reviews(session, [row]))


@router.post("/api/reviews/{review_id}/reports", responses=refusals(*ACTING))
async def post_review_report(review_id: Id, form: ReportIn, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Report a public review."""
    await report_review(session, user, review_id, form)
    return DoneOut(success=True)


@router.get("/api/testimonials")
async def get_testimonials(session: ReadDep) -> list[ReviewOut]:
    """List some of the newest reviews with text and at least 4.5 stars."""
    return await service.list_testimonials(session)


@router.get("/api/sellers/{user_id}/reviews")
async def get_reviews(
    user_id: Id, session: ReadDep, product_id: ProductQuery = None, before: IdQuery = None, limit: Limit = 50
) -> ReviewsOut:
    """List the reviews of a seller, newest first, optionally for one listing."""
    return await service.list_reviews_of_person(
        session, user_id, "seller", product_id=product_id, before=before, most=limit
    )


@router.get("/api/buyers/{user_id}/reviews")
async def get_buyer_reviews(
    user_id: Id, session: ReadDep, before: IdQuery = None, limit: Limit = 50
) -> ReviewsOut:
    """List the reviews of a buyer, newest first."""
    return await service.list_reviews_of_person(
        session, user_id, "buyer", product_id=None, before=before, most=limit
    )
