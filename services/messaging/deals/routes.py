from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

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
    YouBlockedThem,
)
from services.messaging.conversations.schemas import DoneOut, MessageOut, ReportIn
from services.messaging.conversations.service import report_deal
from services.messaging.conversations.views import messages_out
from services.messaging.deals import cancellations, commands, orders, queries, service
from services.messaging.deals.rules import (
    NEWEST_DELIVERIES,
    AlreadySettled,
    CancellationClosed,
    CancellationOutdated,
    NoLongerAvailable,
    NotForSale,
    NotPosted,
    NotYourTurn,
    OrderStatus,
    PaymentWindowOpen,
    PriceChanged,
    StepRefused,
    states_of,
)
from services.messaging.deals.schemas import (
    CancelIn,
    ConfirmedOut,
    ConfirmIn,
    FiguresOut,
    InitiateIn,
    OrderDetailsOut,
    OrderOut,
    SettleIn,
    ShipIn,
    TransactionOut,
)
from services.messaging.dependencies import REPEATED, Id, IdQuery, Limit, OwnersDep, SignerDep

router = APIRouter(tags=["messaging"])


ACTING = (NotSignedIn, Banned, Suspended, NotFound)


# Banned and suspended people may complete an open purchase (decision 0040).
BOUND = (NotSignedIn, NotFound, NotYourTurn, StepRefused)


STEP = (*ACTING, NotYourTurn, StepRefused)


NEWEST = 100


@router.post(
    "/api/messages/action",
    status_code=201,
    responses=REPEATED
    | refusals(
        *ACTING, CannotMessageYourself, PersonGone, YouBlockedThem, NotAccepted, NotForSale, Unavailable
    ),
)
async def post_action(
    form: InitiateIn,
    user: ActiveUser,
    database: DatabaseDep,
    owners: OwnersDep,
    signer: SignerDep,
    response: Response,
) -> MessageOut:
    """Offer one of your listings to a buyer. If an earlier card is still open, that card is returned with
    status 200."""
    card, is_new = await commands.initiate(database, owners, user, form.receiver_id, form.product_id)
    async with database.reading() as session:
        (shown,) = await messages_out(session, [card], user.user_id, signer)
    if not is_new:
        response.status_code = 200
    return shown


@router.post(
    "/api/messages/action/confirm",
    responses=refusals(*STEP, NoLongerAvailable, PriceChanged, NotPosted, Unavailable),
)
async def post_confirmation(
    form: ConfirmIn, user: CurrentUser, database: DatabaseDep, owners: OwnersDep
) -> ConfirmedOut:
    """Confirm the step of a card. A repeated call returns the same response. A banned or suspended account
    cannot start a purchase but can complete an open purchase."""
    deal = await commands.confirm(database, owners, user, form.message_id, form.amount)
    return ConfirmedOut(success=True, transaction_id=deal.known_id, status=orders.status_of(deal))


@router.get("/api/transactions/{deal_id}", responses=refusals(NotSignedIn, NotFound))
async def get_transaction(deal_id: Id, user: CurrentUser, session: ReadDep) -> TransactionOut:
    """Return the summary of a purchase that the conversation shows. `GET /api/orders/{deal_id}` returns all
    details."""
    return await orders.get_transaction(session, user, deal_id)


@router.post("/api/transactions/{deal_id}/ship", responses=refusals(*BOUND))
async def post_shipment(
    deal_id: Id, form: ShipIn, user: CurrentUser, session: SessionDep, signer: SignerDep
) -> OrderDetailsOut:
    """Set the courier and tracking number. The seller can correct both until the parcel has arrived."""
    await service.ship(session, user, deal_id, form.courier, form.tracking_number)
    return await orders.get_order(session, user, deal_id, signer)


@router.post(
    "/api/transactions/{deal_id}/cancel",
    responses=refusals(*BOUND, CancellationClosed, CancellationOutdated, Unavailable),
)
async def post_cancellation(
    deal_id: Id,
    form: CancelIn,
    user: CurrentUser,
    database: DatabaseDep,
    owners: OwnersDep,
    signer: SignerDep,
) -> OrderDetailsOut:
    """Cancel a purchase. Before the payment is confirmed, this takes effect immediately. Afterwards both
    people have to request the cancellation in the same state. A request expires after 48 hours."""
    await commands.cancel(database, owners.boost, user, deal_id, form.reason)
    async with database.reading() as session:
        return await orders.get_order(session, user, deal_id, signer)


