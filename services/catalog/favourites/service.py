from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import AuctionEndingSoon
from libs.contracts.events.catalog import (
    FavouriteAdded,
    FavouriteEndingSoon,
    FavouritePriceDropped,
    FavouriteRemoved,
)
from libs.kit.errors import NotFound
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.favourites import queries
from services.catalog.favourites.rules import (
    MAX_FAVOURITES,
    MAX_NOTIFIED,
    TooManyFavourites,
    is_drop_published,
)
from services.catalog.listings.models import Product
from services.catalog.listings.queries import get_listing
from services.catalog.listings.rules import OwnListing
from services.catalog.views.rules import day_of


async def add_favourite(session: AsyncSession, person: Identity, product_id: int) -> int:
    """Idempotent. Returns the number of people who saved the listing."""
    await people.lock_actor(session, person)
    details = await get_listing(session, product_id)
    if details is None or details.product.status == "removed":
        raise NotFound
    product, auction = details.product, details.auction
    if product.seller_id == person.user_id:
        raise OwnListing
    now = await clock.now(session)
    price = (auction.current_bid if auction else None) or product.price
    if not await queries.add_favourite(session, person.user_id, product_id, now, price):
        return await queries.count_favourites_of(session, product_id)
    if await queries.count_favourites(session, person.user_id) > MAX_FAVOURITES:
        raise TooManyFavourites
    favourites, version = await queries.count_favourite_up(session, product_id, day_of(now))
    event = FavouriteAdded(
        product_id=product_id, seller_id=product.seller_id, user_id=person.user_id, favourites=favourites,
        price=price, added_at=now,
    )  # fmt: skip
    await outbox.record(session, event, version=version)
    return favourites


async def remove_favourite(session: AsyncSession, user_id: int, product_id: int) -> int:
    await _let_go(session, user_id, [product_id])
    return await queries.count_favourites_of(session, product_id)


async def _let_go(session: AsyncSession, user_id: int, product_ids: Sequence[int]) -> None:
    rows = await queries.delete_favourites(session, user_id, product_ids)
    if not rows:
        return
    now = await clock.now(session)
    # Counts are updated before days, in the same order as when a favourite is added, to avoid deadlocks.
    counts = await queries.count_favourites_down(session, [product_id for product_id, _ in rows])
    # Also subtracted from the day it was saved, so that toggling a favourite does not increase the
    # popularity.
    await queries.count_days_down(session, [(one, day_of(at)) for one, at in rows])
    events = [
        FavouriteRemoved(
            product_id=count.product_id, seller_id=count.seller_id, user_id=user_id, favourites=count.favourites,
            removed_at=now,
        )
        for count in counts
    ]  # fmt: skip
    await outbox.record_all(
        session, [(event, one.version) for event, one in zip(events, counts, strict=True)]
    )


async def notify_price_drop(session: AsyncSession, product: Product, before: int) -> None:
    """Publish a lower price. Call with the product locked, after incrementing its version."""
    if product.price >= before or product.status != "active":
        return
    now = await clock.now(session)
    if not is_drop_published(
        product.price, now, lowest=product.published_price, published_at=product.price_published_at
    ):
        return
    events = [
        FavouritePriceDropped(
            product_id=product.known_id, seller_id=product.seller_id, user_id=user_id, name=product.name,
            price_before=before, price=product.price, dropped_at=now,
        )
        for user_id in await queries.list_watchers(session, product.known_id, MAX_NOTIFIED)
    ]  # fmt: skip
    if events:  # Not stored without recipients, so that a first recipient gets the next drop.
        product.published_price, product.price_published_at = product.price, now
        await outbox.record_all(session, [(event, product.version) for event in events])


async def notify_ending_soon(session: AsyncSession, ending: AuctionEndingSoon) -> None:
    watchers = await queries.list_watchers(session, ending.product_id, MAX_NOTIFIED)
    figures = ending.model_dump(by_alias=False)
    events = [FavouriteEndingSoon.model_validate(figures | {"user_id": user_id}) for user_id in watchers]
    await outbox.record_all(session, [(event, 1) for event in events])


async def forget_favourites(session: AsyncSession, user_id: int, most: int) -> int:
    product_ids = await queries.list_favourite_ids(session, user_id, most)
    await _let_go(session, user_id, product_ids)
    return len(product_ids)
