"""The verbs of catalog: list a bottle, keep the copies of what others tell."""

from datetime import datetime
from typing import Any

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.auction import AuctionOpened, BidPlaced
from libs.contracts.events.auth import UserRegistered
from libs.contracts.events.catalog import ProductListed
from libs.kit import clock, outbox
from libs.kit.access import Identity
from libs.kit.errors import Forbidden, InvalidInput, Unavailable
from libs.kit.http import InternalClient
from services.catalog import queries
from services.catalog.domain import TermsRefused
from services.catalog.models import AuctionCopy, Product, ProductImage, SellerCopy
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
    category = await queries.category(session, form.category_id)
    if category is None:
        raise InvalidInput.field("categoryId", "Please select a category")
    await _keep_seller(session, seller.user_id, seller.username)
    product = _product(form, seller.user_id, auction_id, await clock.now(session))
    session.add(product)
    await session.flush()
    images = [ProductImage(product_id=product.known_id, image_url=form.image_url)] if form.image_url else []
    session.add_all(images)
    await session.flush()
    await outbox.record(session, _listed(product, seller.username, images), version=product.version)
    copy = await _keep_auction(session, _own_copy(product, form.auction)) if form.auction else None
    return queries.Shelved(
        product, category, SellerCopy(user_id=seller.user_id, username=seller.username), copy, images
    )


async def keep_seller(session: AsyncSession, fact: UserRegistered) -> None:
    """Remember a person's public name."""
    await _keep_seller(session, fact.user_id, fact.username)


async def keep_auction(session: AsyncSession, fact: AuctionOpened, version: int = 1) -> None:
    """Remember what an auction's card shows."""
    await _keep_auction(session, fact.model_dump(by_alias=False) | {"version": version})


async def keep_bid(session: AsyncSession, fact: BidPlaced) -> None:
    """A card's price only goes up: an older fact that comes late changes nothing."""
    figures = {"current_bid": fact.amount, "bid_count": fact.bid_count, "ends_at": fact.ends_at}
    changed = (
        AuctionCopy.__table__.update()  # type: ignore[attr-defined]
        .where(col(AuctionCopy.auction_id) == fact.auction_id, col(AuctionCopy.bid_count) < fact.bid_count)
        .values(figures)
    )
    await session.execute(changed)


async def _keep_seller(session: AsyncSession, user_id: int, username: str) -> None:
    row = insert(SellerCopy).values(user_id=user_id, username=username)
    await session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_={"username": username}))


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
        "version": 0,
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


def _listed(product: Product, seller_name: str, images: list[ProductImage]) -> ProductListed:
    row = product.model_dump(exclude={"id", "image_url", "is_new", "status", "version", "created_at"})
    return ProductListed(
        **row,
        product_id=product.known_id,
        seller_name=seller_name,
        images=[image.image_url for image in images],
        listed_at=product.created_at,
    )


def fact_of(shelved: queries.Shelved) -> ProductListed:
    """The fact of a listing again, for a service whose copy has not arrived."""
    return _listed(shelved.product, shelved.seller.username, shelved.images)
