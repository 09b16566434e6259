from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from services.messaging.deals.models import Deal, TimelineEntry
from services.messaging.deals.rules import WAITS_FOR, Deliveries


async def get_deals(session: AsyncSession, ids: Collection[int]) -> dict[int, Deal]:
    if not ids:
        return {}
    query = select(Deal).where(col(Deal.id).in_(ids))
    return {row.known_id: row for row in (await session.execute(query)).scalars()}


async def lock_deal(session: AsyncSession, deal_id: int) -> Deal | None:
    """Lock the deal's conversation first."""
    query = select(Deal).where(col(Deal.id) == deal_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def get_open_card(session: AsyncSession, product_id: int, buyer_id: int) -> Deal | None:
    query = select(Deal).where(
        col(Deal.product_id) == product_id, col(Deal.buyer_id) == buyer_id, col(Deal.state) == "offered"
    )
    return (await session.execute(query)).scalar_one_or_none()


async def get_deal_of_sale(session: AsyncSession, auction_id: int, number: int) -> Deal | None:
    """Lock the conversation before changing the deal."""
    query = select(Deal).where(col(Deal.auction_id) == auction_id, col(Deal.sale_number) == number)
    return (await session.execute(query)).scalar_one_or_none()


async def list_orders(
    session: AsyncSession,
    user_id: int,
    *,
    is_seller: bool,
    states: Collection[str],
    before: int | None,
    most: int,
) -> list[Deal]:
    mine = Deal.seller_id if is_seller else Deal.buyer_id
    query = select(Deal).where(
        col(mine) == user_id, col(Deal.opened_at).is_not(None), col(Deal.state).in_(states)
    )
    if before is not None:
        query = query.where(col(Deal.id) < before)
    return list((await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars())


async def list_newest_deals(
    session: AsyncSession, user_id: int, states: Collection[str], most: int, before: int | None = None
) -> list[Deal]:
    found = [
        deal
        for is_seller in (False, True)
        for deal in await list_orders(
            session, user_id, is_seller=is_seller, states=states, before=before, most=most
        )
    ]
    return sorted(found, key=lambda deal: -deal.known_id)[:most]


async def list_all_orders(
    session: AsyncSession, *, states: Collection[str], before: int | None, most: int
) -> list[Deal]:
    found: list[Deal] = []
    for state in states:  # One index scan per state, because the newest deal of a rare state may be far back.
        query = select(Deal).where(col(Deal.state) == state, col(Deal.opened_at).is_not(None))
        if before is not None:
            query = query.where(col(Deal.id) < before)
        found += (await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars()
    return sorted(found, key=lambda deal: -deal.known_id)[:most]


async def find_orders_by_number(session: AsyncSession, order_id: int | None, tracking: str) -> list[Deal]:
    mine = col(Deal.tracking_number) == tracking
    query = select(Deal).where(mine, col(Deal.opened_at).is_not(None)).order_by(col(Deal.id).desc()).limit(20)
    found = list((await session.execute(query)).scalars())
    named = None if order_id is None else (await get_deals(session, [order_id])).get(order_id)
    if named is not None and named.opened_at is not None:
        found = [named, *(deal for deal in found if deal.id != order_id)]
    return found


async def list_unfinished_deals(
    session: AsyncSession, user_id: int, states: Collection[str], most: int
) -> list[int]:
    found: list[int] = []
    for mine in (Deal.buyer_id, Deal.seller_id):
        query = select(col(Deal.id)).where(col(mine) == user_id, col(Deal.state).in_(states))
        newest = (await session.execute(query.order_by(col(Deal.id).desc()).limit(most))).scalars()
        found += (item for item in newest if item is not None)
    return found


async def have_deal(session: AsyncSession, user_id: int, other_id: int, states: Collection[str]) -> bool:
    """True if the two people have a confirmed purchase from each other in one of these states."""
    buyer, seller = col(Deal.buyer_id), col(Deal.seller_id)
    query = select(col(Deal.id)).where(
        ((buyer == user_id) & (seller == other_id)) | ((buyer == other_id) & (seller == user_id)),
        col(Deal.state).in_(states),
        col(Deal.opened_at).is_not(None),
    )
    return (await session.execute(query.limit(1))).first() is not None


async def get_timeline(session: AsyncSession, deal_id: int) -> list[TimelineEntry]:
    query = (
        select(TimelineEntry).where(col(TimelineEntry.deal_id) == deal_id).order_by(col(TimelineEntry.number))
    )
    return list((await session.execute(query)).scalars())


async def get_next_event_number(session: AsyncSession, deal_id: int) -> int:
    """Call with the deal locked."""
    query = select(func.coalesce(func.max(col(TimelineEntry.number)), 0) + 1).where(
        col(TimelineEntry.deal_id) == deal_id
    )
    return int((await session.execute(query)).scalar_one())


async def list_deals_to_lapse(session: AsyncSession, before: datetime, most: int) -> list[Deal]:
    query = select(Deal).where(col(Deal.state) == "awaiting_review", col(Deal.state_since) < before)
    return list((await session.execute(query.order_by(col(Deal.state_since)).limit(most))).scalars())


async def list_deals_to_remind(session: AsyncSession, number: int, before: datetime, most: int) -> list[int]:
    query = select(col(Deal.id)).where(
        col(Deal.state).in_(WAITS_FOR), col(Deal.reminders) == number, col(Deal.state_since) < before
    )
    found = await session.execute(query.order_by(col(Deal.state_since)).limit(most))
    return [item for item in found.scalars() if item is not None]


async def lock_deal_if_free(session: AsyncSession, deal_id: int) -> Deal | None:
    """Returns None if another transaction holds the lock. Do not lock anything afterwards."""
    query = select(Deal).where(col(Deal.id) == deal_id).with_for_update(skip_locked=True)
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


# Only Buy Now sells an auction listing before the auction's first sale.
_IS_LEFT = (
    "CASE WHEN d.sold_by = 'buy_now' THEN p.status NOT IN ('archived', 'removed') AND NOT EXISTS ("
    "SELECT FROM deals s WHERE s.auction_id = d.auction_id AND s.sale_number IS NOT NULL) "
    "ELSE p.status = 'active' AND p.listing_type <> 'auction' AND p.free > 0 END"
)


# Only a buyer's newest card for a listing may be open.
_MAY_RETURN = (
    "d.sold_by <> 'buy_now' AND NOT EXISTS (SELECT FROM deals o WHERE o.product_id = d.product_id "
    "AND o.buyer_id = d.buyer_id AND o.state = 'offered') AND NOT EXISTS (SELECT FROM deals n "
    "WHERE n.buyer_id = d.buyer_id AND n.id > d.id AND n.product_id = d.product_id AND n.state = 'unavailable' "
    "AND n.sale_number IS NULL)"
)


_IS_AGREED = (
    "EXISTS (SELECT FROM offers f WHERE f.buyer_id = d.buyer_id AND f.product_id = d.product_id "
    "AND f.deal_id = d.id AND f.state = 'accepted' AND f.answered_at > :agreed_since)"
)


# Cards show the asking price, unless both people recently agreed on another price. Auction checks Buy Now.
_OTHER_PRICE = f"d.sold_by <> 'buy_now' AND d.amount <> p.price AND NOT {_IS_AGREED}"


_CARDS = (
    "FROM deals d JOIN product_replicas p ON p.product_id = d.product_id "
    "WHERE d.state IN ('offered', 'unavailable') AND d.sale_number IS NULL "
    f"AND CASE d.state WHEN 'offered' THEN NOT {_IS_LEFT} OR {_OTHER_PRICE} ELSE {_IS_LEFT} AND {_MAY_RETURN} END "
)


_TO_CHANGE = text(f"SELECT d.id {_CARDS} AND d.product_id = :product_id ORDER BY d.id LIMIT :most")


_CHANGES = text(
    f"SELECT {_IS_LEFT} AS is_left, CASE WHEN {_OTHER_PRICE} THEN p.price ELSE d.amount END AS price "
    f"{_CARDS} AND d.id = :deal_id"
)


_OF_DEAL = "FROM deals d WHERE d.id = :deal_id"


_AGREED = text(f"SELECT {_IS_AGREED} {_OF_DEAL}")


_DUE = text(
    "SELECT product_id, cards_due FROM product_replicas WHERE cards_due IS NOT NULL ORDER BY cards_due LIMIT :most"
)


_MARK_CURRENT = text(
    "UPDATE product_replicas SET cards_due = NULL WHERE product_id = :product_id AND cards_due = :since"
)


_LOOK_AGAIN = text(
    "UPDATE product_replicas SET cards_due = clock_timestamp(), free = coalesce(CAST(:free AS bigint), free) "
    "WHERE product_id = :product_id"
)


_HOLD = text("SELECT free FROM product_replicas WHERE product_id = :product_id FOR SHARE")


async def mark_cards_stale(session: AsyncSession, product_id: int, free: int | None = None) -> None:
    await session.execute(_LOOK_AGAIN, {"product_id": product_id, "free": free})


async def hold_free_pieces(session: AsyncSession, product_id: int) -> int:
    """Locks the row, so that the number cannot change during this transaction."""
    return int((await session.execute(_HOLD, {"product_id": product_id})).scalar_one_or_none() or 0)


async def list_due_cards(session: AsyncSession, most: int) -> Sequence[tuple[int, datetime]]:
    found = await session.execute(_DUE, {"most": most})
    return [(row.product_id, row.cards_due) for row in found]


async def mark_cards_current(session: AsyncSession, product_id: int, since: datetime) -> None:
    """Does nothing if the listing has changed since `since`."""
    await session.execute(_MARK_CURRENT, {"product_id": product_id, "since": since})


async def list_cards_to_change(
    session: AsyncSession, product_id: int, agreed_since: datetime, most: int
) -> list[int]:
    values = {"product_id": product_id, "agreed_since": agreed_since, "most": most}
    return list((await session.execute(_TO_CHANGE, values)).scalars())


async def get_card_change(
    session: AsyncSession, deal_id: int, agreed_since: datetime
) -> tuple[bool, int] | None:
    """Returns whether stock is left, and the price. Returns None if the card is up to date. Call with the
    deal locked."""
    row = (await session.execute(_CHANGES, {"deal_id": deal_id, "agreed_since": agreed_since})).first()
    return None if row is None else (row.is_left, row.price)


async def is_price_agreed(session: AsyncSession, deal_id: int, agreed_since: datetime) -> bool:
    values = {"deal_id": deal_id, "agreed_since": agreed_since}
    return bool((await session.execute(_AGREED, values)).scalar_one())


_DELIVERIES = text("""
WITH newest AS (
    SELECT id, seller_id, buyer_id, delivered_at FROM deals
    WHERE seller_id = :seller_id AND delivered_at IS NOT NULL ORDER BY delivered_at DESC LIMIT :most
)
SELECT count(*), count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM message_reports r
        WHERE r.reporter_id = newest.buyer_id AND r.about_id = newest.seller_id AND r.deal_id = newest.id)),
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM newest.delivered_at - paid.at))
FROM newest LEFT JOIN LATERAL (
    SELECT min(at) AS at FROM deal_events WHERE deal_id = newest.id AND kind = 'confirm_payment'
) AS paid ON true""")


async def get_deliveries(session: AsyncSession, seller_id: int, most: int) -> Deliveries:
    row = (await session.execute(_DELIVERIES, {"seller_id": seller_id, "most": most})).one()
    return Deliveries(row[0], row[1], row[2])
