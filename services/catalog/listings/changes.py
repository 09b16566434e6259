"""Every change publishes an event with the next version in the same transaction."""

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.admin import CaseDecided, CaseReason
from libs.contracts.events.catalog import PictureMeasures, ProductChanged, ProductListed, ProductRemoved
from libs.contracts.events.staff import ListingChangedByStaff
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.marketplace import staff_changes
from services.catalog.listings import queries
from services.catalog.listings.models import Product
from services.catalog.listings.queries import ListingDetails
from services.catalog.pictures.models import Picture, ProductImage
from services.catalog.pictures.queries import get_pictures_of, list_shown
from services.catalog.pictures.rules import SIZES
from services.catalog.reservations.queries import list_buyer_ids

# Product fields that events contain unchanged.
EVENT_FIELDS = ProductChanged.model_fields.keys() & Product.model_fields.keys() - {"status"}


async def record_change(
    session: AsyncSession, product: Product, names: list[str], before: Mapping[str, Any] | None = None
) -> None:
    """`before` contains the previous values if buyers could see them, and is stored as a revision. Call with
    the row locked."""
    product.updated_at = await clock.now(session)
    if before:
        await queries.add_revision(session, product, before, product.updated_at)
    if product.status not in ("active", "pending"):
        return  # The version stays the same, because consumers treat a gap as a missing event.
    product.version += 1
    await session.flush()
    images = await list_shown(session, product.known_id)
    event = ProductChanged(
        product_id=product.known_id,
        **_pictured(images, await get_pictures_of(session, images)),
        status=product.status,  # type: ignore[arg-type]
        changed=sorted(names),
        changed_at=product.updated_at,
        **product.model_dump(include=EVENT_FIELDS),
    )
    await outbox.record(session, event, version=product.version)


async def take_off(session: AsyncSession, product: Product, reason: Any, *, why: str | None = None) -> None:
    """Call with the row locked."""
    was_for_sale = product.status in ("active", "pending")
    now = await clock.now(session)
    product.updated_at = now
    if reason in ("archived", "auction_cancelled"):
        product.status, product.archived_at = "archived", now
    else:
        product.status, product.removed_at, product.removed_reason = "removed", now, why or reason
    event = ProductRemoved(
        product_id=product.known_id,
        seller_id=product.seller_id,
        auction_id=product.auction_id,
        reason=reason,
        removed_at=now,
    )
    if was_for_sale or reason not in ("archived", "auction_cancelled"):
        product.version += 1
        await session.flush()
        await outbox.record(session, event, version=product.version)


async def get_details(session: AsyncSession, product: Product) -> ListingDetails:
    await session.flush()
    return (await queries.with_details(session, [product]))[0]


def _pictured(images: list[ProductImage], pictures: dict[str, Picture]) -> dict[str, Any]:
    known = [pictures.get(image.token or "") for image in images]
    return {
        "images": [image.image_url for image in images],
        "kinds": [image.kind for image in images],
        "measures": [
            item and PictureMeasures(width=item.width, height=item.height, sizes=list(SIZES))
            for item in known
        ],
    }


def product_listed(
    product: Product, images: list[ProductImage], pictures: dict[str, Picture]
) -> ProductListed:
    return ProductListed(
        product_id=product.known_id,
        **_pictured(images, pictures),
        listed_at=product.created_at,
        relist_of=product.relist_of,
        **product.model_dump(include=EVENT_FIELDS),
    )


def listing_event(found: ListingDetails) -> ProductListed:
    return product_listed(found.product, found.images, found.pictures)


def state_of(product: Product) -> dict[str, Any]:
    # The text that staff wrote about a removal is not published.
    return {"status": product.status}


async def parties_of(session: AsyncSession, product: Product) -> set[int]:
    return {product.seller_id, *await list_buyer_ids(session, product.known_id)}


async def record_staff_change(
    session: AsyncSession,
    product: Product,
    act: Literal["take_down", "restore"],
    before: dict[str, Any],
    by: int,
    decided: CaseDecided | None = None,
    code: CaseReason | None = None,
) -> None:
    await staff_changes.record(
        session, ListingChangedByStaff, act, by=by, about=product.known_id,
        parties=await parties_of(session, product), before=before,
        after=state_of(product), reason=code if decided is None else decided.reason,
        case_id=None if decided is None else decided.case_id,
    )  # fmt: skip
