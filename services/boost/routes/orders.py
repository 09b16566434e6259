"""HTTP of orders: place one, look at them, pay again; and the receipt."""

from fastapi import APIRouter

from libs.kit.db.database import ReadDep
from libs.kit.http.access import ActiveUser, CurrentUser
from libs.kit.http.errors import (
    Banned,
    IdempotencyMismatch,
    NotFound,
    NotSignedIn,
    OutcomeUnknown,
    Suspended,
    Unavailable,
    refusals,
)
from libs.kit.http.idempotency import Key, check_key
from libs.kit.http.paging import Cursor
from services.boost.domain.refusals_boosts import (
    InvalidPackage,
    NoProductsSelected,
    NotPaid,
    NotYourProducts,
    OrderNotPayable,
    OrderReplaced,
    PriceChanged,
    ProductCountMismatch,
    ProductNotActive,
    TooManyOpenOrders,
    TooManyReplacedBills,
)
from services.boost.domain.refusals_payments import PaymentsPaused, PaymentWayOff
from services.boost.queries import orders as queries
from services.boost.routes.dependencies import PAGE, Id, SetupDep, below, next_of
from services.boost.schemas.orders import CheckoutOut, OrderIn, OrderOut, OrdersOut, PayOut
from services.boost.schemas.receipts import ReceiptOut
from services.boost.service import receipts
from services.boost.service.orders import create, pay
from services.boost.service.orders_views import order_for, orders_out

router = APIRouter(tags=["boost"])
ACTING = (NotSignedIn, Banned, Suspended, IdempotencyMismatch)
CHOOSING = (NoProductsSelected, InvalidPackage, ProductCountMismatch, NotYourProducts, ProductNotActive)
PAYING = (PaymentsPaused, PaymentWayOff, Unavailable, OutcomeUnknown)


@router.post(
    "/api/boost/create-order",
    status_code=201,
    responses=refusals(*ACTING, *CHOOSING, PriceChanged, TooManyOpenOrders, TooManyReplacedBills, *PAYING),
)
async def create_order(
    form: OrderIn, user: ActiveUser, setup: SetupDep, idempotency_key: Key = None
) -> CheckoutOut:
    """Order a boost; the address is where it is paid."""
    if idempotency_key is not None:
        check_key(idempotency_key)
    return await create(setup, user, form, idempotency_key)


@router.get("/api/boost/orders", responses=refusals(NotSignedIn))
async def list_orders(user: CurrentUser, session: ReadDep, cursor: Cursor = None) -> OrdersOut:
    """Return one's orders, the newest first."""
    found = await queries.of_seller(session, user.user_id, below(cursor), PAGE)
    last = found[-1].known_id if found else 0
    return OrdersOut(orders=await orders_out(session, found), next=next_of(len(found), last))


@router.get("/api/boost/orders/{order_id}", responses=refusals(NotSignedIn, NotFound))
async def get_order(order_id: Id, user: CurrentUser, session: ReadDep) -> OrderOut:
    """Return one's order."""
    order = await order_for(session, user, order_id)
    (shown,) = await orders_out(session, [order])
    return shown


@router.post(
    "/api/boost/orders/{order_id}/pay",
    responses=refusals(
        *ACTING, NotFound, OrderNotPayable, OrderReplaced, *CHOOSING, TooManyOpenOrders, *PAYING
    ),
)
async def pay_order(order_id: Id, user: ActiveUser, setup: SetupDep) -> PayOut:
    """Pay an order that failed, expired or was cancelled: by the same bill while it is open."""
    return await pay(setup, user, order_id)


@router.get("/api/boost/orders/{order_id}/receipt", responses=refusals(NotSignedIn, NotFound, NotPaid))
async def get_receipt(order_id: Id, user: CurrentUser, session: ReadDep) -> ReceiptOut:
    """Return the receipt of a paid order of one's own."""
    return await receipts.receipt_out(session, await order_for(session, user, order_id))
