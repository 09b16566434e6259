from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.dashboard.models import Draft
from services.catalog.listings.models import Product
from services.catalog.listings.queries import ListingDetails, is_gone_for_good, with_details
from services.catalog.replicas.models import AuctionReplica
from services.catalog.search.queries import is_over
from services.catalog.views.models import ProductCount, ProductDay

MAX_LISTED, MAX_EXPORTED, TOP, TOP_RATED = 500, 5_000, 10, 3


async def list_own_listings(
    session: AsyncSession, seller_id: int, limit: int = MAX_LISTED
) -> list[ListingDetails]:
    """Newest first. Includes all states except deleted."""
    query = select(Product).where(col(Product.seller_id) == seller_id, ~is_gone_for_good())
    newest = query.order_by(col(Product.created_at).desc(), col(Product.id).desc()).limit(limit)
    return await with_details(session, list((await session.execute(newest)).scalars()))


async def list_top_rated(session: AsyncSession, seller_id: int) -> list[ListingDetails]:
    query = select(Product).where(
        col(Product.seller_id) == seller_id, col(Product.rating_tenths).is_not(None), ~is_gone_for_good()
    )
    best = query.order_by(
        col(Product.rating_tenths).desc(), col(Product.reviews).desc(), col(Product.id).desc()
    )
    return await with_details(session, list((await session.execute(best.limit(TOP_RATED))).scalars()))


async def list_listing_rows(session: AsyncSession, seller_id: int, now: datetime) -> list[Any]:
    boosted = func.coalesce(col(Product.featured_until) > now, False).label("boosted")
    ended = is_over(now).label("ended")
    query: Any = select(
        col(Product.status).label("status"), boosted, ended, col(Product.stock_quantity).label("stock"),
        func.count().label("listings"), func.sum(col(Product.price)).label("price"),
    ).where(col(Product.seller_id) == seller_id, ~is_gone_for_good())  # fmt: skip
    query = query.outerjoin(AuctionReplica, col(AuctionReplica.auction_id) == col(Product.auction_id))
    grouped = query.group_by(col(Product.status), boosted, ended, col(Product.stock_quantity))
    return list((await session.execute(grouped)).all())


async def count_favourites_of_seller(session: AsyncSession, seller_id: int) -> int:
    query = select(func.coalesce(func.sum(col(ProductCount.favourites)), 0)).join(
        Product, col(Product.id) == col(ProductCount.product_id)
    )
    gone = query.where(col(Product.seller_id) == seller_id, ~is_gone_for_good())
    return int((await session.execute(gone)).scalar_one() or 0)


async def list_days(session: AsyncSession, seller_id: int, since: date) -> dict[date, tuple[int, int]]:
    query = select(col(ProductDay.day), func.sum(col(ProductDay.views)), func.sum(col(ProductDay.favourites)))
    query = query.join(Product, col(Product.id) == col(ProductDay.product_id))
    query = query.where(col(Product.seller_id) == seller_id, col(ProductDay.day) >= since)
    rows = (await session.execute(query.group_by(col(ProductDay.day)))).all()
    return {day: (int(views), int(favourites)) for day, views, favourites in rows}


async def list_most_seen(
    session: AsyncSession, seller_id: int, since: date
) -> list[tuple[int, str, int, int]]:
    views, kept = func.sum(col(ProductDay.views)), func.sum(col(ProductDay.favourites))
    query: Any = select(col(Product.id), col(Product.name), views, kept)
    query = query.join(ProductDay, col(Product.id) == col(ProductDay.product_id))
    query = query.where(
        col(Product.seller_id) == seller_id, col(ProductDay.day) >= since, ~is_gone_for_good()
    )
    grouped = (
        query.group_by(col(Product.id), col(Product.name)).order_by(views.desc(), col(Product.id)).limit(TOP)
    )
    return [
        (int(one), name, int(seen), int(liked))
        for one, name, seen, liked in (await session.execute(grouped)).all()
    ]


async def get_seller_id(session: AsyncSession, product_id: int) -> int:
    query = select(col(Product.seller_id)).where(col(Product.id) == product_id)
    return int((await session.execute(query)).scalar_one())


async def count_for_sale(session: AsyncSession, seller_id: int) -> int:
    query = (
        select(func.count())
        .select_from(Product)
        .where(col(Product.seller_id) == seller_id, col(Product.status).in_(("active", "pending")))
    )
    return int((await session.execute(query)).scalar_one())


async def count_listed_since(session: AsyncSession, seller_id: int, since: datetime) -> int:
    """Includes listings that were deleted or sold in the meantime."""
    query = (
        select(func.count())
        .select_from(Product)
        .where(col(Product.seller_id) == seller_id, col(Product.created_at) > since)
    )
    return int((await session.execute(query)).scalar_one())


def first_day(today: date, count: int) -> date:
    return today - timedelta(days=count - 1)


async def list_drafts(session: AsyncSession, seller_id: int) -> list[Draft]:
    query = select(Draft).where(col(Draft.seller_id) == seller_id)
    return list(
        (await session.execute(query.order_by(col(Draft.updated_at).desc(), col(Draft.id).desc()))).scalars()
    )


async def get_draft(
    session: AsyncSession, draft_id: int, seller_id: int, *, lock: bool = False
) -> Draft | None:
    query = select(Draft).where(col(Draft.id) == draft_id, col(Draft.seller_id) == seller_id)
    return (await session.execute(query.with_for_update() if lock else query)).scalar_one_or_none()


async def count_drafts(session: AsyncSession, seller_id: int) -> int:
    query = select(func.count()).select_from(Draft).where(col(Draft.seller_id) == seller_id)
    return int((await session.execute(query)).scalar_one())


async def delete_own_draft(session: AsyncSession, draft_id: int, seller_id: int) -> None:
    await session.execute(delete(Draft).where(col(Draft.id) == draft_id, col(Draft.seller_id) == seller_id))
