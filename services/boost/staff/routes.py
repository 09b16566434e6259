from datetime import date, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep, SessionDep
from libs.kit.errors import Forbidden, InvalidInput, NotFound, NotSignedIn, Unavailable
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace.access import AdminUser, FinanceUser, StaffUser
from libs.marketplace.access_log import private_read
from libs.marketplace.errors import SecondPersonNeeded
from services.boost.boosts import orders as boosts_orders
from services.boost.boosts import service as boosts_service
from services.boost.boosts.models import Package
from services.boost.boosts.queries import (
    get_order,
    list_all_packages,
    list_for_staff,
    list_package_changes,
    list_refunds,
)
from services.boost.boosts.rules import (
    NothingToRefund,
    PackageChanged,
)
from services.boost.boosts.schemas import (
    EInvoicesOut,
    PackageChangeOut,
    PackageIn,
    RefundIn,
    RefundOut,
    StaffOrderPageOut,
    StaffOrdersOut,
    StaffPackageOut,
)
from services.boost.boosts.views import list_e_invoices, staff_orders_out
from services.boost.dependencies import PAGE, Id, SetupDep, cursor_row, next_of
from services.boost.payments.mismatches import credit_mismatch, payer_of, stated_amounts
from services.boost.payments.models import Notification, Payment
from services.boost.payments.queries import (
    Purpose,
    get_payment,
    list_judged,
    list_of_bills,
    list_of_order,
    list_purposes,
    list_unfitting,
)
from services.boost.payments.rules import (
    NothingToAsk,
    NothingToCredit,
    without_signatures,
)
from services.boost.payments.schemas import (
    AskedOut,
    BillAskedOut,
    CallbackOut,
    CallbacksOut,
    DealBillOut,
    DealBillsOut,
    MismatchOut,
    NotificationOut,
    PaymentOut,
)
from services.boost.payouts.views import staff_act_out
from services.boost.protection.queries import count_held
from services.boost.staff import queries, second_person
from services.boost.staff.models import StaffAct
from services.boost.staff.rules import OwnMoney
from services.boost.staff.schemas import AskIn, CreditAskedOut, ReasonIn, SecondPersonOut, WaitingOut
from services.boost.staff.service import check_payment
from services.boost.wallet.schemas import MoneyHeldOut, PersonMoneyOut, WalletOut
from services.boost.wallet.service import wallet_balance
from services.boost.wallet.views import person_money_out

router = APIRouter(prefix="/api/admin/boost", tags=["boost: staff"])
STAFF = (NotSignedIn, Forbidden)
E_INVOICE_PAGE, MAX_DAYS = 200, 366
EARLIEST, LATEST = date(2020, 1, 1), date(2999, 12, 31)
Status = Annotated[
    Literal["pending", "paid", "expired", "cancelled", "review", "refunded", "asked"] | None, Query()
]
Judgement = Annotated[
    Literal[
        "waiting", "paid", "credited", "repeated", "failed", "deleted", "review", "open", "unknown", "unreadable",
        "forged",
    ]
    | None,
    Query(),
]  # fmt: skip
SellerId = Annotated[int | None, Query(alias="sellerId", ge=1, le=2**63 - 1)]
MAX_CHANGES, MAX_NOTIFICATIONS = 100, 100
PAYMENT_JUDGEMENTS = ("paid", "failed", "credited", "repeated", "review")


@router.get("/orders", dependencies=[private_read(MoneyDataRead, "boost_orders")], responses=refusals(*STAFF))
async def staff_orders(
    staffer: FinanceUser,
    session: ReadDep,
    status: Status = None,
    seller_id: SellerId = None,
    cursor: Cursor = None,
) -> StaffOrdersOut:
    """List orders, newest first. `review` selects payment mismatches. `asked` selects orders whose refund
    awaits a second person."""
    for_staff = await list_for_staff(session, status, seller_id, cursor_row(cursor), PAGE)
    last = for_staff[-1].known_id if for_staff else 0
    return StaffOrdersOut(
        orders=await staff_orders_out(session, for_staff), next=next_of(len(for_staff), last)
    )


