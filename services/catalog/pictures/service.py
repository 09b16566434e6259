import asyncio
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.db.database import Database
from libs.kit.errors import InvalidInput, NotFound
from libs.kit.media.pictures import BLUR, PictureStore, name_of, redraw
from libs.kit.media.pictures import Picture as Drawing
from libs.kit.process import clock
from libs.kit.security.tokens import Identity
from libs.marketplace import people
from services.catalog.listings.changes import record_change
from services.catalog.listings.checks import check_not_over
from services.catalog.listings.models import Product
from services.catalog.listings.rules import AuctionHasBids
from services.catalog.pictures import queries, rules
from services.catalog.pictures.models import Picture, ProductImage
from services.catalog.pictures.rules import (
    MAX_PICTURES,
    AlreadyUploaded,
    ChosenPicture,
    TooManyImages,
    TooManyUploads,
    as_bigint,
)
from services.catalog.pictures.schemas import ImageIn

NO_IMAGE = "Please enter a valid image URL"


RENDITIONS = {str(size): size for size in rules.SIZES} | {"blur": BLUR}


ADDRESS = "/api/images/"


async def upload_picture(database: Database, store: PictureStore, seller: Identity, data: bytes) -> Picture:
    """The picture is processed before the transaction, because that takes time."""
    async with database.reading() as session:
        if await queries.count_unclaimed(session, seller.user_id) >= rules.MAX_UNCLAIMED:
            raise TooManyUploads
    drawn = await redraw(data, RENDITIONS, seller.user_id)
    async with database.transaction() as session:
        await people.lock_actor(session, seller)
        return await _keep(session, store, seller.user_id, drawn)


async def upload_announced(
    database: Database, store: PictureStore, seller: Identity, image_id: int, data: bytes
) -> tuple[ProductImage, Picture]:
    async with database.reading() as session:
        if await queries.get_place(session, image_id, seller.user_id) is None:
            raise NotFound
    drawn = await redraw(data, RENDITIONS, seller.user_id)
    async with database.transaction() as session:
        await people.lock_actor(session, seller)
        place = await queries.get_place(session, image_id, seller.user_id)
        product = await queries.lock_own_product(session, place.product_id, seller.user_id) if place else None
        if place is None or product is None:
            raise NotFound
        await check_not_over(session, product)
        await session.refresh(place)
        picture = await _keep(session, store, seller.user_id, drawn)
        if place.token == picture.token:
            return place, picture
        if place.token is not None or place.client_token is None:
            raise AlreadyUploaded
        before = await queries.list_shown(session, product.known_id)
        if len(before) >= MAX_PICTURES:
            raise TooManyImages
        place.token, place.image_url = picture.token, ADDRESS + picture.token
        await _changed(session, product, before)
        return place, picture


async def announce_picture(
    session: AsyncSession, seller: Identity, form: ImageIn, *, host: str
) -> ProductImage:
    await people.lock_actor(session, seller)
    product = await _lock_own_product(session, form.product_id, seller.user_id)
    places = await queries.list_places(session, form.product_id)
    if len(places) >= MAX_PICTURES:
        raise TooManyImages
    token = rules.own_name(form.image_url, host)
    at = await clock.now(session)
    place = ProductImage(
        image_url="",
        created_at=at,
        **form.model_dump(include={"product_id", "image_order", "image_name", "kind"}),
    )
    if token is not None and (ours := rules.requested(token)) is not None:
        place.token = (await _own_pictures(session, seller.user_id, [ours.token], field="imageUrl"))[0]
        place.image_url = ADDRESS + ours.token
    elif (
        token is not None
        and rules.fits_as_announced(token)
        and not await queries.is_announced(session, token)
    ):
        place.client_token, place.image_url = token, ADDRESS + token
    else:
        raise _refused("imageUrl")
    session.add(place)
    await session.flush()
    if place.token is not None:
        await _changed(session, product, [item for item in places if queries.is_shown(item)])
    return place


async def claim_pictures(
    session: AsyncSession,
    seller_id: int,
    product_id: int,
    images: list[ChosenPicture],
    *,
    host: str = "",
    field: str = "images",
) -> list[ProductImage]:
    """Show exactly these pictures and discard the listing's other pictures. Call with the product locked or
    new. The caller publishes the change."""
    names = list(kinds := _claimed(images, host, field))
    before = await queries.list_shown(session, product_id)
    if not names and not before:
        return []
    by_name = {_name_in(image): image for image in before}
    await _own_pictures(session, seller_id, [name for name in names if not rules.is_old(name)], field=field)
    gone = [image for name, image in by_name.items() if name not in names]
    if gone and await queries.has_bids(session, await queries.get_auction_id(session, product_id)):
        raise AuctionHasBids
    at = await clock.now(session)
    shown = [by_name.get(name) or _place(product_id, name, at) for name in names]
    for order, image in enumerate(shown):
        image.image_order, image.kind = order, kinds[_name_in(image)].kind_after(image.kind)
        session.add(image)
    await _let_go(session, seller_id, gone)
    return shown


async def check_claim(
    session: AsyncSession, seller_id: int, images: list[ChosenPicture], *, host: str, field: str
) -> None:
    names = _claimed(images, host, field)
    await _own_pictures(session, seller_id, [name for name in names if not rules.is_old(name)], field=field)


