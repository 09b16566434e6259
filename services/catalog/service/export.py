"""What catalog holds about a person, for their export."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from libs.kit.http.export import One, Rows, person, plain
from libs.kit.process import clock
from services.catalog.models import Appeal, Draft, Favourite, Picture, Product, Report, SavedSearch
from services.catalog.queries import products as product_queries
from services.catalog.schemas.products import product_out

SEARCH = {"name", "wanted", "by_mail", "created_at"}
PICTURE = {"token", "width", "height", "bytes", "created_at"}


def of_person(user_id: int) -> list[One | Rows]:
    """Return every part of the export; each list follows an index."""
    stated = plain(include={"product_id", "reason", "words", "created_at"})
    listed = [col(Product.created_at), col(Product.id)]
    pictures = [col(Picture.created_at), col(Picture.token)]
    return [
        person(user_id),
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
        Rows("reports", Report, col(Report.reporter_id) == user_id, [col(Report.id)], stated),
        Rows("appeals", Appeal, col(Appeal.seller_id) == user_id, [col(Appeal.id)], stated),
        Rows("pictures", Picture, col(Picture.seller_id) == user_id, pictures, plain(include=PICTURE)),
    ]


async def _listings(session: AsyncSession, rows: list[Any]) -> list[Any]:
    now = clock.about_now()
    company = await product_queries.with_company(session, rows)
    return [product_out(details, now).model_dump(mode="json", by_alias=True) for details in company]