@router.get(
    "/orders/{order_id}",
    dependencies=[private_read(MoneyDataRead, "boost_order")],
    responses=refusals(*STAFF, NotFound, OwnMoney),
)
async def staff_order(order_id: Id, staffer: FinanceUser, session: ReadDep) -> StaffOrderPageOut:
    """Return another person's order with its bills, callbacks and refunds."""
    return await _page(session, staffer, order_id)


@router.post(
    "/orders/{order_id}/ask", responses=refusals(*STAFF, OwnMoney, NotFound, NothingToAsk, Unavailable)
)
async def ask_provider(order_id: Id, form: AskIn, staffer: FinanceUser, setup: SetupDep) -> AskedOut:
    """Poll the provider about the bills of an order and apply the responses."""
    return await boosts_orders.ask_about_order(setup, staffer, order_id, form.words)


@router.post(
    "/orders/{order_id}/refund",
    responses=refusals(*STAFF, NotFound, NothingToRefund, OwnMoney, SecondPersonNeeded),
)
async def refund_order(
    order_id: Id, form: RefundIn, staffer: FinanceUser, session: SessionDep, setup: SetupDep
) -> StaffOrderPageOut:
    """Refund the rest of a paid order to the wallet and end its boosts. A large amount needs two people: the
    first call requests the refund and the second approves it."""
    await boosts_orders.refund_order(
        session, staffer, order_id, form.reason, alone_up_to=setup.second_person_above
    )
    await session.flush()
    return await _page(session, staffer, order_id)


@router.delete("/orders/{order_id}/refund", responses=refusals(*STAFF, NotFound, OwnMoney))
async def withdraw_refund(order_id: Id, staffer: FinanceUser, session: SessionDep) -> StaffOrderPageOut:
    """Withdraw a refund that awaits a second member of staff."""
    await boosts_orders.withdraw_refund(session, staffer, order_id)
    return await _page(session, staffer, order_id)


@router.get("/waiting", responses=refusals(*STAFF))
async def list_waiting(staffer: StaffUser, session: ReadDep) -> list[WaitingOut]:
    """Return the number of open tasks of staff: disputes, payouts on hold, payment mismatches, payouts with
    problems, and requests for a second person."""
    found = await queries.count_open_work(session, await clock.now(session))
    return [WaitingOut(what=what, count=number, since=since) for what, number, since in found]


@router.get("/held", responses=refusals(*STAFF))
async def money_held(staffer: FinanceUser, session: ReadDep) -> MoneyHeldOut:
    """Return the number of deals with held money, and their total amount."""
    deals, amount = await count_held(session)
    return MoneyHeldOut(deals=deals, amount=amount, currency="MYR")


@router.get(
    "/wallets/{user_id}", dependencies=[private_read(MoneyDataRead, "wallet")], responses=refusals(*STAFF)
)
async def staff_wallet(user_id: Id, staffer: FinanceUser, session: ReadDep) -> WalletOut:
    """Return the balance of a person's wallet."""
    return WalletOut(currency="MYR", balance=await wallet_balance(session, user_id))


@router.get(
    "/people/{user_id}",
    dependencies=[private_read(MoneyDataRead, "person_money")],
    responses=refusals(*STAFF),
)
async def money_of_person(user_id: Id, staffer: FinanceUser, session: ReadDep) -> PersonMoneyOut:
    """Return a person's newest wallet lines, held money and payouts."""
    return await person_money_out(session, user_id, PAGE)


