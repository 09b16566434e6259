"""Stores each listing as it was bought, for the buyer, the seller and the staff who decide a dispute."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.trades import DealOpened
from libs.kit.errors import NotFound
from libs.kit.security.tokens import Identity
from services.catalog.listings.changes import get_details
from services.catalog.listings.models import Product
from services.catalog.listings.queries import list_revisions, lock_listing
from services.catalog.pictures.queries import mark_bought_pictures
from services.catalog.pictures.service import ADDRESS
from services.catalog.reservations import queries
from services.catalog.reservations.models import BoughtListing
from services.catalog.reservations.rules import listing_at

FIELDS = {
    "name", "brand", "description", "price", "listing_type", "is_new", "volume_ml", "remaining_percent",
    "box_condition", "concentration", "notes", "state", "batch_code", "purchase_year",
}  # fmt: skip


async def store_bought_listing(
    session: AsyncSession, product: Product, deal_id: int, buyer_id: int, at: datetime
) -> None:
    """Call with the listing locked. Its pictures are then kept until the seller's account is erased."""
    details = await get_details(session, product)
    images = [{"image_url": image.image_url, "kind": image.kind} for image in details.images]
    now = product.model_dump(include=FIELDS) | {"category": details.category.name, "images": images}
    revisions = [(item.changed_at, item.before) for item in await list_revisions(session, product.known_id)]
    listing = listing_at(now, revisions, at)
    # Revisions contain only the addresses of pictures.
    listing["images"] = [
        image if isinstance(image, dict) else {"image_url": image, "kind": None}
        for image in listing["images"]
    ]
    row = BoughtListing(
        deal_id=deal_id, product_id=product.known_id, seller_id=product.seller_id, buyer_id=buyer_id,
        listing=listing, bought_at=at,
    )  # fmt: skip
    await queries.save_bought_listing(session, row)
    shown = [str(image["image_url"]).removeprefix(ADDRESS) for image in listing["images"]]
    await mark_bought_pictures(session, shown)


async def store_for_deal(session: AsyncSession, event: DealOpened) -> None:
    """Auction sales have no reservation, so their listing is stored when the deal opens, as it was when the
    auction was won."""
    if await queries.get_bought_listing(session, event.transaction_id) is not None:
        return
    product = await lock_listing(session, event.product_id)
    if product is not None and product.seller_id == event.seller_id:
        at = event.won_at or event.opened_at
        await store_bought_listing(session, product, event.transaction_id, event.buyer_id, at)


async def get_bought_listing(
    session: AsyncSession, deal_id: int, reader: Identity | None = None
) -> BoughtListing:
    """Raises NotFound for everyone but the buyer and the seller. Omit `reader` for staff."""
    row = await queries.get_bought_listing(session, deal_id)
    if row is None or (reader is not None and reader.user_id not in (row.buyer_id, row.seller_id)):
        raise NotFound
    return row
