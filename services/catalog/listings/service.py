from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from libs.contracts.events.catalog import ProductSold
from libs.contracts.events.evidence import PictureKind
from libs.kit.errors import InvalidInput
from libs.kit.events import outbox
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.dashboard.queries import delete_own_draft
from services.catalog.favourites.service import notify_price_drop
from services.catalog.listings import auction_client, queries, rules
from services.catalog.listings.changes import get_details, product_listed, record_change, take_off
from services.catalog.listings.checks import (
    allowance_of,
    check_no_bids,
    check_not_over,
    check_owner,
    check_relistable,
    check_terms_given,
)
from services.catalog.listings.models import Product
from services.catalog.listings.queries import ListingDetails
from services.catalog.listings.rules import Allowance, WrongStatus
from services.catalog.listings.schemas import ProductIn, RelistIn
from services.catalog.pictures.queries import get_pictures_of, list_shown
from services.catalog.pictures.schemas import PictureIn
from services.catalog.pictures.service import check_claim, claim_pictures
from services.catalog.replicas.queries import save_auction
from services.catalog.search import words
from services.catalog.search.vocabulary import update_search_words
from services.catalog.views.rules import day_of

# Fields of the form that are stored unchanged.
PLAIN_FIELDS = ProductIn.model_fields.keys() & Product.model_fields.keys() - {
    "price",
    "image_url",
    "seller_id",
}


async def put_up_listing(
    session: AsyncSession,
    seller: Identity,
    form: ProductIn,
    auction_id: int | None,
    *,
    host: str = "",
    relist_of: int | None = None,
    learning: bool = True,
    allowance: Allowance | None = None,
) -> ListingDetails:
    """The reserved auction opens when the published event arrives. An import passes the `allowance` shared by
    all its rows."""
    check_owner(seller, form.seller_id)
    await people.lock_actor(session, seller)
    (allowance or await allowance_of(session, seller.user_id)).check()
    await _check_category(session, form.category_id)
    now = await clock.now(session)
    product = Product(
        seller_id=seller.user_id, auction_id=auction_id, relist_of=relist_of, created_at=now, updated_at=now,
        **_columns_of(form),
    )  # fmt: skip
    await update_search_words(session, product, learning=learning)
    session.add(product)
    await session.flush()
    images = await claim_pictures(
        session, seller.user_id, product.known_id, form.chosen_pictures, host=host, field=_field(form)
    )
    await outbox.record(
        session,
        product_listed(product, images, await get_pictures_of(session, images)),
        version=product.version,
    )
    if form.auction:
        await save_auction(session, auction_client.own_copy(product, form.auction))
    if form.draft_id is not None:
        await delete_own_draft(session, form.draft_id, seller.user_id)
    return await get_details(session, product)


async def change_listing(
    session: AsyncSession, seller: Identity, product_id: int, form: ProductIn, *, host: str = ""
) -> ListingDetails:
    product = await _changeable(session, seller, product_id, form)
    before = product.price
    wished = _columns_of(form)
    if product.listing_type == "auction" and form.auction is None:
        del wished["price"]
    changed_names = [name for name, value in wished.items() if getattr(product, name) != value]
    shown_before = {name: getattr(product, name) for name in changed_names if name != "brand_key"}
    for name in changed_names:
        setattr(product, name, wished[name])
    if form.images is not None or form.image_url is not None:
        is_changed, pictures_before = await _rearrange(session, product, form, host)
        changed_names += ["images"] if is_changed else []
        shown_before |= pictures_before
    if changed_names or form.auction is not None:
        await update_search_words(session, product)
        await record_change(session, product, changed_names, shown_before)
    if product.price < before:
        await notify_price_drop(session, product, before)
    return await get_details(session, product)


async def check_change(
    session: AsyncSession, seller: Identity, product_id: int, form: ProductIn, *, host: str = ""
) -> None:
    """Raises the same errors as `change_listing`, but changes nothing."""
    product = await _changeable(session, seller, product_id, form)
    if form.images is not None or form.image_url is not None:
        whose = product.seller_id
        await check_claim(session, whose, form.chosen_pictures, host=host, field=_field(form))


async def _changeable(session: AsyncSession, seller: Identity, product_id: int, form: ProductIn) -> Product:
    check_owner(seller, form.seller_id)
    await people.lock_actor(session, seller)
    product = await queries.get_product_of_seller(session, product_id, seller.user_id)
    rules.check_status("edit", product.status)
    await check_no_bids(session, product)
    if (product.listing_type == "auction") != (form.listing_type == "auction"):
        raise InvalidInput.field("listingType", "An auction stays an auction: list the bottle again")
    await _check_category(session, form.category_id)
    return product


async def add_note(session: AsyncSession, seller: Identity, product_id: int, note: str) -> ListingDetails:
    await people.lock_actor(session, seller)
    product = await queries.get_product_of_seller(session, product_id, seller.user_id)
    rules.check_status("edit", product.status)
    await check_not_over(session, product)
    day = day_of(await clock.now(session)).strftime("%d %b %Y")
    shown_before = {"description": product.description}
    product.description = rules.append_note(product.description, note, day)
    if len(product.description) > rules.LONGEST_WITH_NOTES:
        raise InvalidInput.field("note", "There is no room for another note")
    await record_change(session, product, ["description"], shown_before)
    return await get_details(session, product)


