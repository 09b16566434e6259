from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import (
    AuctionCancelled,
    AuctionChanged,
    AuctionEnded,
    AuctionExtended,
    AuctionOpened,
    BidPlaced,
    BidsVoided,
)
from libs.contracts.events.catalog import ProductSold
from libs.contracts.events.sales import SaleSettled, SecondChanceAnswered
from libs.contracts.events.trades import DealDelivered, ReviewHidden, ReviewRestored, ReviewRevealed
from libs.kit.events import outbox
from libs.kit.process import clock
from services.catalog.listings.changes import record_change, take_off
from services.catalog.listings.models import Product
from services.catalog.listings.queries import get_product_of_auction, is_relisted, lock_listing
from services.catalog.replicas import queries
from services.catalog.views.rules import DELIVERIES_KEPT


async def keep_auction(session: AsyncSession, event: AuctionOpened) -> None:
    await queries.save_auction(session, event.model_dump(by_alias=False))


async def keep_terms(session: AsyncSession, event: AuctionChanged) -> None:
    names = {"starting_price", "bid_increment", "buy_now_price", "has_reserve", "ends_at"}
    figures = event.model_dump(by_alias=False, include=names)
    if not await queries.change_auction(session, event.auction_id, event.changed_at, figures):
        return
    product = await get_product_of_auction(session, event.auction_id)
    if product is not None and product.price != event.starting_price:  # A crash came between the commits.
        product.price = event.starting_price
        await record_change(session, product, ["price"])


async def update_card_prices(session: AsyncSession, events: Sequence[BidPlaced]) -> None:
    await queries.raise_prices(session, events)


async def keep_extension(session: AsyncSession, event: AuctionExtended) -> None:
    await queries.extend_auction(session, event.auction_id, event.ends_at)


async def keep_voids(session: AsyncSession, event: BidsVoided) -> None:
    figures = {"current_bid": event.current_bid, "bid_count": event.bid_count}
    await queries.change_auction(session, event.auction_id, event.voided_at, figures)


async def keep_cancellation(session: AsyncSession, event: AuctionCancelled) -> None:
    await queries.change_auction(session, event.auction_id, event.cancelled_at, {"status": "cancelled"})
    product = await get_product_of_auction(session, event.auction_id)
    if product is not None and product.status in ("active", "pending"):
        await take_off(session, product, "auction_cancelled")


async def keep_end(session: AsyncSession, event: AuctionEnded) -> None:
    figures = {"status": "ended", "current_bid": event.highest_bid, "bid_count": event.bid_count}
    await queries.change_auction(session, event.auction_id, event.ended_at, figures)
    product = await get_product_of_auction(session, event.auction_id)
    if event.winner_id is not None and product is not None and product.status == "active":
        product.status = "pending"
        await record_change(session, product, ["status"])


async def keep_settlement(session: AsyncSession, event: SaleSettled) -> None:
    product = await get_product_of_auction(session, event.auction_id)
    if product is None or product.status not in ("active", "pending", "sold"):
        return
    if not event.paid:
        await _take_back_sale(session, product, event)
        return
    if product.status == "sold":
        return
    product.status, product.stock_quantity = "sold", 0
    product.sold_at = product.updated_at = event.settled_at
    product.version += 1
    sold = ProductSold(
        product_id=product.known_id,
        seller_id=product.seller_id,
        auction_id=event.auction_id,
        price=event.price,
        sold_at=event.settled_at,
    )
    await outbox.record(session, sold, version=product.version)


async def _take_back_sale(session: AsyncSession, product: Product, event: SaleSettled) -> None:
    if not event.is_free or (product.status == "sold" and await is_relisted(session, product)):
        return
    product.stock_quantity, product.sold_at = 1, None
    if event.in_doubt:
        await take_off(session, product, "archived")
    else:
        await _become(session, product, "active")


async def keep_second_chance(session: AsyncSession, event: SecondChanceAnswered) -> None:
    """Arrives after the settlement, because both events have the same key."""
    product = await get_product_of_auction(session, event.auction_id)
    if product is not None and event.answer == "accepted" and product.status == "active":
        await _become(session, product, "pending")


async def _become(session: AsyncSession, product: Product, status: str) -> None:
    if product.status != status:
        product.status = status
        await record_change(session, product, ["status"])


async def keep_review(session: AsyncSession, event: ReviewRevealed | ReviewRestored) -> None:
    product = await lock_listing(session, event.product_id)
    if product is not None:
        reviews, tenths = await queries.add_rating(session, event.product_id, event.rating_tenths)
        product.reviews, product.rating_tenths = reviews, round(tenths / reviews)
    await queries.add_to_seller(session, event.seller_id, reviews=1, tenths=event.rating_tenths)


async def drop_review(session: AsyncSession, event: ReviewHidden) -> None:
    product = await lock_listing(session, event.product_id)
    if product is not None:
        reviews, tenths = await queries.remove_rating(session, event.product_id, event.rating_tenths)
        product.reviews, product.rating_tenths = reviews, round(tenths / reviews) if reviews else None
    await queries.remove_from_seller(session, event.seller_id, event.rating_tenths)


async def keep_delivery(session: AsyncSession, event: DealDelivered) -> None:
    product = await lock_listing(session, event.product_id)
    if product is not None and event.delivered_at > await clock.now(session) - DELIVERIES_KEPT:
        await queries.add_delivery(session, event.transaction_id, event.product_id, event.delivered_at)
    await queries.add_to_seller(session, event.seller_id, delivered=1)
