"""Favourites: a person follows a bottle, and is notified when it costs less or its auction ends soon."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.auction import AuctionEndingSoon
from libs.contracts.events.catalog import (
    FavouriteAdded,
    FavouriteEndingSoon,
    FavouritePriceDropped,
    FavouriteRemoved,
)
from libs.kit.events import outbox, people
from libs.kit.http.access import Identity
from libs.kit.http.errors import NotFound
from libs.kit.process import clock
from services.catalog.domain.favourites import MOST_FAVOURITES, MOST_NOTIFIED, is_drop_published
from services.catalog.domain.refusals import OwnListing, TooManyFavourites
from services.catalog.domain.views import day_of
from services.catalog.models import Product
from services.catalog.queries import favourites as favourite_queries
from services.catalog.queries import products as product_queries


async def add(session: AsyncSession, person: Identity, product_id: int) -> int:
    """Add a favourite; return how many people follow the listing. Once more changes nothing."""
    await people.lock_actor(session, person)
    details = await product_queries.product(session, product_id)
    if details is None or details.product.status == "removed":
        raise NotFound
    product, auction = details.product, details.auction
    if product.seller_id == person.user_id:
        raise OwnListing
    now = await clock.now(session)
    price = (auction.current_bid if auction else None) or product.price
    if not await favourite_queries.add(session, person.user_id, product_id, now, price):
        return await favourite_queries.count_of(session, product_id)
    if await favourite_queries.how_many(session, person.user_id) > MOST_FAVOURITES:
        raise TooManyFavourites
    favourites, version = await favourite_queries.count_up(session, product_id, day_of(now))
    fact = FavouriteAdded(
        product_id=product_id, seller_id=product.seller_id, user_id=person.user_id, favourites=favourites,
        price=price, added_at=now,
    )  # fmt: skip
    await outbox.record(session, fact, version=version)
    return favourites


async def remove(session: AsyncSession, user_id: int, product_id: int) -> int:
    """Remove a favourite; return how many people follow the listing."""
    await _let_go(session, user_id, [product_id])
    return await favourite_queries.count_of(session, product_id)


async def _let_go(session: AsyncSession, user_id: int, product_ids: Sequence[int]) -> None:
    """Delete favourites of a person, and count and publish one follower fewer each, in one go however many
    they are."""
    rows = await favourite_queries.delete_of_person(session, user_id, product_ids)
    if not rows:
        return
    now = await clock.now(session)
    # The counts first, then the days, as who adds one locks them.
    counts = await favourite_queries.counted_down(session, [product_id for product_id, _ in rows])
    # Their day loses what it gave: a heart that is switched on and off makes nothing popular.
    await favourite_queries.count_days_down(session, [(one, day_of(at)) for one, at in rows])
    facts = [
        FavouriteRemoved(
            product_id=one.product_id, seller_id=one.seller_id, user_id=user_id, favourites=one.favourites,
            removed_at=now,
        )
        for one in counts
    ]  # fmt: skip
    await outbox.record_all(session, [(fact, one.version) for fact, one in zip(facts, counts, strict=True)])


async def price_dropped(session: AsyncSession, product: Product, before: int) -> None:
    """Publish a lower price to those who follow the listing, if that is news.

    Call with the product locked, after its number has risen."""
    if product.price >= before or product.status != "active":
        return
    now = await clock.now(session)
    if not is_drop_published(product.price, now, lowest=product.told_price, told_at=product.price_told_at):
        return
    facts = [
        FavouritePriceDropped(
            product_id=product.known_id, seller_id=product.seller_id, user_id=user_id, name=product.name,
            price_before=before, price=product.price, dropped_at=now,
        )
        for user_id in await favourite_queries.keepers(session, product.known_id, MOST_NOTIFIED)
    ]  # fmt: skip
    if facts:  # without followers the price is not remembered: the first follower hears of the next drop
        product.told_price, product.price_told_at = product.price, now
        await outbox.record_all(session, [(fact, product.version) for fact in facts])


async def ending_soon(session: AsyncSession, ending: AuctionEndingSoon) -> None:
    """Publish to those who follow the listing that its auction ends soon."""
    keepers = await favourite_queries.keepers(session, ending.product_id, MOST_NOTIFIED)
    figures = ending.model_dump(by_alias=False)
    facts = [FavouriteEndingSoon.model_validate(figures | {"user_id": user_id}) for user_id in keepers]
    await outbox.record_all(session, [(fact, 1) for fact in facts])


async def forget(session: AsyncSession, user_id: int, most: int) -> int:
    """Delete the next favourites of an erased person and publish it; return how many."""
    product_ids = await favourite_queries.ids_of_person(session, user_id, most)
    await _let_go(session, user_id, product_ids)
    return len(product_ids)
