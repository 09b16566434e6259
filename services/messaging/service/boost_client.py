"""What boost decides about cancellations: asked before messaging commits one, while no connection is held.

From its answer on boost pays no one, until it consumes `DealCancelled` or asks what became of the deal."""

from datetime import datetime

from libs.contracts.events.trades import CancelledBy
from libs.kit.http.client import InternalClient
from libs.kit.http.errors import Unavailable
from libs.kit.process import buggify
from services.messaging.domain.refusals import CancellationClosed, CancellationOutdated


async def begin_cancellation(
    boost: InternalClient,
    deal_id: int,
    by: CancelledBy,
    asked_at: datetime | None = None,
    agreed_at: datetime | None = None,
) -> None:
    """Ask whether a deal may be cancelled, and have its money kept until it is. A request without
    `agreed_at` is only checked."""
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