def _claimed(images: list[ChosenPicture], host: str, field: str) -> dict[str, ChosenPicture]:
    claimed = dict[str, ChosenPicture]()
    for name, image in zip(_own_names([item.address for item in images], host, field), images, strict=True):
        claimed.setdefault(name, image)
    if len(claimed) > MAX_PICTURES:
        raise TooManyImages
    return claimed


async def remove_picture(session: AsyncSession, seller: Identity, product_id: int, image_id: int) -> None:
    await people.lock_actor(session, seller)
    product = await _lock_own_product(session, product_id, seller.user_id)
    places = await queries.list_places(session, product_id)
    place = next((item for item in places if item.id == image_id), None)
    if place is None:
        raise NotFound
    shown = queries.is_shown(place)
    if shown and await queries.has_bids(session, product.auction_id):
        raise AuctionHasBids
    before = [item for item in places if queries.is_shown(item)]
    _number([item for item in places if item is not place])
    await _let_go(session, product.seller_id, [place])
    if shown:
        await _changed(session, product, before)


async def reorder_pictures(
    session: AsyncSession, seller: Identity, product_id: int, image_ids: list[int]
) -> list[ProductImage]:
    await people.lock_actor(session, seller)
    product = await _lock_own_product(session, product_id, seller.user_id)
    places = await queries.list_places(session, product_id)
    shown = {image.id: image for image in places if queries.is_shown(image)}
    if sorted(image_ids) != sorted(item for item in shown if item is not None):
        raise InvalidInput.field("images", "Name each picture of the product once")
    ordered = [shown[image_id] for image_id in image_ids]
    if list(shown) == image_ids:
        return ordered
    _number([*ordered, *(image for image in places if not queries.is_shown(image))])
    await _changed(session, product, list(shown.values()))
    return ordered


async def discard_unused(session: AsyncSession, seller_id: int, tokens: list[str]) -> None:
    await session.flush()
    for picture in await queries.lock_unused(session, tokens=sorted(set(tokens)), seller_id=seller_id):
        await session.delete(picture)
        await discard_picture(session, picture.token)
    await session.flush()


async def discard_picture(session: AsyncSession, token: str) -> None:
    await queries.discard_picture(session, token)


async def take_down_pictures(session: AsyncSession, product_ids: Sequence[int]) -> None:
    await queries.take_down_pictures(session, product_ids, ADDRESS)


async def forget_pictures(session: AsyncSession, seller_id: int, most: int) -> int:
    return await queries.forget_pictures(session, seller_id, most)


async def _keep(
    session: AsyncSession, store: PictureStore, seller_id: int, drawn: dict[str, Drawing]
) -> Picture:
    """Writes the row and then the files before the commit. The lock prevents the sweep from deleting the new
    files."""
    token, whole = name_of(drawn, str(seller_id)), drawn[str(rules.LARGEST)]
    await queries.lock_file(session, f"of {seller_id}")
    await queries.lock_file(session, token)
    picture, now = await queries.get_picture(session, token), await clock.now(session)
    if picture is None:
        if await queries.count_unclaimed(session, seller_id) >= rules.MAX_UNCLAIMED:
            raise TooManyUploads
        size = sum(len(item.content) for item in drawn.values())
        blur = drawn["blur"].data_uri
        picture = Picture(
            token=token, seller_id=seller_id, width=whole.width, height=whole.height, blur=blur, bytes=size,
            look=as_bigint(whole.look), created_at=now,
        )  # fmt: skip
        session.add(picture)
    picture.created_at = now
    await session.flush()
    await queries.keep_files(session, token)
    put = (
        store.put(rules.file_of(token, size), one.content) for size, one in drawn.items() if size != "blur"
    )
    await asyncio.gather(*put)
    return picture


async def _lock_own_product(session: AsyncSession, product_id: int, seller_id: int) -> Product:
    product = await queries.lock_own_product(session, product_id, seller_id)
    if product is None:
        raise NotFound
    await check_not_over(session, product)
    return product


def _refused(field: str) -> InvalidInput:
    return InvalidInput.field(field, NO_IMAGE)


def _own_names(images: list[str], host: str, field: str) -> list[str]:
    """Raises for anything but our own tokens. URLs of other sites are never opened."""
    names = []
    for image in images:
        name = rules.own_name(image, host)
        ours = rules.requested(name) if name else None
        if ours is None and not (name and rules.is_old(name)):
            raise _refused(field)
        names.append(ours.token if ours else str(name))
    return names


def _name_in(image: ProductImage) -> str:
    return image.token or image.image_url.removeprefix(ADDRESS)


def _place(product_id: int, name: str, at: datetime) -> ProductImage:
    token = None if rules.is_old(name) else name
    return ProductImage(product_id=product_id, image_url=ADDRESS + name, token=token, created_at=at)


async def _own_pictures(
    session: AsyncSession, seller_id: int, tokens: list[str], *, field: str = "images"
) -> list[str]:
    kept = await queries.get_kept_pictures(session, seller_id, tokens)
    if len(kept) < len(set(tokens)):
        raise _refused(field)
    return tokens


def _number(places: list[ProductImage]) -> None:
    for order, place in enumerate(places):
        place.image_order = order


async def _let_go(session: AsyncSession, seller_id: int, places: list[ProductImage]) -> None:
    for place in places:
        await session.delete(place)
    await session.flush()
    tokens = [place.token for place in places if place.token is not None]
    if tokens:
        await discard_unused(session, seller_id, tokens)


async def _changed(session: AsyncSession, product: Product, before: list[ProductImage]) -> None:
    product.image_url = None
    await record_change(session, product, ["images"], {"images": [image.image_url for image in before]})
