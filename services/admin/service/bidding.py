"""Who bids against whom: facts are added to figures as they come, many at once."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope, Fact
from services.admin.domain import bidding as rules
from services.admin.queries import bidding as queries
from services.admin.service import risk


async def fold(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Add facts to the figures; where an auction has ended, count the scores of its people anew.

    Call with the record's chains locked: what a bid is compared with is read and written back."""
    await add(session, _readable(envelopes))


async def add(session: AsyncSession, facts: Sequence[tuple[Fact, datetime]]) -> None:
    """Add facts, each with the time it was told, as `fold` does."""
    if not facts:
        return
    auctions = rules.auctions_in(fact for fact, _ in facts)
    batch = rules.BidBatch(await queries.lots(session, auctions) if auctions else {})
    for fact, at in facts:
        batch.take(fact, at)
    if batch.lots:
        await queries.write(session, batch.lots, batch.parts)
    people = set(batch.accounts)
    if batch.accounts:
        await queries.add_accounts(session, batch.accounts)
    if batch.settled:
        people.update(await queries.people_of(session, batch.settled))
    if people:
        await risk.rescore(session, sorted(people))


async def forget(session: AsyncSession, user_id: int) -> None:
    """Forget when an erased person registered; what they did stays under their number for its time."""
    await queries.forget_account(session, user_id)


def _readable(envelopes: Sequence[Envelope]) -> list[tuple[Fact, datetime]]:
    facts = []
    for envelope in envelopes:
        if envelope.type in rules.KINDS:
            try:
                facts.append((envelope.fact(), envelope.time))
            except ValidationError:  # the record keeps what a newer build means by it; figures do without
                continue
    return facts
