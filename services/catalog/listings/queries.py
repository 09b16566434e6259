from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import JSONB, distinct_on
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.db.database import Database
from libs.kit.db.pieces import in_pieces
from libs.kit.errors import NotFound
from libs.kit.process import clock
from services.catalog.listings.models import Category, Product
from services.catalog.pictures.models import Picture, ProductImage
from services.catalog.replicas.models import AuctionReplica, Person
from services.catalog.replicas.queries import HAS_TRUST, SELLER_FIGURES
from services.catalog.views.models import ProductCount

PHOTOS_OF_A_SHOP, SITEMAP_PART = 7, 20_000


# The listing's text only changes together with `updated_at`.
LATELY = timedelta(hours=6)


@dataclass(frozen=True)
class ListingDetails:
    product: Product
    category: Category
    seller: Person
    auction: AuctionReplica | None
    images: list[ProductImage]
    pictures: dict[str, Picture] = field(default_factory=dict)
    count: ProductCount | None = None
    # True if the seller has delivered orders and has good ratings (C8).
    has_trust: bool = False
    # Number of the seller's public reviews, and the sum of their ratings.
    seller_reviews: int = 0
    seller_tenths: int = 0


def of_a_person_out() -> ColumnElement[bool]:
    out = select(col(Person.user_id)).where(
        col(Person.user_id) == col(Product.seller_id), col(Person.account_status) != "active"
    )
    return out.exists()


async def get_listing(
    session: AsyncSession, product_id: int, viewer_id: int | None = None
) -> ListingDetails | None:
    """A banned seller's listing is visible only to that seller."""
    query = select(Product).where(col(Product.id) == product_id)
    query = query.where((col(Product.seller_id) == viewer_id) | ~of_a_person_out())
    found = (await session.execute(query)).scalar_one_or_none()
    return (await with_details(session, [found]))[0] if found else None


async def get_listings_in_order(session: AsyncSession, product_ids: Sequence[int]) -> list[ListingDetails]:
    if not product_ids:
        return []
    images, pictures = await _seen_of(session, product_ids)
    figures = (func.coalesce(figure, 0) for figure in (SELLER_FIGURES.c.reviews, SELLER_FIGURES.c.sum_tenths))
    query = select(
        Product, Category, Person, AuctionReplica, ProductCount, func.coalesce(HAS_TRUST, False), *figures
    )
    query = query.join(Category, col(Category.id) == col(Product.category_id))
    query = query.outerjoin(Person, col(Person.user_id) == col(Product.seller_id))
    query = query.outerjoin(AuctionReplica, col(AuctionReplica.auction_id) == col(Product.auction_id))
    query = query.outerjoin(ProductCount, col(ProductCount.product_id) == col(Product.id))
    query = query.outerjoin(SELLER_FIGURES, SELLER_FIGURES.c.seller_id == col(Product.seller_id))
    found = dict[int, ListingDetails]()
    for product, kind, seller, auction, count, *figures_of_seller in await session.execute(
        query.where(col(Product.id).in_(product_ids))
    ):
        known = Person(user_id=product.seller_id) if seller is None else seller
        number = product.known_id
        found[number] = ListingDetails(
            product, kind, known, auction, images[number], pictures, count, *figures_of_seller
        )
    return [found[product_id] for product_id in product_ids if product_id in found]


async def _seen_of(
    session: AsyncSession, product_ids: Sequence[int]
) -> tuple[dict[int, list[ProductImage]], dict[str, Picture]]:
    images, pictures = defaultdict[int, list[ProductImage]](list), dict[str, Picture]()
    query = select(ProductImage, Picture).outerjoin(Picture, col(Picture.token) == col(ProductImage.token))
    query = query.where(
        col(ProductImage.product_id).in_(product_ids),
        col(ProductImage.token).is_not(None) | col(ProductImage.client_token).is_(None),
    )
    for image, picture in await session.execute(
        query.order_by(col(ProductImage.image_order), col(ProductImage.id))
    ):
        images[image.product_id].append(image)
        if picture is not None:
            pictures[picture.token] = picture
    return images, pictures