@router.get("/bills", dependencies=[private_read(MoneyDataRead, "bills")], responses=refusals(*STAFF))
async def unfitting_bills(staffer: FinanceUser, session: ReadDep, cursor: Cursor = None) -> DealBillsOut:
    """List bills of other people's protected purchases whose payment does not match, oldest first."""
    unfitting = await list_unfitting(session, staffer.user_id, cursor_row(cursor), PAGE)
    acts = await queries.list_of_payments(session, [bill.known_id for bill, _ in unfitting])
    notifications = await notifications_of_bills(session, [bill for bill, _ in unfitting])
    last = unfitting[-1][0].known_id if unfitting else 0
    bills = [
        DealBillOut(
            **bill_out(bill, acts).model_dump(by_alias=False),
            **deal.model_dump(include={"deal_id", "product_id", "seller_id", "buyer_id"}),
            notifications=[
                notification for notification in notifications if notification.bill_id == bill.bill_id
            ],
        )
        for bill, deal in unfitting
    ]
    return DealBillsOut(bills=bills, next=next_of(len(unfitting), last))


@router.get("/callbacks", dependencies=[private_read(MoneyDataRead, "callbacks")], responses=refusals(*STAFF))
async def callbacks(
    staffer: FinanceUser, session: ReadDep, judgement: Judgement = None, cursor: Cursor = None
) -> CallbacksOut:
    """List callbacks with their judgement, newest first, without signatures. Forged and unknown callbacks are
    included."""
    judged = await list_judged(session, judgement, cursor_row(cursor), PAGE)
    purposes = await list_purposes(session, [item.bill_id for item in judged if item.bill_id])
    nothing = Purpose(None, None, None)
    shown = [
        CallbackOut(
            **_notification(item).model_dump(by_alias=False),
            **purposes.get(item.bill_id or "", nothing)._asdict(),
        )
        for item in judged
    ]
    return CallbacksOut(callbacks=shown, next=next_of(len(judged), judged[-1].known_id if judged else 0))


@router.post(
    "/bills/{bill_id}/ask", responses=refusals(*STAFF, OwnMoney, NotFound, NothingToAsk, Unavailable)
)
async def ask_about_bill(bill_id: Id, form: AskIn, staffer: FinanceUser, setup: SetupDep) -> BillAskedOut:
    """Poll the provider about a bill of a protected purchase and apply the response."""
    return await boosts_orders.ask_about_bill(setup, staffer, bill_id, form.words)


@router.post(
    "/bills/{bill_id}/credit",
    responses=refusals(*STAFF, OwnMoney, NotFound, NothingToCredit, Unavailable),
)
async def credit_bill(bill_id: Id, form: ReasonIn, staffer: FinanceUser, setup: SetupDep) -> BillAskedOut:
    """End a payment mismatch. The payer gets the received amount as wallet credit, once."""
    return await credit_mismatch(setup, staffer, bill_id, form.reason)


@router.get("/packages", responses=refusals(*STAFF))
async def staff_packages(staffer: FinanceUser, session: ReadDep) -> list[StaffPackageOut]:
    """List all packages, including inactive ones."""
    return [_package(package) for package in await list_all_packages(session)]


@router.patch("/packages/{package_id}", responses=refusals(*STAFF, NotFound, PackageChanged))
async def change_package(
    package_id: Id, form: PackageIn, staffer: AdminUser, session: SessionDep
) -> StaffPackageOut:
    """Change a package. Existing orders keep their price."""
    return _package(await boosts_service.change_package(session, staffer, package_id, form))


@router.get("/packages/{package_id}/history", responses=refusals(*STAFF))
async def package_history(package_id: Id, staffer: FinanceUser, session: ReadDep) -> list[PackageChangeOut]:
    """List the earlier versions of a package, newest first."""
    package_changes = await list_package_changes(session, package_id, MAX_CHANGES)
    return [PackageChangeOut(**item.model_dump(exclude={"id", "package_id"})) for item in package_changes]


def _package(package: Package) -> StaffPackageOut:
    return StaffPackageOut(**package.model_dump(exclude={"effective_price"}))


