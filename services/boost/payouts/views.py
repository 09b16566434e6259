from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.errors import NotFound
from libs.kit.process import clock
from libs.kit.security.safe import Safe, SealBroken
from services.boost.payouts import queries, rules
from services.boost.payouts.models import Payout, PayoutAccount
from services.boost.payouts.schemas import PayoutAccountOut, PayoutOut, StaffPayoutOut
from services.boost.payouts.service import open_account
from services.boost.staff.models import StaffAct
from services.boost.staff.queries import list_of_payouts
from services.boost.staff.schemas import StaffActOut


def account_out(safe: Safe, row: PayoutAccount) -> PayoutAccountOut:
    """Raises NotFound if the account cannot be decrypted. The person then has to enter the account again."""
    holder = _holder(safe, row.sealed)
    if holder is None:
        raise NotFound
    return PayoutAccountOut(
        bank_code=row.bank_code,
        bank_name=rules.BANKS.get(row.bank_code, row.bank_code),
        last_four=row.last_four,
        holder_name=holder,
        usable_from=row.usable_from,
    )


async def payouts_out(session: AsyncSession, rows: Sequence[Payout]) -> list[PayoutOut]:
    held = await queries.list_held_people(session, sorted({row.user_id for row in rows}))
    return [_payout_out(row, is_held=row.user_id in held) for row in rows]


def _payout_out(row: Payout, *, is_held: bool) -> PayoutOut:
    shown = row.model_dump(
        include={"id", "deal_id", "amount", "status", "last_four", "created_at", "send_at", "ended_at"}
    )
    shown["is_held"] = is_held and row.status == "waiting"
    return PayoutOut(**shown, bank_name=rules.BANKS.get(row.bank_code, row.bank_code))


async def staff_payouts_out(
    session: AsyncSession, safe: Safe, rows: Sequence[Payout]
) -> list[StaffPayoutOut]:
    now = await clock.now(session)
    ids = [row.known_id for row in rows]
    retries = await queries.list_retries(session, ids)
    acts = await list_of_payouts(session, ids)
    shown = await payouts_out(session, rows)
    return [
        _staff_payout_out(
            safe, one, out, retries.get(one.known_id), [act for act in acts if act.payout_id == one.id], now
        )
        for one, out in zip(rows, shown, strict=True)
    ]


async def staff_payout_out(session: AsyncSession, safe: Safe, payout_id: int) -> StaffPayoutOut:
    row = await queries.get_payout(session, payout_id)
    if row is None:
        raise NotFound
    return (await staff_payouts_out(session, safe, [row]))[0]


def staff_act_out(act: StaffAct) -> StaffActOut:
    return StaffActOut(**act.model_dump(include={"act", "staff_id", "reason", "acted_at"}))


def _staff_payout_out(
    safe: Safe, row: Payout, out: PayoutOut, retry: Payout | None, acts: list[StaffAct], now: datetime
) -> StaffPayoutOut:
    step = rules.staff_step(
        row.status, row.send_at, row.due_at, now, trouble=row.trouble, is_retried=retry is not None
    )
    return StaffPayoutOut(
        **out.model_dump(by_alias=False),
        user_id=row.user_id,
        holder_name=_holder(safe, row.sealed) if row.sealed else None,
        named_at=row.named_at,
        trouble=cast("rules.Trouble | None", row.trouble),
        step=step,
        retry_of=row.retry_of,
        retried_as=None if retry is None else retry.known_id,
        acts=[staff_act_out(act) for act in acts],
    )


def _holder(safe: Safe, sealed: bytes) -> str | None:
    try:
        return open_account(safe, sealed)[1]
    except SealBroken:
        return None