async def get_own_listing(
    session: AsyncSession, product_id: int, seller_id: int, *, locked: bool = False
) -> Product:
    """Raises the same 404 for another seller's listing and for a missing listing."""
    query = select(Product).where(
        col(Product.id) == product_id, col(Product.seller_id) == seller_id, ~is_gone_for_good()
    )
    if locked:
        query = query.with_for_update().execution_options(populate_existing=True)
    found = (await session.execute(query)).scalar_one_or_none()
    if found is None:
        raise NotFound
    return found


async def get_product_of_seller(session: AsyncSession, product_id: int, seller_id: int) -> Product:
    return await get_own_listing(session, product_id, seller_id, locked=True)


def is_gone_for_good() -> ColumnElement[bool]:
    """Matches deleted listings and listings of an erased seller. Listings removed by staff may be
    restored."""
    return (col(Product.status) == "removed") & col(Product.removed_reason).in_(["deleted", "seller_erased"])


async def lock_existing_listing(session: AsyncSession, product_id: int) -> Product:
    listing = await lock_listing(session, product_id)
    if listing is None:
        raise NotFound
    return listing


async def lock_listing(session: AsyncSession, product_id: int) -> Product | None:
    query = select(Product).where(col(Product.id) == product_id).with_for_update()
    return (await session.execute(query.execution_options(populate_existing=True))).scalar_one_or_none()


async def get_product_of_auction(session: AsyncSession, auction_id: int) -> Product | None:
    query = select(Product).where(col(Product.auction_id) == auction_id).with_for_update()
    return (await session.execute(query)).scalar_one_or_none()


async def get_listing_of_auction(session: AsyncSession, auction_id: int) -> ListingDetails | None:
    query = select(Product).where(col(Product.auction_id) == auction_id)
    found = (await session.execute(query)).scalar_one_or_none()
    return (await with_details(session, [found]))[0] if found else None


async def is_relisted(session: AsyncSession, old: Product) -> bool:
    newer = select(col(Product.id)).where(
        col(Product.seller_id) == old.seller_id,
        col(Product.relist_of) == old.id,
        col(Product.status).in_(["active", "pending"]),
    )
    return (await session.execute(newer.limit(1))).first() is not None


async def get_auction_replica(session: AsyncSession, auction_id: int) -> AuctionReplica | None:
    return await session.get(AuctionReplica, auction_id)


async def list_categories(session: AsyncSession) -> list[Category]:
    return list((await session.execute(select(Category).order_by(col(Category.id)))).scalars())


async def get_category(session: AsyncSession, category_id: int) -> Category | None:
    return await session.get(Category, category_id)


async def list_listings_to_forget(session: AsyncSession, seller_id: int, most: int) -> list[Any]:
    names = ("id", "version", "auction_id", "words", "title_words")
    query = select(*(getattr(Product, name) for name in names)).where(
        col(Product.seller_id) == seller_id, col(Product.removed_reason).is_distinct_from("seller_erased")
    )
    return list((await session.execute(query.order_by(col(Product.id)).limit(most).with_for_update())).all())


async def list_without_words(session: AsyncSession, after: int, limit: int) -> list[Product]:
    """Locks the listings. Skips listings locked by a writer, because the writer adds the words."""
    query = select(Product).where(col(Product.id) > after, col(Product.name) != "", col(Product.words) == [])
    locked = query.order_by(col(Product.id)).limit(limit).with_for_update(skip_locked=True)
    return list((await session.execute(locked)).scalars())


async def list_touched_after(session: AsyncSession, point: str, after: int, limit: int) -> list[Any]:
    names = (col(Product.id), col(Product.name), col(Product.brand), col(Product.notes))
    since = text("touched >= CAST(CAST(:point AS text) AS xid8)").bindparams(point=point)
    lately = col(Product.updated_at) > func.statement_timestamp() + clock.ahead() - LATELY
    query = select(*names).where(since, lately, col(Product.status) != "removed", col(Product.id) > after)
    return list((await session.execute(query.order_by(col(Product.id)).limit(limit))).all())


