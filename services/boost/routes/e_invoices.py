"""HTTP of e-invoices: what a program of the operator fetches to hand it in."""

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query

from libs.contracts.events.staff import MoneyDataRead
from libs.kit.db.database import ReadDep
from libs.kit.http.access import FinanceUser
from libs.kit.http.errors import Forbidden, InvalidInput, NotSignedIn, refusals
from libs.kit.http.paging import Cursor
from libs.kit.http.private_reads import private_read
from services.boost.routes.dependencies import below, next_of
from services.boost.schemas.e_invoices import EInvoicesOut
from services.boost.service import e_invoices

router = APIRouter(prefix="/api/admin/boost", tags=["boost: staff"])
PAGE, MOST_DAYS = 200, 366
EARLIEST, LATEST = date(2020, 1, 1), date(2999, 12, 31)


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
    """Return the receipts of at most a year, by days of Malaysia, in the fields of an e-invoice."""
    if not timedelta() <= last - first < timedelta(days=MOST_DAYS):
        raise InvalidInput.field("to", "At most a year, which ends after it begins.")
    found = await e_invoices.of_days(session, first, last, below(cursor), PAGE)
    end = int(found[-1].order_id) if found else 0
    return EInvoicesOut(invoices=found, next=next_of(len(found), end, PAGE))
