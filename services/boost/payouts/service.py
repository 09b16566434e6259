import contextlib
import json
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auth import UserRenamed
from libs.contracts.events.protection import (
    AccountChange,
    PayoutAccountChanged,
    PayoutCancelled,
    PayoutEvent,
)
from libs.contracts.events.signals import PayoutAccountShared
from libs.kit.errors import IdempotencyMismatch, NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.safe import Safe, SealBroken
from libs.kit.security.tokens import Identity
from libs.marketplace import account_signals, people
from services.boost.payments.service import confirm_method
from services.boost.payouts import queries, rules
from services.boost.payouts.models import Payout, PayoutAccount, PayoutAccountChange
from services.boost.payouts.rules import (
    NoPayoutAccount,
    NotEnoughBalance,
    PayoutNotFailed,
    PayoutNotWaiting,
    TooManyPayouts,
)
from services.boost.payouts.schemas import PayoutAccountIn
from services.boost.staff.service import record_change, record_payout_act
from services.boost.wallet.queries import get_balance, lock_wallets
from services.boost.wallet.service import Line, post_entry

SEALED_FOR = "payout account"


async def store_account(
    session: AsyncSession, safe: Safe, person: Identity, form: PayoutAccountIn
) -> PayoutAccount:
    """The account is stored encrypted. A changed account has a cooling-off period and cancels pending
    payouts."""
    await people.lock_actor(session, person)
    now = await clock.now(session)
    account = await queries.lock_account(session, person.user_id)
    if account is not None and account.bank_code == form.bank_code:
        with contextlib.suppress(SealBroken):
            if open_account(safe, account.sealed) == (form.account_number, form.holder_name):
                await confirm_method(session, person.user_id, "bank_account", now)
                await _note_signal(session, safe, person.user_id, form, now)
                return account
    words = json.dumps([form.account_number, form.holder_name]).encode()
    row = PayoutAccount(
        user_id=person.user_id,
        bank_code=form.bank_code,
        sealed=safe.seal(words, SEALED_FOR),
        last_four=form.account_number[-4:],
        changed_at=now,
        usable_from=now + rules.FIRST_PAYOUT_AFTER,
    )
    await queries.upsert_account(session, row)
    await _account_changed(session, row, "set", now)
    await confirm_method(session, person.user_id, "bank_account", now)
    await _note_signal(session, safe, person.user_id, form, now)
    return row


async def _note_signal(
    session: AsyncSession, safe: Safe, user_id: int, form: PayoutAccountIn, now: datetime
) -> None:
    value = f"{form.bank_code} {form.account_number}"
    for item in await account_signals.record_signal(session, safe, "payout_account", user_id, value, now):
        event = PayoutAccountShared(
            user_id=item.user_id, signal=item.signal, since=item.since, seen_at=item.seen_at
        )
        await outbox.record(session, event, version=1)


async def delete_account(session: AsyncSession, person: Identity) -> None:
    """Pending payouts return to the wallet. Sent payouts continue."""
    await people.lock_actor(session, person)
    account = await queries.lock_account(session, person.user_id)
    if account is None:
        return
    await queries.delete_account(session, person.user_id)
    await _account_changed(session, account, "dropped", await clock.now(session))


async def follow_rename(session: AsyncSession, event: UserRenamed) -> None:
    """A name change starts a cooling-off period and cancels pending payouts."""
    account = await queries.lock_account(session, event.user_id)
    if account is None:
        return
    now = await clock.now(session)
    account.usable_from = now + rules.FIRST_PAYOUT_AFTER
    await _account_changed(session, account, "renamed", now)


async def _account_changed(
    session: AsyncSession, account: PayoutAccount, change: AccountChange, now: datetime
) -> None:
    """Cancels pending payouts. Call with the account locked."""
    for payout in await queries.lock_waiting(session, account.user_id):
        await _cancel_open(session, payout, "account_changed", now)
    row = PayoutAccountChange(
        user_id=account.user_id,
        change=change,
        bank_code=account.bank_code,
        last_four=account.last_four,
        changed_at=now,
    )
    session.add(row)
    await session.flush()
    event = PayoutAccountChanged(
        change_id=row.known_id, user_id=account.user_id, change=change, changed_at=now
    )
    await outbox.record(session, event, version=1)


async def cancel_payout(session: AsyncSession, person: Identity, payout_id: int) -> Payout:
    """Raises if the payout was already sent. Idempotent."""
    await people.lock_actor(session, person)
    payout = await queries.lock_own_payout(session, person.user_id, payout_id)
    if payout is None:
        raise NotFound
    if payout.status == "cancelled":
        return payout
    if payout.status != "waiting":
        raise PayoutNotWaiting
    await _cancel_open(session, payout, "owner", await clock.now(session))
    return payout


