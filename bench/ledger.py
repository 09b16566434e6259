"""The cost of a balance and a statement page in a ledger of a million postings, beside a baseline that sums
all lines."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from deploy.local.stack import start_stack
from libs.kit.db.database import Database
from services.boost.wallet.queries import list_lines
from services.boost.wallet.service import wallet_balance

ENTRIES, WALLETS, BUSY_LINES = 500_000, 2_000, 100_000
FIRST_OWNER, BUSY_OWNER = 5_000_000, 4_999_999
QUESTIONS, PAGE, SEED = 1_500, 50, 18
TARGETS = {"balance_p99_ms": 20, "statement_p99_ms": 20}
Figures = dict[str, Any]
Ask = Callable[[AsyncSession, int, int], Awaitable[Any]]

_ACCOUNTS = """
INSERT INTO boost.ledger_accounts (kind, owner_id, number)
SELECT 'wallet', $1::bigint + n, $3::int FROM generate_series(0, $2::bigint - 1) AS n
UNION ALL SELECT 'wallet', $4::bigint, $5::int"""
_ENTRIES = """
INSERT INTO boost.ledger_entries (id, key, reason, at) OVERRIDING SYSTEM VALUE
SELECT n, 'bench:' || n, 'refunded', now() - ($1::bigint - n) * interval '1 second'
FROM generate_series(1, $1::bigint) AS n"""
_PLATFORM = """
INSERT INTO boost.ledger_postings (entry_id, account_id, amount)
SELECT n, a.id, -100 FROM generate_series(1, $1::bigint) AS n, boost.ledger_accounts a
WHERE a.kind = 'provider'"""
_BUSY = """
INSERT INTO boost.ledger_postings (entry_id, account_id, amount, number, balance)
SELECT n, a.id, 100, n, n * 100 FROM generate_series(1, $1::bigint) AS n, boost.ledger_accounts a
WHERE a.owner_id = $2::bigint"""
_OTHER_POSTINGS = """
INSERT INTO boost.ledger_postings (entry_id, account_id, amount, number, balance)
SELECT $1::bigint + 1 + m, a.id, 100, 1 + m / $3::bigint, (1 + m / $3::bigint) * 100
FROM generate_series(0, $2::bigint - $1::bigint - 1) AS m
JOIN boost.ledger_accounts a ON a.owner_id = $4::bigint + m % $3::bigint"""
_SUM = text(
    "SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id "
    "WHERE a.kind = 'wallet' AND a.owner_id = :owner"
)
_ALL_LINES = text(
    "SELECT e.id, e.at, p.amount, sum(p.amount) OVER (ORDER BY p.id) AS balance, e.reason FROM ledger_postings p "
    "JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_entries e ON e.id = p.entry_id "
    "WHERE a.kind = 'wallet' AND a.owner_id = :owner ORDER BY p.id DESC LIMIT :most OFFSET :skip"
)


def run() -> Figures:
    with start_stack() as servers:
        began = time.perf_counter()
        asyncio.run(_filled(servers.admin_url.rsplit("/", 1)[0] + "/wangi"))
        filled_in = time.perf_counter() - began
        measured = asyncio.run(_measured(servers.database_urls["boost"]))
    figures = {"postings": 2 * ENTRIES, "filled_in_s": round(filled_in, 1)} | measured
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return figures | {"targets": TARGETS}


async def _filled(url: str) -> None:
    """Without triggers per line. The invariants are checked at the end."""
    owner, each = await asyncpg.connect(url), (ENTRIES - BUSY_LINES) // WALLETS
    try:
        async with owner.transaction():
            await owner.execute("SET LOCAL session_replication_role = replica")
            await owner.execute(_ACCOUNTS, FIRST_OWNER, WALLETS, each, BUSY_OWNER, BUSY_LINES)
            await owner.execute(_ENTRIES, ENTRIES)
            await owner.execute(_PLATFORM, ENTRIES)
            await owner.execute(_BUSY, BUSY_LINES, BUSY_OWNER)
            await owner.execute(_OTHER_POSTINGS, BUSY_LINES, ENTRIES, WALLETS, FIRST_OWNER)
        for table in ("ledger_accounts", "ledger_entries", "ledger_postings"):
            await owner.execute(f"VACUUM ANALYZE boost.{table}")
        count, total = await owner.fetchrow("SELECT count(*), sum(amount) FROM boost.ledger_postings")
        assert (count, total) == (2 * ENTRIES, 0)
    finally:
        await owner.close()


async def _balance(session: AsyncSession, owner: int, _: int) -> int:
    return await wallet_balance(session, owner)


async def _statement(session: AsyncSession, owner: int, skip: int) -> list[int]:
    before = None if skip == 0 else _lines_of(owner) - skip + 1
    return [line.balance for line in await list_lines(session, owner, None, before, PAGE)]


async def _baseline_balance(session: AsyncSession, owner: int, _: int) -> int:
    return int((await session.execute(_SUM, {"owner": owner})).scalar_one())


async def _baseline_statement(session: AsyncSession, owner: int, skip: int) -> list[int]:
    values = {"owner": owner, "most": PAGE, "skip": skip}
    return [int(row.balance) for row in await session.execute(_ALL_LINES, values)]


def _lines_of(owner: int) -> int:
    return BUSY_LINES if owner == BUSY_OWNER else (ENTRIES - BUSY_LINES) // WALLETS


KINDS: dict[str, tuple[Ask, Ask]] = {
    "balance": (_balance, _baseline_balance),
    "statement": (_statement, _baseline_statement),
}


async def _measured(url: str) -> Figures:
    database, dice, figures = Database(url, "boost"), random.Random(SEED), Figures()
    try:
        for name, (ours, baseline) in KINDS.items():
            for whose, share in (("anybody", 0.0), ("busy", 1.0)):
                questions = QUESTIONS if whose == "anybody" else QUESTIONS // 10
                times = await _in_turns(database, dice, ours, baseline, questions, share)
                for who, spent in times.items():
                    middle, slowest = spent[len(spent) // 2], spent[len(spent) * 99 // 100]
                    figures[f"{name}_{whose}_{who}"] = {
                        "p50_ms": round(middle, 2),
                        "p99_ms": round(slowest, 2),
                    }
    finally:
        await database.close()
    return figures


async def _in_turns(
    database: Database, dice: random.Random, ours: Ask, baseline: Ask, questions: int, busy: float
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"ours": [], "baseline": []}
    for _ in range(questions):
        owner = BUSY_OWNER if dice.random() < busy else FIRST_OWNER + dice.randrange(WALLETS)
        skip, answers = dice.randrange(0, _lines_of(owner) - PAGE), list[Any]()
        for who, ask in (("ours", ours), ("baseline", baseline)):
            began = time.perf_counter()
            async with database.reading() as session:
                answers.append(await ask(session, owner, skip))
            times[who].append((time.perf_counter() - began) * 1000)
        assert answers[0] == answers[1], (owner, skip)
    return {who: sorted(spent) for who, spent in times.items()}
