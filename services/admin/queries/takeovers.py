"""What people did that may speak for a takeover: counted, and read around each beginning."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.admin.domain.takeovers import BEGINNINGS, MOST_BEGINNINGS, SOON, USUAL, Act
from services.admin.models import RiskPair

# In one order, so that two batches never wait for each other in a circle.
_ADD = text(
    "INSERT INTO risk_acts AS r (user_id, code, slot, times) "
    "SELECT * FROM unnest(CAST(:people AS bigint[]), CAST(:codes AS text[]), CAST(:slots AS timestamptz[]), "
    "    CAST(:times AS int[])) "
    "ON CONFLICT (user_id, slot, code) DO UPDATE SET times = r.times + excluded.times"
)
# Each person's newest beginnings and the oldest of the same days, those that staff has decided upon left out,
# and what was done around them. Only the newest: who begins often enough would push out what came first.
_AROUND = text("""
WITH undecided AS (
    SELECT DISTINCT person.id AS user_id, a.slot
    FROM unnest(CAST(:people AS bigint[])) AS person (id)
    JOIN risk_acts AS a ON a.user_id = person.id AND a.code = ANY(:beginnings)
    LEFT JOIN risk_pairs AS p ON p.bidder_id = person.id AND p.seller_id = person.id AND p.kind = 'takeover'
    WHERE p.decided_at IS NULL OR a.slot + interval '15 minutes' > p.decided_at
), placed AS (
    SELECT user_id, slot, row_number() OVER (PARTITION BY user_id ORDER BY slot DESC) AS place,
        max(slot) OVER (PARTITION BY user_id) - CAST(:soon AS interval) AS since
    FROM undecided
), beginnings AS (
    SELECT user_id, slot FROM placed WHERE place <= :most
    UNION
    SELECT user_id, slot FROM (
        SELECT user_id, slot, row_number() OVER (PARTITION BY user_id ORDER BY slot) AS place
        FROM placed WHERE slot > since) AS oldest WHERE place <= :most
)
SELECT b.user_id, b.slot, a.code, coalesce(sum(a.times) FILTER (WHERE a.slot >= b.slot), 0) AS soon,
    coalesce(sum(a.times) FILTER (WHERE a.slot < b.slot), 0) AS before
FROM beginnings AS b JOIN risk_acts AS a ON a.user_id = b.user_id
    AND a.slot >= b.slot - CAST(:usual AS interval) AND a.slot < b.slot + CAST(:soon AS interval)
GROUP BY b.user_id, b.slot, a.code ORDER BY b.user_id, b.slot, a.code""")
_FORGET = text("DELETE FROM risk_acts WHERE user_id = :user_id")
Around = tuple[dict[str, int], dict[str, int]]


async def add(session: AsyncSession, times: Mapping[Act, int]) -> None:
    """Add what people did to what is known."""
    acts = sorted(times, key=lambda act: (act[0], act[2], act[1]))
    columns = {
        "people": [user_id for user_id, _, _ in acts],
        "codes": [code for _, code, _ in acts],
        "slots": [slot for _, _, slot in acts],
        "times": [times[act] for act in acts],
    }
    await session.execute(_ADD, columns)


async def around(session: AsyncSession, people: Collection[int]) -> dict[int, dict[datetime, Around]]:
    """Return for each beginning of these people how often they did what soon after it, and before."""
    values = {
        "people": people, "beginnings": sorted(BEGINNINGS), "most": MOST_BEGINNINGS, "soon": SOON, "usual": USUAL,
    }  # fmt: skip
    found: dict[int, dict[datetime, Around]] = defaultdict(dict)
    for row in await session.execute(_AROUND, values):
        soon, before = found[row.user_id].setdefault(row.slot, ({}, {}))
        soon[row.code], before[row.code] = int(row.soon), int(row.before)
    return found


async def of_people(session: AsyncSession, people: Collection[int]) -> dict[int, RiskPair]:
    """Return the cases of accounts that were ever flagged, locked in the order of their numbers."""
    query = select(RiskPair).where(col(RiskPair.bidder_id).in_(people), col(RiskPair.kind) == "takeover")
    query = query.order_by(col(RiskPair.id)).with_for_update()
    found = await session.execute(query.execution_options(populate_existing=True))
    return {one.bidder_id: one for one in found.scalars()}


async def forget(session: AsyncSession, user_id: int) -> None:
    """Forget what a person did."""
    await session.execute(_FORGET, {"user_id": user_id})
