"""Reserved auctions that never opened: after an hour catalog is asked what became of the listing."""

from datetime import timedelta

import structlog

from libs.contracts.events.catalog import ProductListed
from libs.kit.db.database import Database
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import clock
from services.auction.queries import auctions as auction_queries
from services.auction.service import auctions

log = structlog.get_logger(__name__)

AT_ONCE = 20
# No listing is still being written so long after its auction was reserved; younger drafts are left alone.
DRAFT_LIFETIME = timedelta(hours=1)


async def sweep(database: Database, catalog: InternalClient) -> int:
    """Open old drafts whose listing exists and delete those without one; return how many were looked at."""
    async with database.reading() as session:
        old = await auction_queries.old_drafts(session, await clock.now(session) - DRAFT_LIFETIME, AT_ONCE)
    for draft_id in old:
        answer = await catalog.get(f"/internal/products/by-auction/{draft_id}")
        listed = ProductListed.read(answer.body) if answer.status == 200 else None
        async with database.transaction() as session:
            if _has_none(answer):
                await auction_queries.forget_draft(session, draft_id)
            elif listed is not None:
                await auctions.open_auction(session, listed)
            else:
                log.warning("draft_unanswered", auction=draft_id, status=answer.status)
            left = await auction_queries.draft_for_update(session, draft_id)
            if (
                left is not None
            ):  # its seller may not trade just now: it is asked about again, after all others
                left.updated_at = await clock.now(session)
    return len(old)


def _has_none(answer: Answer) -> bool:
    """Return whether catalog itself says that there is no listing; any other refusal says nothing about
    it."""
    return answer.status == 404 and isinstance(answer.body, dict) and answer.body.get("code") == "no_listing"
