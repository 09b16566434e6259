from datetime import datetime
from typing import Any, Literal

import structlog

from libs.contracts.events.trades import CancelledBy
from libs.kit.errors import Unavailable
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import buggify
from services.messaging.deals.models import Deal
from services.messaging.deals.rules import (
    BuyNow,
    CancellationClosed,
    CancellationOutdated,
    NoLongerAvailable,
    NotForSale,
    Sale,
)

# Errors of auction that mean Buy Now is unavailable.
_NOT_FOR_SALE = ("auction_ended", "buy_now_closed", "price_differs", "not_found", "forbidden")


async def get_buy_now(auction: InternalClient, product_id: int) -> BuyNow:
    answer = await auction.get(f"/internal/products/{product_id}/buy-now")
    if answer.status == 200:
        return BuyNow(answer.body["auctionId"], answer.body["price"])
    raise NotForSale if _code(answer) in _NOT_FOR_SALE else Unavailable


async def buy_now(auction: InternalClient, deal: Deal) -> Sale:
    wanted = {"buyerId": deal.buyer_id, "price": deal.amount}
    answer = await auction.post(f"/internal/auctions/{deal.auction_id}/bought", wanted)
    if answer.status != 200:
        raise NoLongerAvailable if _code(answer) in _NOT_FOR_SALE else Unavailable
    buggify.point("after-bought")
    return _sale(answer.body)


def _sale(body: dict[str, Any]) -> Sale:
    return Sale(body["auctionId"], body["sale"], body["price"], datetime.fromisoformat(body["payBy"]))


def _code(answer: Answer) -> str | None:
    return answer.body.get("code") if isinstance(answer.body, dict) else None


log = structlog.get_logger(__name__)


async def begin_cancellation(
    boost: InternalClient,
    deal_id: int,
    by: CancelledBy | Literal["unpaid"],
    asked_at: datetime | None = None,
    agreed_at: datetime | None = None,
) -> str | None:
    """Ask boost whether a deal may be cancelled. If so, boost blocks payouts until the cancellation ends.
    Returns the token for `withdraw_cancellation`, or None if nothing is pending. A request without
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
    # Older builds of boost omit this field.
    pending_since: str | None = answer.body.get("pendingSince")
    return pending_since


async def check_cancellation(boost: InternalClient, deal_id: int) -> None:
    """Raises if boost would refuse staff to cancel the deal. Nothing becomes pending."""
    answer = await boost.get(f"/internal/deals/{deal_id}/staff-cancellation")
    if answer.status != 200:
        raise Unavailable
    if not answer.body["isAllowed"]:
        raise CancellationClosed


async def withdraw_cancellation(boost: InternalClient, deal_id: int, pending_since: str) -> None:
    """If boost is unavailable, boost asks messaging later."""
    path = f"/internal/deals/{deal_id}/cancellation/withdraw"
    try:
        answer = await boost.post(path, {"pendingSince": pending_since})
    except Unavailable:
        log.warning("cancellation_not_withdrawn", deal=deal_id)
        return
    if answer.status != 200:
        log.warning("cancellation_not_withdrawn", deal=deal_id, status=answer.status)
