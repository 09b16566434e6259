"""The verbs of catalog: list a bottle, keep the copies of what others tell."""

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auction import AuctionCancelled, AuctionOpened, BidPlaced, BidsVoided
from libs.contracts.events.catalog import PersonForgotten, ProductListed
from libs.kit import clock, outbox, people
from libs.kit.access import Identity
from libs.kit.errors import Forbidden, InvalidInput, Unavailable
from libs.kit.http import InternalClient
from services.catalog import queries
from services.catalog.domain import TermsRefused, token_of
from services.catalog.models import AuctionCopy, DiscardedPicture, Product, ProductImage
from services.catalog.schemas import AuctionTermsIn, ProductIn


async def reserve_auction(auctions: InternalClient, seller: Identity, form: ProductIn) -> int | None:
    """Before any transaction is open: the auction service judges the terms and gives an id, or none is needed."""
    if form.seller_id is not None and form.seller_id != seller.user_id:
        raise Forbidden
    if form.auction is None:
        return None
    terms = form.auction.model_dump(mode="json", by_alias=False)
    answer = await auctions.post("/internal/auctions", terms, seller.token)
    if answer.status == TermsRefused.status:
        raise TermsRefused(answer.body["message"], **answer.body["details"])
    if answer.status != 201:
        raise Unavailable
    return int(answer.body["auctionId"])


async def list_product(
    session: AsyncSession, seller: Identity, form: ProductIn, auction_id: int | None
) -> queries.Shelved:
    """Put a bottle up for sale; its reserved auction opens by the event that this commit sends."""
    await people.acting(session, seller)
    category = await queries.category(session, form.category_id)
    if category is None:
        raise InvalidInput.field("categoryId", "Please select a category")
    product = _product(form, seller.user_id, auction_id, await clock.now(session))
    session.add(product)
    await session.flush()
    images = [ProductImage(product_id=product.known_id, image_url=form.image_url)] if form.image_url else []
    session.add_all(images)
    await session.flush()
    await outbox.record(session, _listed(product, images), version=product.version)
    copy = await _keep_auction(session, _own_copy(product, form.auction)) if form.auction else None
    return queries.Shelved(product, category, await queries.seller(session, seller.user_id), copy, images)


async def keep_auction(session: AsyncSession, fact: AuctionOpened) -> None:
    """Remember what an auction's card shows."""
    await _keep_auction(session, fact.model_dump(by_alias=False))


async def keep_bid(session: AsyncSession, fact: BidPlaced) -> None:
    """A card shows the figures after the newest change: an older fact that comes late changes nothing."""
    figures = {"current_bid": fact.amount, "bid_count": fact.bid_count, "ends_at": fact.ends_at}
    await _change_auction(session, fact.auction_id, fact.placed_at, figures)


async def keep_voids(session: AsyncSession, fact: BidsVoided) -> None:
    """Bids that count no more leave the card's price to those that do."""
    figures = {"current_bid": fact.current_bid, "bid_count": fact.bid_count}
    await _change_auction(session, fact.auction_id, fact.voided_at, figures)


async def keep_cancellation(session: AsyncSession, fact: AuctionCancelled) -> None:
    """The auction is over for good, and so is its listing; nothing brings it back by itself."""
    await _change_auction(session, fact.auction_id, fact.cancelled_at, {"status": "cancelled"})
    ended = update(Product).where(col(Product.auction_id) == fact.auction_id, col(Product.status) == "active")
    await session.execute(ended.values(status="cancelled"))


async def forget(session: AsyncSession, user_id: int) -> None:
    """An erased seller: nothing is for sale any more, their words are blank, and their pictures go."""
    products = await queries.listings_for_update(session, user_id)
    for product in products:
        product.status, product.batch_code, product.image_url = "removed", None, None
        product.name = product.brand = product.description = ""
    images = await queries.pictures_of(session, [product.known_id for product in products])
    urls = {image.image_url for image in images}
    for image in images:
        await session.delete(image)
    await session.flush()
    unused = [url for url in sorted(urls) if not await queries.is_shown(session, url)]
    for token in filter(None, map(token_of, unused)):
        await session.execute(insert(DiscardedPicture).values(token=token).on_conflict_do_nothing())
    receipt = PersonForgotten(user_id=user_id, forgotten_at=await clock.now(session))
    await people.forgotten(session, receipt)


async def _change_auction(session: AsyncSession, auction_id: int, at: datetime, figures: dict[str, Any]) -> None:
    changed = update(AuctionCopy).where(
        col(AuctionCopy.auction_id) == auction_id,
        col(AuctionCopy.changed_at).is_(None) | (col(AuctionCopy.changed_at) <= at),
    )
    await session.execute(changed.values(figures | {"changed_at": at}))


async def _keep_auction(session: AsyncSession, row: dict[str, Any]) -> AuctionCopy:
    wanted = {name: row[name] for name in AuctionCopy.model_fields if name in row}
    await session.execute(insert(AuctionCopy).values(wanted).on_conflict_do_nothing(index_elements=["auction_id"]))
    return AuctionCopy(**wanted)


def _own_copy(product: Product, terms: AuctionTermsIn) -> dict[str, Any]:
    """The card's figures as they are at the start, so that the seller sees them at once."""
    return {
        "auction_id": product.auction_id,
        "product_id": product.id,
        "starting_price": terms.starting_price,
        "bid_increment": terms.bid_increment,
        "buy_now_price": terms.buy_now_price,
        "ends_at": terms.ends_at,
    }


def _product(form: ProductIn, seller_id: int, auction_id: int | None, now: datetime) -> Product:
    return Product(
        seller_id=seller_id,
        name=form.name,
        brand=form.brand,
        description=form.description,
        price=form.asking_price,
        image_url=form.image_url,
        stock_quantity=form.stock_quantity,
        category_id=form.category_id,
        is_new=form.is_new,
        remaining_percent=form.remaining_percentage,
        volume_ml=form.volume,
        batch_code=form.batch_code,
        purchase_year=form.purchase_year,
        box_condition=form.box_condition,
        listing_type=form.listing_type,
        auction_id=auction_id,
        created_at=now,
    )


def _listed(product: Product, images: list[ProductImage]) -> ProductListed:
    row = product.model_dump(exclude={"id", "image_url", "is_new", "status", "version", "created_at"})
    return ProductListed(
        **row,
        product_id=product.known_id,
        images=[image.image_url for image in images],
        listed_at=product.created_at,
    )


def fact_of(shelved: queries.Shelved) -> ProductListed:
    """The fact of a listing again, for a service whose copy has not arrived."""
    return _listed(shelved.product, shelved.images)
