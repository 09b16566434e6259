"""Purchase cards that no one has pressed, and whether their listing has a piece left."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# What is in an auction is bought by its Buy Now alone; that is over when the auction has a sale.
_IS_LEFT = (
    "CASE WHEN d.sold_by = 'buy_now' THEN p.status NOT IN ('archived', 'removed') AND NOT EXISTS ("
    "SELECT FROM deals s WHERE s.auction_id = d.auction_id AND s.sale_number IS NOT NULL) "
    "ELSE p.status = 'active' AND p.listing_type <> 'auction' AND p.free > 0 END"
)
# Of several cards of one buyer for a listing only one may be open: the newest.
_MAY_RETURN = (
    "d.sold_by <> 'buy_now' AND NOT EXISTS (SELECT FROM deals o WHERE o.product_id = d.product_id "
    "AND o.buyer_id = d.buyer_id AND o.state = 'offered') AND NOT EXISTS (SELECT FROM deals n "
    "WHERE n.buyer_id = d.buyer_id AND n.id > d.id AND n.product_id = d.product_id AND n.state = 'unavailable' "
    "AND n.sale_number IS NULL)"
)
_CARDS = (
    "FROM deals d JOIN product_copies p ON p.product_id = d.product_id "
    "WHERE d.state IN ('offered', 'unavailable') AND d.sale_number IS NULL "
    f"AND CASE d.state WHEN 'offered' THEN NOT {_IS_LEFT} ELSE {_IS_LEFT} AND {_MAY_RETURN} END "
)
_TO_CHANGE = text(f"SELECT d.id {_CARDS} AND d.product_id = :product_id ORDER BY d.id LIMIT :most")
_CHANGES = text(f"SELECT d.state {_CARDS} AND d.id = :deal_id")
_DUE = text(
    "SELECT product_id, cards_due FROM product_copies WHERE cards_due IS NOT NULL ORDER BY cards_due LIMIT :most"
)
_MARK_CURRENT = text(
    "UPDATE product_copies SET cards_due = NULL WHERE product_id = :product_id AND cards_due = :since"
)
_LOOK_AGAIN = text(
    "UPDATE product_copies SET cards_due = clock_timestamp(), free = coalesce(CAST(:free AS bigint), free) "
    "WHERE product_id = :product_id"
)
_HOLD = text("SELECT free FROM product_copies WHERE product_id = :product_id FOR SHARE")


async def look_again(session: AsyncSession, product_id: int, free: int | None = None) -> None:
    """Mark the cards of a listing as due, and keep how many of its pieces are free, where that is known."""
    await session.execute(_LOOK_AGAIN, {"product_id": product_id, "free": free})


async def hold_free(session: AsyncSession, product_id: int) -> int:
    """Return how many pieces are free; no fact changes it before this transaction ends."""
    return int((await session.execute(_HOLD, {"product_id": product_id})).scalar_one_or_none() or 0)


async def due(session: AsyncSession, most: int) -> Sequence[tuple[int, datetime]]:
    """Return listings whose cards are to be looked at, and since when, the oldest first."""
    found = await session.execute(_DUE, {"most": most})
    return [(row.product_id, row.cards_due) for row in found]


async def mark_cards_current(session: AsyncSession, product_id: int, since: datetime) -> None:
    """Write down that the cards of a listing are right, unless it has changed since."""
    await session.execute(_MARK_CURRENT, {"product_id": product_id, "since": since})


async def to_change(session: AsyncSession, product_id: int, most: int) -> list[int]:
    """Return the next deals of a listing whose cards say something else than its stock."""
    found = await session.execute(_TO_CHANGE, {"product_id": product_id, "most": most})
    return list(found.scalars())


async def is_to_change(session: AsyncSession, deal_id: int) -> bool:
    """Return whether the card of a deal still says something else; call with the deal locked."""
    return (await session.execute(_CHANGES, {"deal_id": deal_id})).first() is not None
