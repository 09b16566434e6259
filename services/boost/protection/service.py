"""Each event is applied once, with the row locked, together with its ledger entry."""

from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.protection import (
    AppealOutcome,
    DecisionReason,
    DisputeOutcome,
    DisputeResolved,
    FundsHeld,
    FundsRefunded,
    FundsReleased,
    ProtectionEvent,
)
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import buggify, clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.boost.payouts.holds import get_hold_of_deal
from services.boost.payouts.queries import get_account_for_payout
from services.boost.payouts.service import begin_deal_payout
from services.boost.protection import queries, rules
from services.boost.protection.models import Protection, ProtectionStep
from services.boost.protection.rules import BeingCancelled, NotYourStep
from services.boost.staff.second_person import lapse_request
from services.boost.wallet.service import Line, Reason, post_entry

ReleasedFor = Literal["accepted", "time_over", "decided", "split"]
RefundedFor = Literal["deal_cancelled", "not_shipped", "decided", "returned"]
_RELEASED: dict[rules.Event, ReleasedFor] = {
    "ACCEPTED": "accepted", "TIME": "time_over", "RELEASE": "decided", "SPLIT": "split",
}  # fmt: skip
_REFUNDED: dict[rules.Event, RefundedFor] = {
    "DEAL_CANCELLED": "deal_cancelled", "STAFF_CANCELLED": "deal_cancelled", "CALL_OFF": "not_shipped",
    "TIME": "not_shipped", "REFUND": "decided",
}  # fmt: skip
_RESOLVED_BY: dict[rules.Event, Literal["staff", "buyer", "cancellation"]] = {
    "ACCEPTED": "buyer", "DEAL_CANCELLED": "cancellation",
}  # fmt: skip
# A return ends the dispute only when the parcel is back.
_BY_DECISION: frozenset[rules.Event] = frozenset({"RELEASE", "REFUND", "SPLIT"})


async def take_step(session: AsyncSession, person: Identity, deal_id: int, event: rules.Event) -> None:
    """Idempotent."""
    row = await lock_own(session, person, deal_id, event)
    now = await clock.now(session)
    if event == "ACCEPTED":
        rules.check_acceptance(cast("rules.State", row.state))
    await apply_event(session, row, event, person.user_id, now)


async def lock_own(session: AsyncSession, person: Identity, deal_id: int, event: rules.Event) -> Protection:
    """Raises if the step belongs to the other person."""
    await people.lock_actor(session, person, is_bound=True)
    row = await queries.lock_protection(session, deal_id)
    if row is None or person.user_id not in (row.buyer_id, row.seller_id):
        raise NotFound
    if rules.COMMANDS[event] != role_of(row, person.user_id):
        raise NotYourStep
    return row


async def apply_event(
    session: AsyncSession, row: Protection, event: rules.Event, actor_id: int | None, now: datetime
) -> bool:
    """Returns False if nothing changes. Pays out if the event ends the deal. Call with the row locked and,
    for a split, with `refunded` set."""
    state = cast("rules.State", row.state)
    if row.cancelling_since is not None and event not in rules.WHILE_PENDING:
        raise BeingCancelled
    is_on_hold = event in rules.WITHOUT_STAFF and await get_hold_of_deal(session, row) is not None
    is_sent_back = event == "RETURN" and await _was_sent_back(session, row)
    following = rules.next_state(state, event, is_on_hold=is_on_hold, is_sent_back=is_sent_back)
    if event in rules.CANCELLING:
        row.cancelling_since = None
    if following == state:
        return False
    if row.dispute_reason is not None or state == "withheld":
        await lapse_request(session, now, deal_id=row.deal_id)  # The request was about the previous state.
    row.state = following
    if following == "held":
        row.held_at, row.ship_by = now, rules.ship_deadline(now)
    row.due_at = rules.next_deadline(following, now, has_tracking=row.has_tracking)
    if following in rules.PAID_OUT or following in ("cancelled", "outside"):
        row.ended_at = now
    number = await queries.next_step_number(session, row.deal_id)
    session.add(
        ProtectionStep(
            deal_id=row.deal_id, number=number, event=event, state=following, actor_id=actor_id, at=now
        )
    )
    await session.flush()
    if following == "held":
        await _hold_funds(session, row, now)
    elif following in rules.PAID_OUT:
        cause = await _find_cause(session, row, event)
        await _pay_out(session, row, cause, now, is_on_appeal=state == "appealed")
    return True


