"""What a seller may ask of an auction."""

from datetime import datetime

from libs.kit import money
from libs.kit.http.errors import InvalidInput

HIGHEST_BID = 100_000_00
LEAST_INCREMENT = 1_00
# Auctions of one seller that are reserved and not open: an open one is bounded as a listing.
MOST_RESERVED = 500


def check_terms(
    *,
    starting_price: int,
    reserve_price: int | None,
    buy_now_price: int | None,
    bid_increment: int,
    ends_at: datetime,
    now: datetime,
) -> None:
    """Refuse terms that a seller may not ask; each refusal names its field."""
    faults = []
    if starting_price < 1:
        faults.append(("startingPrice", "Starting price must be greater than 0"))
    if starting_price > HIGHEST_BID:
        faults.append(
            ("startingPrice", f"Starting price must be {money.format_ringgit(HIGHEST_BID)} or less")
        )
    if bid_increment < LEAST_INCREMENT:
        faults.append(("bidIncrement", "Bid increment must be at least 1"))
    if reserve_price is not None and reserve_price < starting_price:
        faults.append(("reservePrice", "Reserve price must be at least the starting price"))
    if buy_now_price is not None and buy_now_price < max(starting_price, reserve_price or 0):
        faults.append(("buyNowPrice", "Buy Now price must be above the reserve price"))
    if ends_at <= now:
        faults.append(("auctionEndDate", "End date must be in the future"))
    if (ends_at - now).days > 3650:
        faults.append(("auctionEndDate", "End date must be within ten years"))
    if faults:
        raise InvalidInput(fields=[{"field": f"auction.{field}", "message": text} for field, text in faults])
