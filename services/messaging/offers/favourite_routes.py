from fastapi import APIRouter, Request

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import NotFound, NotSignedIn, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.conversations.rules import (
    NotAccepted,
    PersonGone,
    TooManyNewConversations,
    YouBlockedThem,
)
from services.messaging.conversations.schemas import DoneOut
from services.messaging.deals import commands, orders
from services.messaging.deals.rules import NoLongerAvailable, StepRefused
from services.messaging.deals.schemas import ConfirmedOut
from services.messaging.dependencies import Id
from services.messaging.offers import favourites
from services.messaging.offers.models import FavouriteCampaign
from services.messaging.offers.rules import (
    AGAIN_AFTER,
    NotNegotiable,
    OfferedLately,
    OfferNotBelowPrice,
    OfferNotOpen,
    OfferNotYours,
    TooManyFavouriteOffers,
)
from services.messaging.offers.schemas import (
    FavouriteCampaignIn,
    FavouriteCampaignOut,
    FavouriteOfferOut,
    OpenCampaignOut,
    ReceivedOut,
)

router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound)


ACCEPTING = (
    *ACTING, PersonGone, YouBlockedThem, NotAccepted, TooManyNewConversations, NotNegotiable, OfferNotOpen,
    OfferNotYours, StepRefused, NoLongerAvailable, Unavailable,
)  # fmt: skip


@router.post(
    "/api/offers/favourites",
    status_code=201,
    responses=refusals(*ACTING, NotNegotiable, OfferNotBelowPrice, OfferedLately, TooManyFavouriteOffers),
)
async def post_favourite_offer(
    form: FavouriteCampaignIn, user: ActiveUser, session: SessionDep
) -> FavouriteCampaignOut:
    """Offer one of your listings below its price to the people who saved it, up to 200."""
    sent = await favourites.record_campaign(session, user, form.product_id, form.amount)
    return _campaign_out(sent)


@router.get("/api/offers/favourites/{product_id}", responses=refusals(NotSignedIn))
async def get_favourite_offer(product_id: Id, user: CurrentUser, session: ReadDep) -> OpenCampaignOut:
    """Return your open offer to everyone who saved your listing."""
    open_campaign = await favourites.get_open_campaign(session, user, product_id)
    return OpenCampaignOut(campaign=None if open_campaign is None else _campaign_out(open_campaign))


@router.post("/api/offers/favourites/{product_id}/withdraw", responses=refusals(*ACTING))
async def withdraw_favourite_offer(product_id: Id, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Withdraw your offer. Nobody can accept it any more. Purchases that were already started continue."""
    await favourites.withdraw_campaign(session, user, product_id)
    return DoneOut(success=True)


def _campaign_out(sent: FavouriteCampaign) -> FavouriteCampaignOut:
    return FavouriteCampaignOut(
        product_id=sent.product_id,
        amount=sent.amount,
        created_at=sent.created_at,
        again_at=sent.created_at + AGAIN_AFTER,
    )


@router.get("/api/offers/received/{product_id}", responses=refusals(NotSignedIn))
async def get_received(product_id: Id, user: CurrentUser, session: ReadDep) -> ReceivedOut:
    """Return the seller's current offer for a listing you saved."""
    open_offer = await favourites.get_open_offer(session, user, product_id)
    if open_offer is None:
        return ReceivedOut(offer=None)
    return ReceivedOut(
        offer=FavouriteOfferOut(
            id=open_offer.campaign.known_id,
            product_id=product_id,
            seller_id=open_offer.campaign.seller_id,
            amount=open_offer.campaign.amount,
            expires_at=open_offer.expires_at,
        )
    )


@router.post("/api/offers/received/{campaign_id}/accept", responses=refusals(*ACCEPTING))
async def accept_received(
    campaign_id: Id, user: ActiveUser, database: DatabaseDep, request: Request
) -> ConfirmedOut:
    """Accept a seller's offer. This opens the conversation, reserves the item and starts the purchase."""
    catalog = request.app.state.calls["catalog"]
    deal = await commands.accept_received(database, catalog, user, campaign_id)
    return ConfirmedOut(success=True, transaction_id=deal.known_id, status=orders.status_of(deal))


@router.post("/api/offers/received/{campaign_id}/decline", responses=refusals(*ACTING))
async def decline_received(campaign_id: Id, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Dismiss a seller's offer. The seller is not notified."""
    await favourites.decline_offer(session, user, campaign_id)
    return DoneOut(success=True)