async def _cancel_open(
    session: AsyncSession, payout: Payout, reason: Literal["owner", "account_changed"], now: datetime
) -> None:
    """Return the money to the wallet. All outcomes share a ledger key, so that a payout ends only once. Call
    with the payout locked."""
    payout.status, payout.ended_at, payout.due_at = "cancelled", now, None
    payout.sealed, payout.trouble, payout.due_since = b"", None, None
    await session.flush()
    lines = [Line("payouts", -payout.amount), Line("wallet", payout.amount, payout.user_id)]
    key = f"payout-ended:{payout.id}"
    await post_entry(session, key, "payout_cancelled", None, lines, now, deal_id=payout.deal_id)
    event = PayoutCancelled(
        payout_id=payout.known_id,
        user_id=payout.user_id,
        amount=payout.amount,
        reason=reason,
        cancelled_at=now,
    )
    await record_payout_event(session, payout, event)


def open_account(safe: Safe, sealed: bytes) -> tuple[str, str]:
    number, holder = json.loads(safe.open(sealed, SEALED_FOR))
    return number, holder


async def request_payout(session: AsyncSession, person: Identity, amount: int, key: str | None) -> Payout:
    """Idempotent per `key`."""
    await people.lock_actor(session, person)
    await queries.lock_person(session, person.user_id)
    if key is not None and (made := await queries.find_by_key(session, person.user_id, key)) is not None:
        if made.amount != amount:
            raise IdempotencyMismatch
        return made
    account = await queries.get_account_for_payout(session, person.user_id)
    if account is None:
        raise NoPayoutAccount
    if await queries.count_open(session, person.user_id, rules.MAX_WAITING) == rules.MAX_WAITING:
        raise TooManyPayouts
    await _check_balance(session, person.user_id, amount)
    return await _begin_payout(session, account, amount, await clock.now(session), key=key)


async def retry_payout(session: AsyncSession, staff: Identity, payout_id: int, reason: str) -> Payout:
    """Pays to the person's current account. Idempotent."""
    failed = await queries.lock_payout(session, payout_id)
    if failed is None:
        raise NotFound
    await record_payout_act(session, staff, failed, "payout_retried", reason)
    if failed.status != "failed":
        raise PayoutNotFailed
    if (made := (await queries.list_retries(session, [payout_id])).get(payout_id)) is not None:
        return made
    account = await queries.get_account_for_payout(session, failed.user_id)
    if account is None:
        raise NoPayoutAccount
    await _check_balance(session, failed.user_id, failed.amount)
    now = await clock.now(session)
    made = await _begin_payout(
        session, account, failed.amount, now, deal_id=failed.deal_id, retry_of=payout_id
    )
    await record_change(
        session, staff.user_id, "payout_retried", ("payout", payout_id), {"retried": False}, {"retried": True}
    )
    return made


async def _check_balance(session: AsyncSession, user_id: int, amount: int) -> None:
    wallets = await lock_wallets(session, [user_id])
    there = await get_balance(session, wallets[user_id])
    if there < amount:
        raise NotEnoughBalance(there)


async def begin_deal_payout(
    session: AsyncSession, account: PayoutAccount | None, deal_id: int, amount: int, now: datetime
) -> None:
    """Does nothing without a bank account or outside of the payout limits."""
    if account is not None and rules.SMALLEST <= amount <= rules.LARGEST:
        await _begin_payout(session, account, amount, now, deal_id=deal_id)


async def _begin_payout(
    session: AsyncSession,
    account: PayoutAccount,
    amount: int,
    now: datetime,
    *,
    deal_id: int | None = None,
    key: str | None = None,
    retry_of: int | None = None,
) -> Payout:
    send_at = rules.send_at(now, usable_from=account.usable_from)
    payout = Payout(
        user_id=account.user_id,
        deal_id=deal_id,
        amount=amount,
        bank_code=account.bank_code,
        sealed=account.sealed,
        last_four=account.last_four,
        named_at=account.changed_at,
        retry_of=retry_of,
        client_key=key,
        created_at=now,
        send_at=send_at,
        due_at=send_at,
    )
    session.add(payout)
    await session.flush()
    lines = [Line("wallet", -amount, payout.user_id), Line("payouts", amount)]
    await post_entry(session, f"payout:{payout.id}", "payout", None, lines, now, deal_id=deal_id)
    return payout


async def record_payout_event(session: AsyncSession, payout: Payout, event: PayoutEvent) -> None:
    """Call with the payout locked."""
    payout.version += 1
    await session.flush()
    await outbox.record(session, event, version=payout.version)
