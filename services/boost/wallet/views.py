from sqlalchemy.ext.asyncio import AsyncSession

from services.boost.payouts.queries import list_of_person
from services.boost.payouts.views import payouts_out
from services.boost.protection.models import Protection
from services.boost.protection.queries import find_newest_held
from services.boost.wallet import queries, service
from services.boost.wallet.queries import StatementLine
from services.boost.wallet.schemas import EntryOut, HeldOut, PersonMoneyOut


def entry_out(line: StatementLine) -> EntryOut:
    return EntryOut(
        id=line.id,
        at=line.at,
        kind="credit" if line.amount > 0 else "debit",
        amount=abs(line.amount),
        balance=line.balance,
        reason=line.reason,
        order_id=None if line.order_id is None else str(line.order_id),
        deal_id=line.deal_id,
    )


async def person_money_out(session: AsyncSession, user_id: int, most: int) -> PersonMoneyOut:
    held = await find_newest_held(session, user_id, most)
    paid_out = await list_of_person(session, user_id, None, most)
    lines = await queries.list_lines(session, user_id, None, None, most)
    return PersonMoneyOut(
        balance=await service.wallet_balance(session, user_id),
        held=[_held_out(item, user_id) for item in held],
        payouts=await payouts_out(session, paid_out),
        entries=[entry_out(line) for line in lines],
    )


def _held_out(row: Protection, user_id: int) -> HeldOut:
    assert row.held_at is not None
    return HeldOut(
        deal_id=row.deal_id,
        role="seller" if row.seller_id == user_id else "buyer",
        state=row.state,
        amount=row.amount,
        fee=row.fee or 0,
        held_at=row.held_at,
    )
