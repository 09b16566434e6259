"""Compares auctions with their bids while they run."""

from datetime import timedelta

import structlog
from prometheus_client import Gauge

from libs.kit.db.database import Database
from libs.kit.process import clock
from services.auction.queries import contradictions as queries

log = structlog.get_logger(__name__)
# Must stay 0. Compared again here because a hand at the database goes past the code.
VIOLATIONS = Gauge(
    "bid_invariant_violations",
    "Running auctions that changed of late and stood otherwise than their bids say, at the last look",
)
LOOKED_BACK, MOST_NAMED = timedelta(minutes=2), 100


async def look(database: Database) -> None:
    """Count and log the auctions that changed in the last minutes and stand otherwise than their bids say."""
    async with database.reading() as session:
        wrong = await queries.contradictions(session, clock.about_now() - LOOKED_BACK, MOST_NAMED)
    VIOLATIONS.set(len(wrong))
    if wrong:
        log.error("auctions_contradict_bids", auctions=wrong)
