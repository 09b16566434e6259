"""A reservation takes an item from the stock. Payment sells the item. Without payment, the item returns to
the stock. Changes require the listing's lock. Each deal has one reservation."""

from datetime import timedelta

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductSold
from libs.contracts.events.trades import DealCancelled
from libs.kit.db.database import Database
from libs.kit.events import outbox
from libs.kit.http.client import Answer, InternalClient
from libs.kit.process import clock
from services.catalog.listings.changes import record_change, take_off
from services.catalog.listings.models import Product
from services.catalog.listings.queries import is_relisted, lock_existing_listing, lock_listing
from services.catalog.reservations import queries
from services.catalog.reservations.bought_listings import store_bought_listing
from services.catalog.reservations.models import Reservation
from services.catalog.reservations.rules import NoneLeft, PriceChanged
from services.catalog.reservations.schemas import ReservationIn

log = structlog.get_logger(__name__)


# Longer than any request of messaging. A deal that is not committed by then never will be.
RESERVATION_LIFETIME = timedelta(minutes=2)


AT_ONCE = 50


async def reserve(session: AsyncSession, product_id: int, form: ReservationIn) -> Reservation:
    """The reservation is provisional until the deal's event arrives. A repeated call restarts the two
    minutes, or reserves again if the item was released."""
    product = await lock_existing_listing(session, product_id)
    row = await queries.get_reservation(session, form.deal_id)
    if row is not None and row.product_id != product_id:
        raise NoneLeft
    if row is not None and row.state in ("firm", "sold"):
        return row
    is_held = row is not None and row.state == "provisional"
    if not is_held and (not _is_free(product) or product.seller_id == form.buyer_id):
        raise NoneLeft
    if not form.is_price_agreed and form.amount != product.price:
        raise PriceChanged(product.price)
    now = await clock.now(session)
    if row is None:
        row = Reservation(deal_id=form.deal_id, product_id=product_id, buyer_id=form.buyer_id, created_at=now)
        session.add(row)
    row.amount, row.state, row.created_at = form.amount, "provisional", now
    if not is_held:
        product.stock_quantity -= 1
        await record_change(session, product, ["stock_quantity"])
    await store_bought_listing(session, product, form.deal_id, form.buyer_id, now)
    return row


def _is_free(product: Product) -> bool:
    return product.status == "active" and product.listing_type != "auction" and product.stock_quantity > 0


async def confirm_reservation(session: AsyncSession, product_id: int, deal_id: int) -> None:
    """A confirmed reservation no longer expires."""
    if await lock_listing(session, product_id) is None:
        return
    row = await queries.get_reservation(session, deal_id)
    if row is not None and row.state == "provisional":
        row.state = "firm"


async def sell_reserved(session: AsyncSession, product_id: int, deal_id: int) -> None:
    product = await lock_listing(session, product_id)
    row = await queries.get_reservation(session, deal_id)
    if product is None or row is None or row.state in ("sold", "released"):
        return
    row.state = "sold"
    await session.flush()
    is_last = product.stock_quantity == 0 and not await queries.has_open_reservation(session, product_id)
    if product.status != "active" or not is_last:
        return
    now = await clock.now(session)
    product.status, product.sold_at, product.updated_at = "sold", now, now
    product.version += 1
    # The event is public, so the privately agreed price is omitted.
    event = ProductSold(
        product_id=product_id, seller_id=product.seller_id, auction_id=None, price=product.price, sold_at=now
    )
    await outbox.record(session, event, version=product.version)


async def end_reservation(session: AsyncSession, event: DealCancelled) -> None:
    if event.left_seller:
        await sell_reserved(session, event.product_id, event.transaction_id)
    else:
        await release_reservation(session, event.product_id, event.transaction_id, in_doubt=event.in_doubt)


async def release_reservation(
    session: AsyncSession, product_id: int, deal_id: int, *, in_doubt: bool = False
) -> None:
    """Returns the item to the stock. If this was the last item, the listing goes back on sale, unless its
    seller has relisted it. A listing whose item is in doubt is archived."""
    product = await lock_listing(session, product_id)
    row = await queries.get_reservation(session, deal_id)
    if product is None or row is None or row.state == "released":
        return
    was_sold, row.state = row.state == "sold", "released"
    is_back = product.status == "sold" and was_sold and not await is_relisted(session, product)
    if not is_back and product.status not in ("active", "archived"):
        return
    product.stock_quantity += 1
    product.sold_at = None
    if in_doubt and product.status != "archived":
        await take_off(session, product, "archived")
    elif is_back:
        product.status = "active"
        await record_change(session, product, ["status", "stock_quantity"])
    else:
        await record_change(session, product, ["stock_quantity"])


async def _let_lapse(session: AsyncSession, found: Reservation) -> None:
    """Does nothing if the buyer has reserved the item again."""
    if await lock_listing(session, found.product_id) is None:
        return
    row = await queries.get_reservation(session, found.deal_id)
    if row is not None and row.state == "provisional" and row.created_at == found.created_at:
        await release_reservation(session, found.product_id, found.deal_id)


async def end_stale_reservations(database: Database, messaging: InternalClient) -> int:
    """Asks messaging about reservations whose deal event has not arrived. Returns the number of reservations
    checked."""
    async with database.reading() as session:
        old = await queries.list_provisional_before(
            session, await clock.now(session) - RESERVATION_LIFETIME, AT_ONCE
        )
    for row in old:
        answer = await messaging.get(f"/internal/deals/{row.deal_id}")
        async with database.transaction() as session:
            if answer.status == 200 and answer.body["isOpen"]:
                await confirm_reservation(session, row.product_id, row.deal_id)
            elif answer.status == 200 or _is_unknown(answer):
                await _let_lapse(session, row)
            else:
                log.warning("reservation_unanswered", deal=row.deal_id, status=answer.status)
    return len(old)


def _is_unknown(answer: Answer) -> bool:
    return answer.status == 404 and isinstance(answer.body, dict) and answer.body.get("code") == "no_deal"