async def archive_listing(session: AsyncSession, seller: Identity, product_id: int) -> ListingDetails:
    """Does nothing if the cancelled auction has already archived the listing."""
    await people.lock_actor(session, seller)
    product = await queries.get_product_of_seller(session, product_id, seller.user_id)
    if product.auction_id is not None and product.status == "archived":
        return await get_details(session, product)
    rules.check_status("archive", product.status)
    await take_off(session, product, "archived")
    return await get_details(session, product)


async def restore_listing(session: AsyncSession, seller: Identity, product_id: int) -> ListingDetails:
    product = await _lock_own_listing(session, seller, product_id, "restore")
    if product.listing_type == "auction":
        raise WrongStatus("auction")
    (await allowance_of(session, seller.user_id)).check_for_sale()
    product.status, product.archived_at = "active", None
    await record_change(session, product, ["status"])
    return await get_details(session, product)


async def mark_sold(session: AsyncSession, seller: Identity, product_id: int) -> ListingDetails:
    """Raises for a listing in an auction, because the auction sells it."""
    product = await _lock_own_listing(session, seller, product_id, "sell")
    if product.listing_type == "auction":
        raise WrongStatus("auction")
    now = await clock.now(session)
    product.status, product.stock_quantity, product.sold_at, product.updated_at = "sold", 0, now, now
    product.version += 1
    event = ProductSold(
        product_id=product.known_id,
        seller_id=product.seller_id,
        auction_id=None,
        price=product.price,
        sold_at=now,
    )
    await outbox.record(session, event, version=product.version)
    return await get_details(session, product)


async def remove_listing(session: AsyncSession, seller: Identity, product_id: int) -> None:
    product = await _lock_own_listing(session, seller, product_id, "delete")
    await take_off(session, product, "deleted")


async def get_form_of(session: AsyncSession, seller: Identity, product_id: int) -> ProductIn:
    return _as_it_is(await queries.get_own_listing(session, product_id, seller.user_id))


async def relist(
    session: AsyncSession,
    seller: Identity,
    product_id: int,
    form: RelistIn,
    auction_id: int | None,
    *,
    to_auction: bool = False,
) -> ListingDetails:
    """Creates a new listing that is linked to the old listing, and archives the old listing (C25)."""
    old = await _lock_own_listing(session, seller, product_id, "relist")
    await check_relistable(session, old, to_auction=to_auction)
    check_terms_given(old, form.auction, to_auction=to_auction)
    shown = await list_shown(session, old.known_id)
    images = [
        PictureIn.model_construct(image_url=item.image_url, kind=cast("PictureKind | None", item.kind))
        for item in shown
    ]
    price = form.price or (form.auction.starting_price if form.auction else old.price)
    again = {"price": price, "images": images, "auction": form.auction}
    if to_auction:
        again |= {"listing_type": "auction", "stock_quantity": 1}
    if old.status == "active":
        await take_off(session, old, "archived")
    copied = _as_it_is(old).model_copy(update=again)
    return await put_up_listing(session, seller, copied, auction_id, relist_of=old.known_id)


def _as_it_is(product: Product) -> ProductIn:
    return ProductIn.model_construct(
        **product.model_dump(include=PLAIN_FIELDS)
        | {
            "price": product.price,
            "stock_quantity": max(1, product.stock_quantity),
            "volume": product.volume_ml,
            "remaining_percentage": product.remaining_percent,
        }
    )


async def _lock_own_listing(session: AsyncSession, seller: Identity, product_id: int, act: str) -> Product:
    await people.lock_actor(session, seller)
    product = await queries.get_product_of_seller(session, product_id, seller.user_id)
    rules.check_status(act, product.status)
    return product


async def _check_category(session: AsyncSession, category_id: int) -> None:
    if await queries.get_category(session, category_id) is None:
        raise InvalidInput.field("categoryId", "Please select a category")


async def _rearrange(
    session: AsyncSession, product: Product, form: ProductIn, host: str
) -> tuple[bool, dict[str, list[str]]]:
    """Returns whether the pictures changed, and the previous URLs if they did."""
    before = [(item.image_url, item.kind) for item in await list_shown(session, product.known_id)]
    whose = (product.seller_id, product.known_id)
    shown = await claim_pictures(session, *whose, form.chosen_pictures, host=host, field=_field(form))
    is_changed = [(item.image_url, item.kind) for item in shown] != before
    addresses = [address for address, _ in before]
    return is_changed, {"images": addresses} if [item.image_url for item in shown] != addresses else {}


def _columns_of(form: ProductIn) -> dict[str, Any]:
    return {name: getattr(form, name) for name in PLAIN_FIELDS} | {
        "price": form.asking_price,
        "volume_ml": form.volume,
        "remaining_percent": form.remaining_percentage,
        "brand_key": words.plain(form.brand),
    }


def _field(form: ProductIn) -> str:
    return "images" if form.images is not None else "imageUrl"