@router.delete("/api/transactions/{deal_id}/cancel", responses=refusals(NotSignedIn, NotFound))
async def delete_cancel_request(
    deal_id: Id, user: CurrentUser, session: SessionDep, signer: SignerDep
) -> OrderDetailsOut:
    """Withdraw your request to cancel a paid purchase."""
    await cancellations.withdraw_request(session, user, deal_id)
    return await orders.get_order(session, user, deal_id, signer)


@router.post(
    "/api/transactions/{deal_id}/not-paid",
    responses=refusals(*STEP, AlreadySettled, PaymentWindowOpen, Unavailable),
)
async def post_not_paid(
    deal_id: Id, user: ActiveUser, database: DatabaseDep, owners: OwnersDep, signer: SignerDep
) -> OrderDetailsOut:
    """Report that an auction's buyer did not pay. The seller can do this after the payment deadline."""
    await commands.report_unpaid(database, owners.boost, user, deal_id)
    async with database.reading() as session:
        return await orders.get_order(session, user, deal_id, signer)


@router.post(
    "/api/auctions/{auction_id}/settle",
    responses=refusals(*ACTING, NotYourTurn, AlreadySettled, PaymentWindowOpen, Unavailable),
)
async def post_settlement(
    auction_id: Id,
    form: SettleIn,
    seller: ActiveUser,
    database: DatabaseDep,
    owners: OwnersDep,
    signer: SignerDep,
) -> OrderDetailsOut:
    """Report as the seller that the buyer of an auction paid, or did not pay in time."""
    deal = await commands.settle_sale(database, owners.boost, seller, auction_id, form.sale, paid=form.paid)
    async with database.reading() as session:
        return await orders.get_order(session, seller, deal.known_id, signer)


@router.get("/api/orders", responses=refusals(NotSignedIn))
async def get_orders(
    response: Response,
    user: CurrentUser,
    session: ReadDep,
    role: Annotated[Literal["buyer", "seller"], Query()] = "buyer",
    status: Annotated[OrderStatus | None, Query()] = None,
    before: IdQuery = None,
    limit: Limit = 30,
) -> list[OrderOut]:
    """List your purchases or sales, newest first. The `Link` header contains the next page."""
    found = await queries.list_orders(
        session,
        user.user_id,
        is_seller=role == "seller",
        states=states_of(status),
        before=before,
        most=limit,
    )
    if len(found) == limit:
        chosen = f"&status={status}" if status else ""
        following = f"/api/orders?role={role}{chosen}&limit={limit}&before={found[-1].known_id}"
        response.headers["Link"] = f'<{following}>; rel="next"'
    return await orders.orders_out(session, found)


@router.get("/api/orders/user", responses=refusals(NotSignedIn))
async def get_user_orders(user: CurrentUser, session: ReadDep) -> list[OrderOut]:
    """List your purchases, newest first. The specification uses this path for `GET /api/orders`."""
    found = await queries.list_orders(
        session, user.user_id, is_seller=False, states=states_of(None), before=None, most=NEWEST
    )
    return await orders.orders_out(session, found)


@router.post("/api/orders/{deal_id}/reports", responses=refusals(*ACTING))
async def post_order_report(deal_id: Id, form: ReportIn, user: ActiveUser, session: SessionDep) -> DoneOut:
    """Report a problem with a purchase. The report includes the timeline."""
    await report_deal(session, user, deal_id, form)
    return DoneOut(success=True)


@router.get("/api/orders/{deal_id}", responses=refusals(NotSignedIn, NotFound))
async def get_order(deal_id: Id, user: CurrentUser, session: ReadDep, signer: SignerDep) -> OrderDetailsOut:
    """Return a purchase with its timeline and the files that buyer and seller sent each other during the
    purchase."""
    return await orders.get_order(session, user, deal_id, signer)


@router.get("/api/sellers/{user_id}/figures")
async def get_figures(user_id: Id, session: ReadDep) -> FiguresOut:
    """Return a seller's buyer satisfaction and delivery time."""
    deliveries = await queries.get_deliveries(session, user_id, NEWEST_DELIVERIES)
    return FiguresOut(satisfaction=deliveries.satisfaction, shipping_days=deliveries.shipping_days)
