from fastapi import APIRouter, Request

from libs.kit.db.database import DatabaseDep, ReadDep, SessionDep
from libs.kit.errors import NotFound, NotSignedIn, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.messaging.conversations.rules import (
    CannotMessageYourself,
    NotAccepted,
    PersonGone,
    TooManyNewConversations,
    YouBlockedThem,
)
from services.messaging.conversations.schemas import DoneOut, MessageOut
from services.messaging.conversations.views import messages_out
from services.messaging.deals import commands, orders
from services.messaging.deals.rules import NoLongerAvailable, StepRefused
from services.messaging.deals.schemas import ConfirmedOut
from services.messaging.dependencies import Id, SignerDep
from services.messaging.offers import queries, service
from services.messaging.offers.rules import (
    NotNegotiable,
    OfferNotBelowPrice,
    OfferNotOpen,
    OfferNotYours,
    OfferOpenAlready,
    TooManyOffers,
)
from services.messaging.offers.schemas import CounterIn, FloorIn, FloorOut, ListingFloorOut, OfferIn

router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound)


PRICED = (CannotMessageYourself, PersonGone, YouBlockedThem, NotAccepted, NotNegotiable, OfferNotBelowPrice)


ANSWERING = (*ACTING, OfferNotOpen, OfferNotYours)


MAX_FLOORS = 500


@router.post(
    "/api/offers",
    status_code=201,
    responses=refusals(*ACTING, *PRICED, OfferOpenAlready, TooManyOffers, TooManyNewConversations),
)
async def post_offer(form: OfferIn, user: ActiveUser, session: SessionDep, signer: SignerDep) -> MessageOut:
    """Offer a price for a negotiable listing. Returns the message that shows the offer."""
    card = await service.make_offer(session, user, form)
    (shown,) = await messages_out(session, [card], user.user_id, signer)
    return shown


@router.post(
    "/api/offers/{offer_id}/accept",
    responses=refusals(*ANSWERING, NotNegotiable, StepRefused, NoLongerAvailable, Unavailable),
)
async def accept_offer(
    offer_id: Id, user: ActiveUser, database: DatabaseDep, request: Request
) -> ConfirmedOut:
    """Accept an offer. This reserves the item and starts the purchase at the offered price."""
    catalog = request.app.state.calls["catalog"]
    deal = await commands.accept_offer(database, catalog, user, offer_id)
    return ConfirmedOut(success=True, transaction_id=deal.known_id, status=orders.status_of(deal))


@router.post("/api/offers/{offer_id}/decline", responses=refusals(*ANSWERING))
async def decline_offer(offer_id: Id, user: ActiveUser, session: SessionDep, signer: SignerDep) -> MessageOut:
    """Decline an offer."""
    card = await service.decline_offer(session, user, offer_id)
    (shown,) = await messages_out(session, [card], user.user_id, signer)
    return shown


@router.post("/api/offers/{offer_id}/withdraw", responses=refusals(*ANSWERING))
async def withdraw_offer(
    offer_id: Id, user: ActiveUser, session: SessionDep, signer: SignerDep
) -> MessageOut:
    """Withdraw your own offer."""
    card = await service.withdraw_offer(session, user, offer_id)
    (shown,) = await messages_out(session, [card], user.user_id, signer)
    return shown


@router.post(
    "/api/offers/{offer_id}/counter",
    status_code=201,
    responses=refusals(*ANSWERING, *PRICED, TooManyOffers),
)
async def counter_offer(
    offer_id: Id, form: CounterIn, user: ActiveUser, session: SessionDep, signer: SignerDep
) -> MessageOut:
    """Reply to an offer with a different price."""
    card = await service.counter_offer(session, user, offer_id, form.amount)
    (shown,) = await messages_out(session, [card], user.user_id, signer)
    return shown


@router.get("/api/offers/floors", responses=refusals(NotSignedIn))
async def get_floors(user: CurrentUser, session: ReadDep) -> list[ListingFloorOut]:
    """List the floors of your newest 500 listings that have one. Offers below a floor are declined
    automatically."""
    floors = await queries.list_floors(session, user.user_id, MAX_FLOORS)
    return [ListingFloorOut(product_id=item.product_id, amount=item.amount) for item in floors]


@router.get("/api/offers/floors/{product_id}", responses=refusals(NotSignedIn, NotFound))
async def get_floor(product_id: Id, user: CurrentUser, session: ReadDep) -> FloorOut:
    """Return the floor of your listing. Offers below the floor are declined automatically."""
    await service.get_own_listing(session, user, product_id)
    return FloorOut(amount=await queries.get_floor(session, product_id))


@router.put("/api/offers/floors/{product_id}", responses=refusals(*ACTING, Unavailable))
async def put_floor(
    product_id: Id, form: FloorIn, user: ActiveUser, database: DatabaseDep, request: Request
) -> DoneOut:
    """Set the floor of your listing. Offers below the floor are declined automatically."""
    catalog = request.app.state.calls["catalog"]
    await commands.set_floor(database, catalog, user, product_id, form.amount)
    return DoneOut(success=True)
