import asyncio
from datetime import datetime

from libs.contracts.events.signals import COUNTS_FOR
from libs.kit.db.database import Database
from libs.kit.db.pieces import PIECE, delete_old
from services.admin.analytics.rules import EVENTS_KEPT
from services.admin.analytics.service import count_days
from services.admin.audit import queries
from services.admin.audit.rules import CHAINS, EVENT_DAYS_KEPT
from services.admin.cases.rules import CASES_KEPT, SANCTIONS_KEPT
from services.admin.operator_settings.rules import RULE_STEPS_KEPT, SETTING_STEPS_KEPT
from services.admin.risk.deal_scoring import DEALS_KEPT
from services.admin.risk.queries import OVER
from services.admin.risk.rules import ACCOUNTS_KEPT, AUCTIONS_KEPT, PAIRS_KEPT, UNENDED_KEPT
from services.admin.risk.takeover_scoring import ACTS_KEPT


async def trim_all(database: Database, now: datetime) -> int:
    before = now - EVENTS_KEPT
    gone = await delete_old(database, "web_events", "received_at < :before", {"before": before})
    for table in ("web_event_days", "web_event_counts"):
        gone += await delete_old(database, table, "day < CAST(:before AS date)", {"before": before})
    # Also deletes their reports, steps and acknowledgements.
    over = {"before": now - CASES_KEPT}
    gone += await delete_old(database, "cases", "over_at < :before", over, piece=500)
    gone += await delete_old(database, "setting_steps", "at < :before", {"before": now - SETTING_STEPS_KEPT})
    old = {"before": now - RULE_STEPS_KEPT}
    gone += await delete_old(database, "platform_rule_steps", "at < :before", old)
    sanctions = {"before": now - SANCTIONS_KEPT}
    gone += await delete_old(database, "account_sanctions", "decided_at < :before", sanctions)
    gone += await _trim_risk(database, now)
    async with database.transaction() as session:
        await queries.add_up_events(session, (now - EVENT_DAYS_KEPT).date())
    gone += await trim_record(database)
    await count_days(database, now)  # Last, so that a failure here cannot block the deletions.
    return gone


async def _trim_risk(database: Database, now: datetime) -> int:
    gone = await delete_old(
        database, "risk_auctions", "ended_at < :before", {"before": now - AUCTIONS_KEPT}, piece=500
    )
    unended = {"before": now - UNENDED_KEPT}
    gone += await delete_old(
        database, "risk_auctions", "ended_at IS NULL AND seen_at < :before", unended, piece=500
    )
    gone += await delete_old(
        database, "risk_accounts", "registered_at < :before", {"before": now - ACCOUNTS_KEPT}
    )
    gone += await delete_old(database, "risk_acts", "slot < :before", {"before": now - ACTS_KEPT})
    gone += await delete_old(database, "risk_signals", OVER, {"before": now - COUNTS_FOR})
    gone += await delete_old(database, "risk_deals", "seen_at < :before", {"before": now - DEALS_KEPT})
    decided = {"before": now - PAIRS_KEPT}
    return gone + await delete_old(
        database, "risk_pairs", "state <> 'open' AND decided_at < :before", decided, piece=500
    )


async def trim_record(database: Database) -> int:
    total = await _trim_unchained(database)
    for chain in CHAINS:
        gone = PIECE
        while gone == PIECE:
            async with database.transaction() as session:
                gone = await queries.trim_chain(session, chain, PIECE)
            total += gone
            await asyncio.sleep(0)
    return total


async def _trim_unchained(database: Database) -> int:
    """Deletes entries from before chains existed."""
    last, total, finished = 0, 0, False
    while not finished:
        async with database.transaction() as session:
            found = await queries.trim_audit(session, last, PIECE)
        last, total, finished = found.last or last, total + found.gone, found.finished
        await asyncio.sleep(0)
    return total
