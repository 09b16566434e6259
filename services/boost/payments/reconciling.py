"""Compares open bills and payouts with the provider, and the ledger with deals and payouts."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from libs.kit.db.database import Database
from libs.kit.errors import Unavailable
from libs.kit.process import clock
from services.boost.payments import queries
from services.boost.payments.models import Payment
from services.boost.payments.providers.port import OddAnswer, Provider
from services.boost.payments.rules import ASKS_WITHIN, may_ask
from services.boost.payouts.models import Payout
from services.boost.payouts.queries import list_at_provider
from services.boost.payouts.rules import payout_verdict
from services.boost.wallet.queries import sum_held

READ_AT_ONCE = 100
# Polling continues during reconciliation and shares the provider's limit.
WAIT_SECONDS = 10.0
Wait = Callable[[float], Awaitable[None]]


@dataclass
class Findings:
    """`differing` are payments that ended only at the provider. `unknown` are payments without a response."""

    differing: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


async def find_unsettled(database: Database, provider: Provider, wait: Wait) -> Findings:
    findings, is_away = Findings(), False
    async for row in _list_open(database):
        what = _describe(row)
        if is_away:
            findings.unknown.append(f"{what}: unknown")
            continue
        try:
            await _take_turn(database, wait)
            if (words := await _differs(provider, row)) is not None:
                findings.differing.append(f"{what}: {words} at the provider, not here")
        except OddAnswer:
            findings.unknown.append(f"{what}: unknown, the provider answers what does not fit")
        except Unavailable:
            is_away = True
            findings.unknown.append(f"{what}: unknown, the provider is away")
    return findings


async def _list_open(database: Database) -> AsyncIterator[Payment | Payout]:
    for read in (queries.list_waiting, list_at_provider):
        last = 0
        while True:
            async with database.reading() as session:
                found = await read(session, last, READ_AT_ONCE)
            for row in found:
                yield row
            if len(found) < READ_AT_ONCE:
                break
            last = found[-1].known_id


def _describe(row: Payment | Payout) -> str:
    if isinstance(row, Payout):
        return f"payout {row.id}"
    return f"payment {row.id} of " + (f"order {row.order_id}" if row.order_id else f"deal {row.deal_id}")


async def _differs(provider: Provider, row: Payment | Payout) -> str | None:
    if isinstance(row, Payout):
        word = await provider.fetch_payout(row.ref or "")
        return word.status if payout_verdict(word.status) != "under_way" else None
    bill = await provider.fetch(row.bill_id or "")
    return "paid" if bill is not None and bill.is_paid else None


async def _take_turn(database: Database, wait: Wait) -> None:
    while True:
        async with database.transaction() as session:
            now = await clock.now(session)
            if may_ask("reconcile", await queries.count_asked_since(session, now - ASKS_WITHIN)):
                queries.insert_ask(session, "reconcile", now)
                return
        await wait(WAIT_SECONDS)


async def find_unbalanced(database: Database) -> list[str]:
    async with database.reading() as session:
        held = await sum_held(session)
    return [
        f"{name}: the ledger has {there}, the {whose} say {findings}"
        for name, whose, there, findings in held
        if there != findings
    ]
