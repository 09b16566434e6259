"""Every SELECT of catalog."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import AuctionCopy, Category, DiscardedPicture, Person, Product, ProductImage


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
    seller: Person
    auction: AuctionCopy | None
    images: list[ProductImage]


def _matching(wanted: Filter) -> Select[Any]:
    query = select(Product).where(col(Product.status) == "active", ~_of_somebody_out())
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


def _of_somebody_out() -> ColumnElement[bool]:
    """The seller is banned or gone: what they sell is not shown."""
    out = select(col(Person.user_id)).where(
        col(Person.user_id) == col(Product.seller_id), col(Person.standing) != "active"
    )
    return out.exists()


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


async def product(session: AsyncSession, product_id: int, viewer_id: int | None = None) -> Shelved | None:
    """One product that may be seen; what a banned person sells is seen by themself only."""
    query = select(Product).where(col(Product.id) == product_id, col(Product.status) != "removed")
    query = query.where((col(Product.seller_id) == viewer_id) | ~_of_somebody_out())
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


async def seller(session: AsyncSession, user_id: int) -> Person:
    """Who sells; somebody without a name yet if auth has not told it."""
    return await session.get(Person, user_id) or Person(user_id=user_id)


async def listings_of(session: AsyncSession, seller_id: int) -> list[Shelved]:
    """Everything a person has ever listed, with its pictures."""
    query = select(Product).where(col(Product.seller_id) == seller_id).order_by(col(Product.id))
    return await _with_company(session, list((await session.execute(query)).scalars()))


async def listings_for_update(session: AsyncSession, seller_id: int) -> list[Product]:
    """Everything a person has ever listed, locked in the order of its ids."""
    query = select(Product).where(col(Product.seller_id) == seller_id).order_by(col(Product.id)).with_for_update()
    return list((await session.execute(query)).scalars())


async def pictures_of(session: AsyncSession, product_ids: list[int]) -> list[ProductImage]:
    """The pictures of these products."""
    query = select(ProductImage).where(col(ProductImage.product_id).in_(product_ids))
    return list((await session.execute(query)).scalars())


async def discarded_pictures(session: AsyncSession) -> list[DiscardedPicture]:
    """Pictures whose files are to go, a hundred at once, held against a second job."""
    query = select(DiscardedPicture).order_by(col(DiscardedPicture.token)).limit(100)
    return list((await session.execute(query.with_for_update(skip_locked=True))).scalars())


async def is_shown(session: AsyncSession, image_url: str) -> bool:
    """Whether any product still shows this picture."""
    shown = select(col(ProductImage.id)).where(col(ProductImage.image_url) == image_url).limit(1)
    return (await session.execute(shown)).first() is not None


async def _with_company(session: AsyncSession, products: list[Product]) -> list[Shelved]:
    """Sellers, categories, pictures and auctions of many products in four reads, not four each."""
    sellers = await _by(session, Person, "user_id", {p.seller_id for p in products})
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
            seller=sellers.get(p.seller_id) or Person(user_id=p.seller_id),
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