async def get_shop_figures(session: AsyncSession, seller_id: int) -> tuple[int, int, list[str]]:
    whose = (col(Product.seller_id) == seller_id, ~of_a_person_out())
    statuses = select(col(Product.status), func.count()).where(*whose)
    counts: dict[str, int] = {}
    for status, count in await session.execute(statuses.group_by(col(Product.status))):
        counts[status] = count
    photos = select(col(ProductImage.image_url)).join(
        Product, col(Product.id) == col(ProductImage.product_id)
    )
    has_come = col(ProductImage.token).is_not(None) | col(ProductImage.client_token).is_(None)
    photos = photos.where(*whose, col(Product.status) == "active", has_come)
    newest = (col(Product.created_at).desc(), col(Product.id).desc())
    first = photos.ext(distinct_on(col(Product.created_at), col(Product.id)))
    first = first.order_by(*newest, col(ProductImage.image_order), col(ProductImage.id)).limit(
        PHOTOS_OF_A_SHOP
    )
    return counts.get("active", 0), counts.get("sold", 0), list((await session.execute(first)).scalars())


async def count_sitemap_parts(session: AsyncSession) -> int:
    last = (await session.execute(select(func.max(col(Product.id))))).scalar_one() or 0
    return last // SITEMAP_PART + 1


async def list_sitemap(session: AsyncSession, part: int) -> list[tuple[int, int | None, datetime]]:
    span = (col(Product.id) >= part * SITEMAP_PART, col(Product.id) < (part + 1) * SITEMAP_PART)
    query = select(col(Product.id), col(Product.auction_id), col(Product.updated_at))
    query = query.where(*span, col(Product.status) == "active", ~of_a_person_out()).order_by(col(Product.id))
    return [(row.id, row.auction_id, row.updated_at) for row in await session.execute(query)]


async def with_details(session: AsyncSession, products: list[Product]) -> list[ListingDetails]:
    return await get_listings_in_order(session, [product.known_id for product in products])


def ends_by_itself(details: ListingDetails, now: datetime) -> datetime | None:
    """Returns when the rendered listing expires, at the end of its auction or boost, or None."""
    auction = details.auction
    moments = [
        details.product.featured_until,
        details.product.premium_until,
        auction.ends_at if auction and auction.status == "active" else None,
    ]
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


_FORGET_REMOVED = text("SELECT forget_removed_listings(:before, :piece)")


async def delete_removed_listings(database: Database, before: datetime, piece: int) -> int:
    return await in_pieces(database, _FORGET_REMOVED, {"before": before, "piece": piece}, piece)


MAX_REVISIONS = 50


_KEEP_REVISION = text(
    "INSERT INTO revisions (product_id, seller_id, before, changed_at) "
    "VALUES (:product_id, :seller_id, :before, :now)"
).bindparams(bindparam("before", type_=JSONB))


_DROP_OLD_REVISIONS = text(
    "DELETE FROM revisions WHERE product_id = :product_id AND id <= (SELECT id FROM revisions "
    "WHERE product_id = :product_id ORDER BY id DESC OFFSET :most LIMIT 1)"
)


_NEWEST_REVISIONS = text(
    "SELECT before, changed_at FROM revisions WHERE product_id = :product_id ORDER BY id DESC LIMIT :most"
)


@dataclass(frozen=True)
class Revision:
    before: dict[str, Any]
    changed_at: datetime


async def add_revision(
    session: AsyncSession, product: Product, before: Mapping[str, Any], now: datetime
) -> None:
    """Call with the row locked."""
    whose = {"product_id": product.known_id, "seller_id": product.seller_id}
    await session.execute(_KEEP_REVISION, whose | {"before": dict(before), "now": now})
    await session.execute(_DROP_OLD_REVISIONS, {"product_id": product.known_id, "most": MAX_REVISIONS})


async def list_revisions(session: AsyncSession, product_id: int) -> list[Revision]:
    found = await session.execute(_NEWEST_REVISIONS, {"product_id": product_id, "most": MAX_REVISIONS})
    return [Revision(before, changed_at) for before, changed_at in found]
