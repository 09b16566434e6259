from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.contracts.events.catalog import ProductRemoved
from libs.kit.events import outbox
from libs.kit.http.export import One, Rows, plain
from libs.kit.process import clock
from libs.marketplace.people import export_replica
from services.catalog.dashboard.models import Draft
from services.catalog.favourites import service as favourite_service
from services.catalog.favourites.models import Favourite, SavedSearch
from services.catalog.listings.models import Product
from services.catalog.listings.queries import list_listings_to_forget, with_details
from services.catalog.listings.schemas import product_out
from services.catalog.moderation.models import Appeal, Report
from services.catalog.pictures.models import Picture
from services.catalog.pictures.queries import forget_same_pictures
from services.catalog.pictures.service import forget_pictures, take_down_pictures
from services.catalog.privacy import queries
from services.catalog.reservations.models import BoughtListing
from services.catalog.search import vocabulary

LISTINGS_AT_ONCE, FAVOURITES_AT_ONCE, ROWS_AT_ONCE = 100, 200, 1_000


async def next_piece(session: AsyncSession, user_id: int) -> bool:
    """Returns True if more rows may remain. Call with the person's row locked, so that a concurrent upload
    waits and is then refused."""
    if await favourite_service.forget_favourites(session, user_id, FAVOURITES_AT_ONCE) == FAVOURITES_AT_ONCE:
        return True
    if await queries.delete_rows(session, user_id, ROWS_AT_ONCE):
        return True
    if await _blank_listings(session, user_id) == LISTINGS_AT_ONCE:
        return True
    # All listings are removed by now, so nobody can report them.
    if await queries.blank_reports(session, user_id, ROWS_AT_ONCE):
        return True
    return await forget_pictures(session, user_id, ROWS_AT_ONCE) == ROWS_AT_ONCE


async def _blank_listings(session: AsyncSession, user_id: int) -> int:
    theirs = await list_listings_to_forget(session, user_id, LISTINGS_AT_ONCE)
    if theirs:
        now, ids = await clock.now(session), [row.id for row in theirs]
        await outbox.record_all(session, [(_removed(row, user_id, now), row.version + 1) for row in theirs])
        await queries.blank_listings(session, ids, now)
        await take_down_pictures(session, ids)
        await forget_same_pictures(session, ids)
        await vocabulary.unlearn(session, {word for row in theirs for word in row.title_words + row.words})
    return len(theirs)


def _removed(row: Any, seller_id: int, now: datetime) -> ProductRemoved:
    return ProductRemoved(
        product_id=row.id,
        seller_id=seller_id,
        auction_id=row.auction_id,
        reason="seller_erased",
        removed_at=now,
    )


SEARCH = {"name", "wanted", "by_mail", "created_at"}


PICTURE = {"token", "width", "height", "bytes", "created_at"}


def export_person(user_id: int) -> list[One | Rows]:
    stated = plain(include={"product_id", "reason", "words", "created_at"})
    listed = [col(Product.created_at), col(Product.id)]
    pictures = [col(Picture.created_at), col(Picture.token)]
    return [
        export_replica(user_id),
        Rows("listings", Product, col(Product.seller_id) == user_id, listed, _listings),
        Rows(
            "favourites",
            Favourite,
            col(Favourite.user_id) == user_id,
            [col(Favourite.product_id)],
            plain(exclude={"user_id"}),
        ),
        Rows(
            "savedSearches",
            SavedSearch,
            col(SavedSearch.user_id) == user_id,
            [col(SavedSearch.id)],
            plain(include=SEARCH),
        ),
        Rows("drafts", Draft, col(Draft.seller_id) == user_id, [col(Draft.id)], plain(exclude={"seller_id"})),
        Rows(
            "bought",
            BoughtListing,
            col(BoughtListing.buyer_id) == user_id,
            [col(BoughtListing.deal_id)],
            plain(),
        ),
        Rows(
            "sold",
            BoughtListing,
            col(BoughtListing.seller_id) == user_id,
            [col(BoughtListing.deal_id)],
            plain(),
        ),
        Rows("reports", Report, col(Report.reporter_id) == user_id, [col(Report.id)], stated),
        Rows("appeals", Appeal, col(Appeal.seller_id) == user_id, [col(Appeal.id)], stated),
        Rows("pictures", Picture, col(Picture.seller_id) == user_id, pictures, plain(include=PICTURE)),
    ]


async def _listings(session: AsyncSession, rows: list[Any]) -> list[Any]:
    now = clock.about_now()
    company = await with_details(session, rows)
    return [product_out(details, now).model_dump(mode="json", by_alias=True) for details in company]
