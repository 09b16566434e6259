"""Purchases that look made up and sales that go wrong: facts are added as they come, and who is concerned is
scored anew."""

from collections.abc import Collection, Sequence

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.fact import Envelope
from services.admin.domain import deals as rules
from services.admin.queries import deals as queries
from services.admin.queries import risk as risk_queries
from services.admin.service import risk


async def fold(session: AsyncSession, envelopes: Sequence[Envelope]) -> None:
    """Add what facts tell of purchases, and score buyers and sellers of these anew."""
    batch = rules.DealBatch()
    for envelope in envelopes:
        if envelope.type in rules.KINDS:
            try:
                batch.take(envelope.fact())
            except ValidationError:  # a newer build means more by it; figures do without
                continue
    if not batch.parts:
        return
    await queries.add(session, batch.parts)
    await rescore(session, {who for one in batch.parts.values() for who in (one.buyer_id, one.seller_id)})


async def rescore(session: AsyncSession, people: Collection[int]) -> None:
    """Score these people as buyers, with each seller of whom they bought often, and as sellers."""
    ordered = sorted(people)
    # Locked first: what staff decides in this moment is then decided before the figures are read.
    known = await risk_queries.of_bidders(session, ordered, "deals")
    found = await queries.pairs_of(session, ordered)
    for key, (pair, newest) in found.items():
        subject = risk.Subject(*key, "deals")
        await risk.follow_score(session, subject, known.get(key), rules.score_pair(pair), newest)
    risk.clear_unfound(known, found)
    known = await risk_queries.of_bidders(session, ordered, "sales")
    sold = await queries.sales_of(session, ordered)
    for seller, (sales, newest) in sold.items():
        subject = risk.Subject(seller, seller, "sales")
        score = rules.score_sales(sales)
        await risk.follow_score(session, subject, known.get((seller, seller)), score, newest)
    risk.clear_unfound(known, {(seller, seller) for seller in sold})
