"""Two people whose bidding looks arranged: their money waits until moderators have judged them."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.process import clock
from services.boost.domain import payout_holds as rules
from services.boost.models.payout_holds import PayoutHold
from services.boost.models.protection import Protection
from services.boost.queries import payout_holds as queries


async def follow(session: AsyncSession, fact: rules.RiskTold) -> None:
    """Put a pair on hold, or let its money go on; an older fact never follows a newer one."""
    row = await queries.locked(session, fact.pair_id)
    step = fact.step or (1 if row is None else row.step + 1)
    if row is not None and step <= row.step:
        return
    before = None if row is None else cast("rules.Hold", row.state)
    state = rules.after(before, fact)
    if state is None:
        return
    now = await clock.now(session)
    if row is None:
        row = PayoutHold(
            pair_id=fact.pair_id, bidder_id=fact.bidder_id, seller_id=fact.seller_id, state=state, step=step,
            changed_at=now,
        )  # fmt: skip
    row.state, row.step, row.changed_at = state, step, now
    session.add(row)
    await session.flush()
    # Locked after the hold is written: a payout that is being made ends first, any later one sees the hold.
    deals = await queries.locked_deals(session, fact.bidder_id, fact.seller_id)
    if await between(session, fact.bidder_id, fact.seller_id) is None:
        for deal in deals:
            if deal.state == "withheld":
                deal.due_at = now


async def of_deal(session: AsyncSession, deal: Protection) -> rules.Hold | None:
    """Return whether the two of a deal are on hold, and whether a person has confirmed it. Call with the deal
    locked where something follows from it."""
    return await between(session, deal.buyer_id, deal.seller_id)


async def between(session: AsyncSession, one: int, other: int) -> rules.Hold | None:
    """Return whether two people are on hold; where each bids on the other, what waits counts first."""
    states = await queries.states_between(session, one, other)
    for hold in ("held", "confirmed"):
        if hold in states:
            return cast("rules.Hold", hold)
    return None