async def _page(session: AsyncSession, staffer: Identity, order_id: int) -> StaffOrderPageOut:
    order = await get_order(session, order_id)
    if order is None:
        raise NotFound
    OwnMoney.refuse_party(staffer.user_id, (order.seller_id,))
    (shown,) = await staff_orders_out(session, [order])
    bills = await list_of_order(session, order_id)
    acts = await queries.list_of_payments(session, [bill.known_id for bill in bills])
    notifications = await notifications_of_bills(session, bills)
    given_back = await list_refunds(session, order_id)
    asked = (
        await second_person.get_open_request(session, order_id=order_id) if order.status == "paid" else None
    )
    return StaffOrderPageOut(
        order=shown,
        payments=[bill_out(bill, acts) for bill in bills],
        attempts=[
            notification for notification in notifications if notification.judgement in PAYMENT_JUDGEMENTS
        ],
        notifications=notifications,
        refunds=[RefundOut(**item.model_dump(exclude={"id", "order_id"})) for item in given_back],
        second_person=SecondPersonOut.from_model(asked),
    )


def bill_out(payment: Payment, acts: list[StaffAct]) -> PaymentOut:
    return PaymentOut(
        **payment.model_dump(exclude={"order_id", "deal_id", "url", "started_at"}),
        acts=[staff_act_out(act) for act in acts if act.payment_id == payment.id],
    )


async def notifications_of_bills(session: AsyncSession, bills: list[Payment]) -> list[NotificationOut]:
    names = [bill.bill_id for bill in bills if bill.bill_id is not None]
    came = await list_of_bills(session, names, MAX_NOTIFICATIONS) if names else []
    return [_notification(item) for item in came]


def _notification(one: Notification) -> NotificationOut:
    raw = without_signatures(one.raw.decode("ascii", "backslashreplace"))
    return NotificationOut(**one.model_dump(exclude={"raw", "digest", "check_at"}), raw=raw)


@router.get(
    "/e-invoices",
    dependencies=[private_read(MoneyDataRead, "e_invoices")],
    responses=refusals(NotSignedIn, Forbidden),
)
async def export_e_invoices(
    staffer: FinanceUser,
    session: ReadDep,
    first: Annotated[date, Query(alias="from", ge=EARLIEST, le=LATEST)],
    last: Annotated[date, Query(alias="to", ge=EARLIEST, le=LATEST)],
    cursor: Cursor = None,
) -> EInvoicesOut:
    """List the receipts of at most a year as e-invoices. Dates follow the Malaysian calendar."""
    if not timedelta() <= last - first < timedelta(days=MAX_DAYS):
        raise InvalidInput.field("to", "At most a year, which ends after it begins.")
    e_invoices = await list_e_invoices(session, first, last, cursor_row(cursor), E_INVOICE_PAGE)
    end = int(e_invoices[-1].order_id) if e_invoices else 0
    return EInvoicesOut(invoices=e_invoices, next=next_of(len(e_invoices), end, E_INVOICE_PAGE))


@router.get(
    "/bills/{bill_id}",
    dependencies=[private_read(MoneyDataRead, "bill")],
    responses=refusals(NotSignedIn, Forbidden, NotFound, OwnMoney),
)
async def mismatch(bill_id: Id, staffer: FinanceUser, session: ReadDep, setup: SetupDep) -> MismatchOut:
    """Return a payment mismatch with its purpose, the amounts stated by the provider, and the outcome."""
    payment = await get_payment(session, bill_id)
    if payment is None:
        raise NotFound
    await check_payment(session, staffer, payment)
    acts = await queries.list_of_payments(session, [bill_id])
    notifications = await notifications_of_bills(session, [payment])
    open_request = await second_person.get_open_request(
        session, order_id=payment.order_id, deal_id=payment.deal_id
    )
    return MismatchOut(
        **bill_out(payment, acts).model_dump(by_alias=False),
        order_id=None if payment.order_id is None else str(payment.order_id),
        deal_id=payment.deal_id,
        payer_id=await payer_of(session, payment),
        stated=await stated_amounts(session, setup, payment),
        notifications=notifications,
        second_person=CreditAskedOut.from_model(open_request),
    )
