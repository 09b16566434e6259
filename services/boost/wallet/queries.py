from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import TextClause, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.boost.wallet.models import Account, Entry, Posting

MAX_NUMBER = 2**31 - 1


def _statement(only: str) -> TextClause:
    # A subquery, because joining the wallet to its lines would sort all of them for each page.
    return text(  # All conditions are constants.
        "SELECT e.id, p.number, e.at, p.amount, p.balance, e.reason, e.order_id, e.deal_id FROM ledger_postings p "  # noqa: S608
        "JOIN ledger_entries e ON e.id = p.entry_id WHERE p.account_id = "
        "(SELECT id FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = :owner_id) "
        f"AND p.number < :before {only} ORDER BY p.number DESC LIMIT :most"
    )


_LINES = {
    None: _statement(""), "credit": _statement("AND p.amount > 0"), "debit": _statement("AND p.amount < 0"),
}  # fmt: skip
_BALANCE = text(
    "SELECT p.balance FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id AND p.number = a.number "
    "WHERE a.kind = 'wallet' AND a.owner_id = :owner_id"
)
_HELD_SUMS = text("""
SELECT 'escrow', 'deals',
    (SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE a.kind = 'escrow'),
    (SELECT coalesce(sum(amount + fee), 0) FROM protections WHERE held_at IS NOT NULL AND ended_at IS NULL)
UNION ALL SELECT 'payouts', 'payouts',
    (SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE a.kind = 'payouts'),
    (SELECT coalesce(sum(amount), 0) FROM payouts WHERE ended_at IS NULL)""")


class StatementLine(NamedTuple):
    id: int
    number: int
    at: datetime
    amount: int
    balance: int
    reason: str
    order_id: int | None
    deal_id: int | None


async def lock_wallets(session: AsyncSession, owner_ids: Collection[int]) -> dict[int, Account]:
    """Creates missing wallets. Wallets are locked by ascending owner id."""
    ordered = sorted(owner_ids)
    if not ordered:
        return {}
    rows = [{"kind": "wallet", "owner_id": item} for item in ordered]
    await session.execute(insert(Account).values(rows).on_conflict_do_nothing())
    query = select(Account).where(col(Account.kind) == "wallet", col(Account.owner_id).in_(ordered))
    query = query.order_by(col(Account.owner_id)).with_for_update()
    found = (await session.execute(query.execution_options(populate_existing=True))).scalars()
    return {item.owner_id: item for item in found if item.owner_id is not None}


async def get_own_accounts(session: AsyncSession) -> dict[str, int]:
    query = select(col(Account.kind), col(Account.id)).where(col(Account.owner_id).is_(None))
    return {row.kind: row.id for row in await session.execute(query)}


async def get_balance(session: AsyncSession, account: Account) -> int:
    query = select(col(Posting.balance)).where(
        col(Posting.account_id) == account.id, col(Posting.number) == account.number
    )
    return (await session.execute(query)).scalar_one_or_none() or 0


async def sum_balance(session: AsyncSession, owner_id: int) -> int:
    return (await session.execute(_BALANCE, {"owner_id": owner_id})).scalar_one_or_none() or 0


async def insert_entry(
    session: AsyncSession, key: str, reason: str, order_id: int | None, at: datetime, deal_id: int | None
) -> int | None:
    """Returns None if the key was already posted."""
    row = insert(Entry).values(key=key, reason=reason, order_id=order_id, deal_id=deal_id, at=at)
    done = await session.execute(row.on_conflict_do_nothing().returning(col(Entry.id)))
    return done.scalar_one_or_none()


async def list_lines(
    session: AsyncSession, owner_id: int, kind: str | None, before: int | None, most: int
) -> list[StatementLine]:
    values = {"owner_id": owner_id, "before": before or MAX_NUMBER, "most": most}
    return [StatementLine(*row) for row in await session.execute(_LINES[kind], values)]


async def sum_held(session: AsyncSession) -> list[tuple[str, str, int, int]]:
    """Compare the ledger with deals and payouts. Reads whole tables."""
    return [(row[0], row[1], int(row[2]), int(row[3])) for row in await session.execute(_HELD_SUMS)]
