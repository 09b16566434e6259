"""What boost decides about cancellations: asked before messaging commits one, while no connection is held.

From its answer on boost pays no one, until it consumes `DealCancelled` or asks what became of the deal."""

from datetime import datetime

import structlog

from libs.contracts.events.trades import CancelledBy
from libs.kit.http.client import InternalClient
from libs.kit.http.errors import Unavailable
from libs.kit.process import buggify
from services.messaging.domain.refusals import CancellationClosed, CancellationOutdated

log = structlog.get_logger(__name__)


async def begin_cancellation(
    boost: InternalClient,
    deal_id: int,
    by: CancelledBy,
    asked_at: datetime | None = None,
    agreed_at: datetime | None = None,
) -> str | None:
    """Ask whether a deal may be cancelled, and have its money kept until it is. A request without
    `agreed_at` is only checked. Returns what `withdraw_cancellation` needs, or None if nothing is pending."""
    wanted = {
        "by": by,
        "askedAt": None if asked_at is None else asked_at.isoformat(),
        "agreedAt": None if agreed_at is None else agreed_at.isoformat(),
    }
    answer = await boost.post(f"/internal/deals/{deal_id}/cancellation", wanted)
    match answer.body.get("code") if isinstance(answer.body, dict) else None:
        case "cancellation_closed":
            raise CancellationClosed
        case "cancellation_outdated":
            raise CancellationOutdated
    if answer.status != 200:
        raise Unavailable
    buggify.point("after-cancellation-allowed")
    # An older build of boost does not say since when.
    pending_since: str | None = answer.body.get("pendingSince")
    return pending_since


async def withdraw_cancellation(boost: InternalClient, deal_id: int, pending_since: str) -> None:
    """End a pending cancellation that was not committed. If boost is away it asks about it later."""
    path = f"/internal/deals/{deal_id}/cancellation/withdraw"
    try:
        answer = await boost.post(path, {"pendingSince": pending_since})
    except Unavailable:
        log.warning("cancellation_not_withdrawn", deal=deal_id)
        return
    if answer.status != 200:
        log.warning("cancellation_not_withdrawn", deal=deal_id, status=answer.status)
