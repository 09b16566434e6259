from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from libs.kit.csv_cells import lines_of
from libs.kit.db.database import ReadDep
from libs.kit.errors import NotSignedIn
from libs.kit.http.access import CurrentUser
from libs.kit.http.error_responses import refusals
from libs.kit.http.paging import Cursor
from libs.kit.http.table_file import headers_of
from libs.kit.money import plain_ringgit
from services.boost.dependencies import SetupDep, cursor_row, next_of
from services.boost.wallet import queries, service
from services.boost.wallet.schemas import EntriesOut, EntryOut, OwnWalletOut
from services.boost.wallet.views import entry_out

router = APIRouter(tags=["boost"])
PAGE, MAX_IN_FILE = 50, 5_000
HEAD = ("entry", "at", "kind", "amount", "balance", "reason", "order", "deal")
ENDS_HERE = "The file ends here, with the newest {most:,} lines. Older ones are on the page of the wallet."
Kind = Annotated[Literal["credit", "debit"] | None, Query()]


@router.get("/api/boost/wallet", responses=refusals(NotSignedIn))
async def get_wallet(user: CurrentUser, session: ReadDep, setup: SetupDep) -> OwnWalletOut:
    """Return your wallet, and the payment methods that are available now."""
    balance = await service.wallet_balance(session, user.user_id)
    return OwnWalletOut(currency="MYR", balance=balance, ways=await setup.ways(session))


@router.get("/api/boost/wallet/entries", responses=refusals(NotSignedIn))
async def wallet_entries(
    user: CurrentUser, session: ReadDep, kind: Kind = None, cursor: Cursor = None
) -> EntriesOut:
    """Return your statement, newest first, with the balance after each line."""
    lines = await queries.list_lines(session, user.user_id, kind, cursor_row(cursor), PAGE)
    last = lines[-1].number if lines else 0
    return EntriesOut(entries=[entry_out(item) for item in lines], next=next_of(len(lines), last, PAGE))


@router.get("/api/boost/wallet/entries.csv", response_class=Response, responses=refusals(NotSignedIn))
async def wallet_file(user: CurrentUser, session: ReadDep, kind: Kind = None) -> Response:
    """Download the newest 5,000 lines of your statement, in RM. The file notes if older lines are missing."""
    lines = await queries.list_lines(session, user.user_id, kind, None, MAX_IN_FILE + 1)
    rows = [HEAD, *map(_cells, map(entry_out, lines[:MAX_IN_FILE]))]
    if len(lines) > MAX_IN_FILE:
        rows.append(("", "", "", "", "", ENDS_HERE.format(most=MAX_IN_FILE), "", ""))
    return Response(lines_of(rows), headers=headers_of("wangi-wallet.csv"))


def _cells(one: EntryOut) -> tuple[str, ...]:
    amounts = map(plain_ringgit, (one.amount, one.balance))
    of = (one.order_id or "", str(one.deal_id or ""))
    return (str(one.id), one.at.isoformat(), one.kind, *amounts, one.reason, *of)
