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
from services.catalog.listings import queries as listing_queries
from services.catalog.listings.changes import record_change, take_off
from services.catalog.models import Product
from services.catalog.replicas import queries
from services.catalog.views.rules import DELIVERIES_KEPT


async def keep_auction(session: AsyncSession, fact: AuctionOpened) -> None:
    await queries.save_auction(session, fact.model_dump(by_alias=False))


async def keep_terms(session: AsyncSession, fact: AuctionChanged) -> None:
    names = {"starting_price", "bid_increment", "buy_now_price", "has_reserve", "ends_at"}
    figures = fact.model_dump(by_alias=False, include=names)
    if not await queries.change_auction(session, fact.auction_id, fact.changed_at, figures):
        return
    product = await listing_queries.get_product_of_auction(session, fact.auction_id)
    if product is not None and product.price != fact.starting_price:  # after a crash between the two commits
        product.price = fact.starting_price
        await record_change(session, product, ["price"])


async def update_card_prices(session: AsyncSession, facts: Sequence[BidPlaced]) -> None:
    await queries.raise_prices(session, facts)


async def keep_extension(session: AsyncSession, fact: AuctionExtended) -> None:
    await queries.extend_auction(session, fact.auction_id, fact.ends_at)


async def keep_voids(session: AsyncSession, fact: BidsVoided) -> None:
    figures = {"current_bid": fact.current_bid, "bid_count": fact.bid_count}
    await queries.change_auction(session, fact.auction_id, fact.voided_at, figures)


async def keep_cancellation(session: AsyncSession, fact: AuctionCancelled) -> None:
    await queries.change_auction(session, fact.auction_id, fact.cancelled_at, {"status": "cancelled"})
    product = await listing_queries.get_product_of_auction(session, fact.auction_id)
    if product is not None and product.status in ("active", "pending"):
        await take_off(session, product, "auction_cancelled")


async def keep_end(session: AsyncSession, fact: AuctionEnded) -> None:
    figures = {"status": "ended", "current_bid": fact.highest_bid, "bid_count": fact.bid_count}
    await queries.change_auction(session, fact.auction_id, fact.ended_at, figures)
    product = await listing_queries.get_product_of_auction(session, fact.auction_id)
    if fact.winner_id is not None and product is not None and product.status == "active":
        product.status = "pending"
        await record_change(session, product, ["status"])


async def keep_settlement(session: AsyncSession, fact: SaleSettled) -> None:
    product = await listing_queries.get_product_of_auction(session, fact.auction_id)
    if product is None or product.status not in ("active", "pending"):
        return
    if not fact.paid:
        await _become(session, product, "active")
        return
    product.status, product.stock_quantity = "sold", 0
    product.sold_at = product.updated_at = fact.settled_at
    product.version += 1
    sold = ProductSold(
        product_id=product.known_id,
        seller_id=product.seller_id,
        auction_id=fact.auction_id,
        price=fact.price,
        sold_at=fact.settled_at,
    )
    await outbox.record(session, sold, version=product.version)


async def keep_second_chance(session: AsyncSession, fact: SecondChanceAnswered) -> None:
    """Reserve a listing for the bidder who accepted a second chance. The event has the same key as the
    settlement before it, so they arrive in order."""
    product = await listing_queries.get_product_of_auction(session, fact.auction_id)
    if product is not None and fact.answer == "accepted" and product.status == "active":
        await _become(session, product, "pending")


async def _become(session: AsyncSession, product: Product, status: str) -> None:
    if product.status != status:
        product.status = status
        await record_change(session, product, ["status"])


async def keep_review(session: AsyncSession, fact: ReviewRevealed | ReviewRestored) -> None:
    product = await listing_queries.lock_listing(session, fact.product_id)
    if product is not None:
        reviews, tenths = await queries.add_rating(session, fact.product_id, fact.rating_tenths)
        product.reviews, product.rating_tenths = reviews, round(tenths / reviews)
    await queries.add_to_seller(session, fact.seller_id, reviews=1, tenths=fact.rating_tenths)


async def drop_review(session: AsyncSession, fact: ReviewHidden) -> None:
    product = await listing_queries.lock_listing(session, fact.product_id)
    if product is not None:
        reviews, tenths = await queries.remove_rating(session, fact.product_id, fact.rating_tenths)
        product.reviews, product.rating_tenths = reviews, round(tenths / reviews) if reviews else None
    await queries.remove_from_seller(session, fact.seller_id, fact.rating_tenths)


async def keep_delivery(session: AsyncSession, fact: DealDelivered) -> None:
    product = await listing_queries.lock_listing(session, fact.product_id)
    if product is not None and fact.delivered_at > await clock.now(session) - DELIVERIES_KEPT:
        await queries.add_delivery(session, fact.transaction_id, fact.product_id, fact.delivered_at)
    await queries.add_to_seller(session, fact.seller_id, delivered=1)
