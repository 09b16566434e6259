"""Which accounts share a browser, a delivery address or a bank account."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.signals import MOST_SHARERS, SharedSignal, SignalKind

# Whose erasure was heard is not added again by a fact that comes late. In one order, so that two batches
# never wait for each other in a circle.
_ADD = text(
    "INSERT INTO risk_signals AS r (kind, signal, user_id, since, seen_at) "
    "SELECT kind, signal, user_id, min(since), max(seen_at) FROM unnest(CAST(:kinds AS text[]), "
    "    CAST(:signals AS bigint[]), CAST(:people AS bigint[]), CAST(:since AS timestamptz[]), "
    "    CAST(:seen_at AS timestamptz[])) AS told (kind, signal, user_id, since, seen_at) "
    "WHERE NOT EXISTS (SELECT FROM people WHERE people.user_id = told.user_id AND standing = 'erased') "
    "GROUP BY kind, signal, user_id ORDER BY kind, signal, user_id "
    "ON CONFLICT (kind, signal, user_id) DO UPDATE SET since = least(r.since, excluded.since), "
    "seen_at = greatest(r.seen_at, excluded.seen_at)"
)
_SHARERS = text(
    "SELECT DISTINCT r.user_id FROM unnest(CAST(:kinds AS text[]), CAST(:signals AS bigint[])) AS told (kind, signal) "
    "JOIN risk_signals AS r ON r.kind = told.kind AND r.signal = told.signal ORDER BY 1"
)
_LINKS = text(
    "SELECT o.user_id, s.kind, min(greatest(s.since, o.since)) AS since, max(least(s.seen_at, o.seen_at)) AS seen_at "
    "FROM risk_signals AS s JOIN risk_signals AS o ON o.kind = s.kind AND o.signal = s.signal "
    "WHERE s.user_id = :user_id AND o.user_id <> s.user_id AND (SELECT count(*) FROM risk_signals AS every "
    "    WHERE every.kind = s.kind AND every.signal = s.signal) <= :most_sharers "
    "GROUP BY o.user_id, s.kind ORDER BY max(least(s.seen_at, o.seen_at)) DESC, o.user_id, s.kind LIMIT :most"
)
# Also of a person whose erasure came while a fact about them was added.
OVER = "seen_at < :before OR user_id IN (SELECT user_id FROM people WHERE standing = 'erased')"
_FORGET = text("DELETE FROM risk_signals WHERE user_id = :user_id")


@dataclass(frozen=True)
class Link:
    """Another account, what it shares, since when both have it, and when both were last seen with it."""

    user_id: int
    kind: SignalKind
    since: datetime
    seen_at: datetime


async def add(session: AsyncSession, told: Sequence[SharedSignal]) -> list[int]:
    """Add who has which signal, and return all who have one of them."""
    values = {
        "kinds": [one.kind for one in told],
        "signals": [one.signal for one in told],
        "people": [one.user_id for one in told],
        "since": [one.since for one in told],
        "seen_at": [one.seen_at for one in told],
    }
    await session.execute(_ADD, values)
    names = {"kinds": values["kinds"], "signals": values["signals"]}
    return list((await session.execute(_SHARERS, names)).scalars())


async def links_of(session: AsyncSession, user_id: int, most: int) -> Collection[Link]:
    """Return what an account shares with others, the newest first; what too many share is left out."""
    values = {"user_id": user_id, "most_sharers": MOST_SHARERS, "most": most}
    return [Link(*row) for row in await session.execute(_LINKS, values)]


async def forget(session: AsyncSession, user_id: int) -> None:
    """Forget what an account had."""
    await session.execute(_FORGET, {"user_id": user_id})
