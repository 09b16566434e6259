from typing import Annotated, cast

from fastapi import APIRouter, Query

from libs.contracts.events.boost import PackageType
from libs.kit.db.database import ReadDep
from libs.kit.errors import IdempotencyMismatch, NotFound, NotSignedIn, OutcomeUnknown, Unavailable
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.idempotency import Key, check_key
from libs.kit.http.paging import Cursor
from libs.kit.process import clock
from libs.marketplace.access import ActiveUser
from libs.marketplace.errors import Banned, Suspended
from services.boost.boosts import orders, queries, views
from services.boost.boosts.models import Package
from services.boost.boosts.rules import (
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
    duration_words,
    effective_price,
)
from services.boost.boosts.schemas import (
    BoostedOut,
    CheckoutOut,
    OrderIn,
    OrderOut,
    OrdersOut,
    PackageOut,
    PayOut,
    ReceiptOut,
)
from services.boost.boosts.views import order_for, orders_out
from services.boost.dependencies import PAGE, Id, SetupDep, cursor_row, next_of
from services.boost.payments.rules import PaymentsPaused, PaymentWayOff

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
    """Create a boost order and return its payment page."""
    if idempotency_key is not None:
        check_key(idempotency_key)
    return await orders.create_order(setup, user, form, idempotency_key)


@router.get("/api/boost/orders", responses=refusals(NotSignedIn))
async def list_orders(user: CurrentUser, session: ReadDep, cursor: Cursor = None) -> OrdersOut:
    """List your orders, newest first."""
    of_seller = await queries.list_of_seller(session, user.user_id, cursor_row(cursor), PAGE)
    last = of_seller[-1].known_id if of_seller else 0
    return OrdersOut(orders=await orders_out(session, of_seller), next=next_of(len(of_seller), last))


@router.get("/api/boost/orders/{order_id}", responses=refusals(NotSignedIn, NotFound))
async def get_order(order_id: Id, user: CurrentUser, session: ReadDep) -> OrderOut:
    """Return one of your orders."""
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
    """Pay an order that is pending, expired or cancelled. An open bill is reused."""
    return await orders.pay_order(setup, user, order_id)


@router.get("/api/boost/orders/{order_id}/receipt", responses=refusals(NotSignedIn, NotFound, NotPaid))
async def get_receipt(order_id: Id, user: CurrentUser, session: ReadDep) -> ReceiptOut:
    """Return the receipt of one of your paid orders."""
    return await views.receipt_out(session, await order_for(session, user, order_id))


MAX_BOOSTED = 500


@router.get("/api/boost/seller-boosted", responses=refusals(NotSignedIn))
async def seller_boosted(user: CurrentUser, session: ReadDep) -> list[BoostedOut]:
    """List your featured products, soonest end first."""
    running = await queries.list_running(session, user.user_id, await clock.now(session), MAX_BOOSTED)
    copies = await queries.get_product_replicas(session, [item.product_id for item in running])
    spent = await queries.sum_spent(session, [item.product_id for item in running])
    orders = await queries.find_orders(session, {item.order_id for item in running if item.order_id})
    return [
        BoostedOut(
            id=item.product_id,
            name=copies[item.product_id].name,
            price=copies[item.product_id].price,
            status=copies[item.product_id].status,
            image_url=copies[item.product_id].image_url,
            is_featured=True,
            boost_type=cast("PackageType", orders[item.order_id].package_type),
            boost_package_id=orders[item.order_id].package_id,
            boosted_until=item.featured_until,
            order_id=str(item.order_id),
            spent=spent.get(item.product_id, 0),
        )
        for item in running
        if item.product_id in copies and item.order_id is not None and item.featured_until is not None
    ]


@router.get("/api/boost/packages")
async def packages(
    session: ReadDep, package_id: Annotated[int | None, Query(alias="id", ge=1, le=2**31 - 1)] = None
) -> list[PackageOut]:
    """List the packages. With `id`, return only that package."""
    return [_package_out(package) for package in await queries.list_packages(session, package_id)]


def _package_out(package: Package) -> PackageOut:
    row = package.model_dump(exclude={"is_active", "effective_price", "version"})
    return PackageOut(
        **row,
        currency="MYR",
        effective_price=float(effective_price(package.price, package.item_count)),
        duration_formatted=duration_words(package.duration_hours),
        priceSen=package.price,
    )