async def _was_sent_back(session: AsyncSession, row: Protection) -> bool:
    before = None
    is_sent = False
    for step in await queries.list_steps(session, row.deal_id):
        if step.event == "DECIDE":
            is_sent = before == "return_sent"
        before = step.state
    return is_sent


async def _find_cause(session: AsyncSession, row: Protection, event: rules.Event) -> rules.Event:
    """A payment that was withheld for moderators keeps its original cause."""
    if event != "CLEARED":
        return event
    steps = await queries.list_steps(session, row.deal_id)
    return cast("rules.Event", next(step.event for step in reversed(steps) if step.state == "withheld"))


async def _hold_funds(session: AsyncSession, row: Protection, now: datetime) -> None:
    assert row.ship_by is not None
    lines = [Line("provider", -row.total), Line("escrow", row.total)]
    await post_entry(session, f"deal-held:{row.deal_id}", "funds_held", None, lines, now, deal_id=row.deal_id)
    held = FundsHeld(
        **deal_ids(row),
        amount=row.amount,
        fee=row.fee or 0,
        auction_id=row.auction_id,
        sale_number=row.sale_number,
        ship_by=row.ship_by,
        held_at=now,
    )
    await record_event(session, row, held)


async def _pay_out(
    session: AsyncSession, row: Protection, event: rules.Event, now: datetime, *, is_on_appeal: bool
) -> None:
    """Idempotent, because each ledger entry has a unique key."""
    is_refund = row.state in ("refunded", "returned")
    # Locked before the wallets, in the same order as account changes.
    account = None if is_refund else await get_account_for_payout(session, row.seller_id)
    row.refunded = row.total if is_refund else row.refunded
    to_seller, fee = (0, 0) if is_refund else (row.amount - row.refunded, row.fee or 0)
    lines = [
        Line("escrow", -row.total),
        Line("wallet", row.refunded, row.buyer_id),
        Line("wallet", to_seller, row.seller_id),
        Line("sales", fee),
    ]
    reason: Reason = "funds_refunded" if is_refund else "funds_released"
    await post_entry(session, f"deal-ended:{row.deal_id}", reason, None, lines, now, deal_id=row.deal_id)
    buggify.point("after-money-moved")
    if row.disputed_at is not None:
        await record_event(session, row, _dispute_resolved(row, event, now, is_on_appeal=is_on_appeal))
    if is_refund:
        why: RefundedFor = "returned" if row.state == "returned" else _REFUNDED[event]
        await record_event(
            session, row, FundsRefunded(**deal_ids(row), amount=row.refunded, reason=why, refunded_at=now)
        )
        return
    released = FundsReleased(
        **deal_ids(row),
        amount=to_seller,
        fee=fee,
        returned_to_buyer=row.refunded,
        reason=_RELEASED[event],
        released_at=now,
    )
    await record_event(session, row, released)
    await begin_deal_payout(session, account, row.deal_id, to_seller, now)


def _dispute_resolved(
    row: Protection, event: rules.Event, now: datetime, *, is_on_appeal: bool
) -> DisputeResolved:
    by = _RESOLVED_BY.get(event, "staff")
    return DisputeResolved(
        **deal_ids(row),
        outcome=cast("DisputeOutcome", row.state),
        returned_to_buyer=row.refunded,
        resolved_by=by,
        reason=cast("DecisionReason | None", row.decision_code) if by == "staff" else None,
        on_appeal=cast("AppealOutcome | None", row.appeal_outcome)
        if is_on_appeal and event in _BY_DECISION
        else None,
        resolved_at=now,
    )


async def record_event(session: AsyncSession, row: Protection, event: ProtectionEvent) -> None:
    """Call with the row locked."""
    row.version += 1
    await session.flush()
    await outbox.record(session, event, version=row.version)


def deal_ids(row: Protection) -> dict[str, Any]:
    return {
        "transaction_id": row.deal_id,
        "product_id": row.product_id,
        "seller_id": row.seller_id,
        "buyer_id": row.buyer_id,
    }


def role_of(row: Protection, user_id: int) -> rules.Role:
    return "buyer" if user_id == row.buyer_id else "seller"
