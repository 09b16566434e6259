"""Every SELECT of catalog."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import AuctionCopy, Category, Product, ProductImage, SellerCopy


@dataclass(frozen=True)
class Filter:
    """What a shopper asked for."""

    search: str | None = None
    category: int | None = None
    listing_type: str | None = None
    seller_id: int | None = None


@dataclass(frozen=True)
class Shelved:
    """A product with all that is shown beside it."""

    product: Product
    category: Category
    seller: SellerCopy
    auction: AuctionCopy | None
    images: list[ProductImage]


def _matching(wanted: Filter) -> Select[Any]:
    query = select(Product).where(col(Product.status) == "active")
    if wanted.category is not None:
        query = query.where(col(Product.category_id) == wanted.category)
    if wanted.listing_type == "regular":
        query = query.where(col(Product.listing_type) != "auction")
    elif wanted.listing_type is not None:
        query = query.where(col(Product.listing_type) == wanted.listing_type)
    if wanted.seller_id is not None:
        query = query.where(col(Product.seller_id) == wanted.seller_id)
    for word in (wanted.search or "").split()[:8]:
        pattern = f"%{_literal(word)}%"
        query = query.where(col(Product.name).ilike(pattern) | col(Product.brand).ilike(pattern))
    return query


def _literal(word: str) -> str:
    """The word itself: `%` and `_` of a shopper are no wildcards."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


ORDERS: dict[str, tuple[Any, ...]] = {
    "newest": (col(Product.created_at).desc(), col(Product.id).desc()),
    "low": (col(Product.price), col(Product.id).desc()),
    "high": (col(Product.price).desc(), col(Product.id).desc()),
}


async def shelf(
    session: AsyncSession, wanted: Filter, *, sort: str, page: int, limit: int
) -> tuple[list[Shelved], int]:
    """A page of products and how many there are in all."""
    matching = _matching(wanted)
    total = (await session.execute(select(func.count()).select_from(matching.subquery()))).scalar_one()
    rows = matching.order_by(*ORDERS[sort]).limit(limit).offset((page - 1) * limit)
    products = list((await session.execute(rows)).scalars())
    return await _with_company(session, products), total


async def product(session: AsyncSession, product_id: int) -> Shelved | None:
    """One product that may be seen."""
    query = select(Product).where(col(Product.id) == product_id, col(Product.status) != "removed")
    found = (await session.execute(query)).scalar_one_or_none()
    return (await _with_company(session, [found]))[0] if found else None


async def product_of_auction(session: AsyncSession, auction_id: int) -> Shelved | None:
    """The product that an auction sells."""
    query = select(Product).where(col(Product.auction_id) == auction_id)
    found = (await session.execute(query)).scalar_one_or_none()
    return (await _with_company(session, [found]))[0] if found else None


async def categories(session: AsyncSession) -> list[Category]:
    """The shelves."""
    return list((await session.execute(select(Category).order_by(col(Category.id)))).scalars())


async def category(session: AsyncSession, category_id: int) -> Category | None:
    """One shelf."""
    return await session.get(Category, category_id)


async def seller(session: AsyncSession, user_id: int) -> SellerCopy | None:
    """Who sells, if auth has told us already."""
    return await session.get(SellerCopy, user_id)


async def _with_company(session: AsyncSession, products: list[Product]) -> list[Shelved]:
    """Sellers, categories, pictures and auctions of many products in four reads, not four each."""
    sellers = await _by(session, SellerCopy, "user_id", {p.seller_id for p in products})
    shelves = await _by(session, Category, "id", {p.category_id for p in products})
    auctions = await _by(session, AuctionCopy, "auction_id", {p.auction_id for p in products if p.auction_id})
    images: dict[int, list[ProductImage]] = defaultdict(list)
    query = select(ProductImage).where(col(ProductImage.product_id).in_([p.id for p in products]))
    for image in (await session.execute(query.order_by(col(ProductImage.image_order)))).scalars():
        images[image.product_id].append(image)
    return [
        Shelved(
            product=p,
            category=shelves[p.category_id],
            seller=sellers.get(p.seller_id) or SellerCopy(user_id=p.seller_id, username=""),
            auction=auctions.get(p.auction_id),
            images=images[p.id or 0],
        )
        for p in products
    ]


async def _by(session: AsyncSession, table: Any, column: str, ids: set[Any]) -> dict[Any, Any]:
    if not ids:
        return {}
    query = select(table).where(getattr(table, column).in_(ids))
    return {getattr(row, column): row for row in (await session.execute(query)).scalars()}
