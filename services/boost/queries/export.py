"""What boost holds about a person, for their export: each list along an index of its own."""

from typing import Any

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from libs.kit.http.export import One, Rows, person, plain
from services.boost.models.boosts import Boost
from services.boost.models.orders import Order, Receipt, Refund
from services.boost.models.payments import Payment, PaymentMethod
from services.boost.models.payouts import Payout, PayoutAccount, PayoutAccountChange
from services.boost.models.products import ProductCopy
from services.boost.models.wallet import Account, Entry, Posting
from services.boost.protection.models import Evidence, Protection

# Who of staff decided or looks at it.
_OF_STAFF = {"decided_by", "decision_asked_by", "claimed_by", "claimed_until"}


def of_person(user_id: int) -> list[One | Rows]:
    """Return every part of the export."""
    wallet = select(col(Account.id)).where(col(Account.kind) == "wallet", col(Account.owner_id) == user_id)
    return [
        person(user_id),
        Rows(
            "products",
            ProductCopy,
            col(ProductCopy.seller_id) == user_id,
            [col(ProductCopy.product_id)],
            plain(),
        ),
        Rows("boost_orders", Order, col(Order.seller_id) == user_id, [col(Order.id)], _orders),
        Rows(
            "wallet",
            Posting,
            col(Posting.account_id).in_(wallet),
            [col(Posting.number)],
            _lines,
        ),
        Rows(
            "deals_bought",
            Protection,
            col(Protection.buyer_id) == user_id,
            [col(Protection.deal_id)],
            plain(exclude={*_OF_STAFF, "appeal_words"}),
        ),
        Rows(
            "deals_sold",
            Protection,
            col(Protection.seller_id) == user_id,
            [col(Protection.deal_id)],
            plain(exclude={*_OF_STAFF, "appeal_words", "dispute_words", "return_tracking"}),
        ),
        Rows(
            "dispute_appeals",
            Protection,
            and_(
                or_(col(Protection.buyer_id) == user_id, col(Protection.seller_id) == user_id),
                col(Protection.appealed_by) == user_id,
            ),
            [col(Protection.deal_id)],
            plain(exclude=set(Protection.model_fields) - {"deal_id", "appealed_at", "appeal_words"}),
        ),
        Rows(
            "dispute_evidence",
            Evidence,
            col(Evidence.author_id) == user_id,
            [col(Evidence.id)],
            plain(exclude={"token"}),
        ),
        *_paid_out(user_id),
    ]


def _paid_out(user_id: int) -> list[One | Rows]:
    return [
        Rows(
            "payout_accounts",
            PayoutAccount,
            col(PayoutAccount.user_id) == user_id,
            [col(PayoutAccount.user_id)],
            plain(exclude={"sealed"}),
        ),
        Rows(
            "payment_methods",
            PaymentMethod,
            col(PaymentMethod.user_id) == user_id,
            [col(PaymentMethod.user_id)],
            plain(),
        ),
        Rows(
            "payout_account_changes",
            PayoutAccountChange,
            col(PayoutAccountChange.user_id) == user_id,
            [col(PayoutAccountChange.id)],
            plain(),
        ),
        Rows("payouts", Payout, col(Payout.user_id) == user_id, [col(Payout.id)], plain(exclude={"sealed"})),
    ]


async def _orders(session: AsyncSession, rows: list[Order]) -> list[Any]:
    """Return orders with their bills, boosts, receipt and refunds; who of staff acted is not theirs."""
    ids = [one.known_id for one in rows]
    parts: dict[str, tuple[Any, set[str]]] = {
        "payments": (Payment, {"ask_at", "started_at"}),
        "boosts": (Boost, set()),
        "receipts": (Receipt, set()),
        "refunds": (Refund, {"staff_id"}),
    }
    shown = {one.known_id: one.model_dump(mode="json") for one in rows}
    for name, (table, hidden) in parts.items():
        query = select(table).where(table.order_id.in_(ids))
        for part in (await session.execute(query)).scalars():
            shown[part.order_id].setdefault(name, []).append(part.model_dump(mode="json", exclude=hidden))
    return list(shown.values())


async def _lines(session: AsyncSession, rows: list[Posting]) -> list[Any]:
    query = select(Entry).where(col(Entry.id).in_([one.entry_id for one in rows]))
    entries = {one.known_id: one for one in (await session.execute(query)).scalars()}
    return [
        entries[one.entry_id].model_dump(mode="json", exclude={"key"})
        | one.model_dump(mode="json", include={"amount", "balance"})
        for one in rows
    ]
