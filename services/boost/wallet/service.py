"""Each entry is posted once, and its lines sum to zero."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.boost import WalletCredited, WalletDebited, WalletEvent
from libs.kit.events import outbox
from services.boost.boosts.models import Order
from services.boost.wallet import queries
from services.boost.wallet.models import Posting

Reason = Literal[
    "held", "returned", "paid", "removed", "refunded", "late", "funds_held", "funds_released", "funds_refunded",
    "payout", "payout_failed", "payout_sent", "payout_cancelled",
]  # fmt: skip


@dataclass(frozen=True)
class Line:
    """`owner_id` is set only for wallets."""

    account: Literal["provider", "held", "sales", "wallet", "escrow", "payouts"]
    amount: int
    owner_id: int | None = None


async def post_entry(
    session: AsyncSession,
    key: str,
    reason: Reason,
    order_id: int | None,
    lines: Sequence[Line],
    at: datetime,
    *,
    deal_id: int | None = None,
) -> bool:
    """Publishes the wallet events and locks the wallets. Returns False if the key was already posted."""
    lines = [line for line in lines if line.amount]
    if not lines:
        return False
    wallets = await queries.lock_wallets(
        session, [item.owner_id for item in lines if item.owner_id is not None]
    )
    entry_id = await queries.insert_entry(session, key, reason, order_id, at, deal_id)
    if entry_id is None:
        return False
    own, events = await queries.get_own_accounts(session), list[tuple[WalletEvent, int]]()
    for line in lines:
        if line.owner_id is None:
            session.add(Posting(entry_id=entry_id, account_id=own[line.account], amount=line.amount))
            continue
        wallet = wallets[line.owner_id]
        balance = await queries.get_balance(session, wallet) + line.amount
        wallet.number += 1
        session.add(
            Posting(
                entry_id=entry_id,
                account_id=wallet.known_id,
                amount=line.amount,
                number=wallet.number,
                balance=balance,
            )
        )
        events.append((_wallet_event(entry_id, line, balance, order_id, deal_id, at), wallet.number))
    await session.flush()
    await outbox.record_all(session, events)
    return True


async def hold_credit(session: AsyncSession, order: Order, at: datetime) -> None:
    """Reserves at most the order's amount. Call with the order locked."""
    wallets = await queries.lock_wallets(session, [order.seller_id])
    order.credit = min(order.amount, await queries.get_balance(session, wallets[order.seller_id]))
    lines = [Line("wallet", -order.credit, order.seller_id), Line("held", order.credit)]
    await post_entry(session, f"held:{order.id}:{at.isoformat()}", "held", order.known_id, lines, at)


async def release_credit(session: AsyncSession, order: Order, at: datetime) -> None:
    """Call with the order locked."""
    lines = [Line("held", -order.credit), Line("wallet", order.credit, order.seller_id)]
    await post_entry(session, f"returned:{order.id}:{at.isoformat()}", "returned", order.known_id, lines, at)
    order.credit = 0


async def wallet_balance(session: AsyncSession, owner_id: int) -> int:
    return await queries.sum_balance(session, owner_id)


def _wallet_event(
    entry_id: int, line: Line, balance: int, order_id: int | None, deal_id: int | None, at: datetime
) -> WalletEvent:
    assert line.owner_id is not None
    fields: dict[str, Any] = {
        "entry_id": entry_id,
        "user_id": line.owner_id,
        "amount": abs(line.amount),
        "balance": balance,
        "order_id": order_id,
        "transaction_id": deal_id,
    }
    return (
        WalletCredited(**fields, credited_at=at)
        if line.amount > 0
        else WalletDebited(**fields, debited_at=at)
    )
