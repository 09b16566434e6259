"""What auction decides about its sales: asked before messaging commits a step of such a deal.

No connection to the database is held meanwhile. If the step is never committed, the fact that auction has
told moves the deal (`sales.py`)."""

from datetime import datetime
from typing import Any, Literal

from libs.kit.http.client import Answer, InternalClient
from libs.kit.http.errors import Unavailable
from libs.kit.process import buggify
from services.messaging.domain.deals import BuyNow, Sale
from services.messaging.domain.refusals import (
    AlreadySettled,
    NoLongerAvailable,
    NotForSale,
    PaymentWindowOpen,
)
from services.messaging.models.deals import Deal

# Of Buy Now: the lot is sold, its bids are too high, or it costs something else now.
_NOT_FOR_SALE = ("auction_ended", "buy_now_closed", "price_differs", "not_found", "forbidden")


async def buy_now_of(auction: InternalClient, product_id: int) -> BuyNow:
    """Return for how much an auctioned listing may be bought at once; refuse where it may not."""
    answer = await auction.get(f"/internal/products/{product_id}/buy-now")
    if answer.status == 200:
        return BuyNow(answer.body["auctionId"], answer.body["price"])
    raise NotForSale if _code(answer) in _NOT_FOR_SALE else Unavailable


async def buy(auction: InternalClient, deal: Deal) -> Sale:
    """Buy a lot at once for the buyer of a deal, and return its sale; asked again it is the same."""
    wanted = {"buyerId": deal.buyer_id, "price": deal.amount}
    answer = await auction.post(f"/internal/auctions/{deal.auction_id}/bought", wanted)
    if answer.status != 200:
        raise NoLongerAvailable if _code(answer) in _NOT_FOR_SALE else Unavailable
    buggify.point("after-bought")
    return _sale(answer.body)


async def settle(
    auction: InternalClient,
    deal: Deal,
    *,
    paid: bool,
    cancelled_by: Literal["buyer", "seller", "staff"] | None = None,
) -> None:
    """Say how the sale of a deal went, or call it off; raise what auction refuses."""
    settlement = {
        "sellerId": deal.seller_id,
        "sale": deal.sale_number,
        "paid": paid,
        "cancelledBy": cancelled_by,
    }
    answer = await auction.post(f"/internal/auctions/{deal.auction_id}/settle", settlement)
    match _code(answer):
        case "already_settled":
            raise AlreadySettled
        case "payment_window_open":
            raise PaymentWindowOpen(answer.body["details"]["payBy"])
    if answer.status != 200:
        raise Unavailable
    buggify.point("after-settled")


def _sale(body: dict[str, Any]) -> Sale:
    return Sale(body["auctionId"], body["sale"], body["price"], datetime.fromisoformat(body["payBy"]))


def _code(answer: Answer) -> str | None:
    return answer.body.get("code") if isinstance(answer.body, dict) else None
