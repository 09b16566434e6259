"""Which pictures there are, whose they are, and which of them nothing shows."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, literal_column, select, text, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.models import AuctionCopy, DiscardedPicture, Draft, Picture, Product, ProductImage

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
_ALONE_IF_FREE = text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))")


async def alone_with(session: AsyncSession, name: str) -> None:
    """Wait for the advisory lock of a picture, or of a seller's pictures, and hold it to the end of the
    transaction."""
    await session.execute(_ALONE, {"name": f"pictures {name}"})


async def is_alone_with(session: AsyncSession, name: str) -> bool:
    """Take the same lock without waiting; return whether it was free."""
    return bool((await session.execute(_ALONE_IF_FREE, {"name": f"pictures {name}"})).scalar_one())


async def picture(session: AsyncSession, token: str) -> Picture | None:
    """Return a drawn picture."""
    return await session.get(Picture, token)


async def by_token(session: AsyncSession, tokens: Collection[str]) -> dict[str, Picture]:
    """Return these pictures."""
    query = select(Picture).where(col(Picture.token).in_(tokens))
    return {one.token: one for one in (await session.execute(query)).scalars()} if tokens else {}


async def of(session: AsyncSession, images: Sequence[ProductImage]) -> dict[str, Picture]:
    """Return the pictures in these places, by their tokens."""
    return await by_token(session, [image.token for image in images if image.token is not None])


async def kept_for(session: AsyncSession, seller_id: int, tokens: Collection[str]) -> dict[str, Picture]:
    """Return those of these pictures that are the seller's, locked so that no sweep takes them before they
    are shown."""
    if not tokens:
        return {}
    query = select(Picture).where(col(Picture.token).in_(tokens), col(Picture.seller_id) == seller_id)
    locked = query.order_by(col(Picture.token)).with_for_update(read=True, key_share=True)
    return {one.token: one for one in (await session.execute(locked)).scalars()}


# The pictures that a draft names, read from it once: looking for each picture in each draft would take
# minutes.
_NAMED: ColumnElement[str] = literal_column(
    "(regexp_matches(CAST(drafts.form AS text), '[0-9a-f]{64}', 'g'))[1]"
)


def _unused(seller_id: int | None = None) -> ColumnElement[bool]:
    """Select pictures that no listing shows and no draft of their owner names."""
    shown = select(col(ProductImage.id)).where(col(ProductImage.token) == col(Picture.token))
    drafted = select(col(Draft.seller_id), _NAMED)
    if seller_id is not None:
        drafted = drafted.where(col(Draft.seller_id) == seller_id)
    return ~shown.exists() & tuple_(col(Picture.seller_id), col(Picture.token)).not_in(drafted)


async def unclaimed(session: AsyncSession, seller_id: int) -> int:
    """Return how many pictures of a seller wait for a listing."""
    query = (
        select(func.count())
        .select_from(Picture)
        .where(col(Picture.seller_id) == seller_id, _unused(seller_id))
    )
    return int((await session.execute(query)).scalar_one())


async def unused_for_update(
    session: AsyncSession,
    *,
    tokens: Sequence[str] | None = None,
    before: datetime | None = None,
    seller_id: int | None = None,
) -> list[Picture]:
    """Return pictures that nothing shows, locked, and looked at again after the lock because a claim may have
    come."""
    unused = _unused(seller_id)
    query = select(Picture).where(unused)
    if tokens is not None:
        query = query.where(col(Picture.token).in_(tokens))
    if seller_id is not None:
        query = query.where(col(Picture.seller_id) == seller_id)
    if before is not None:
        query = query.where(col(Picture.created_at) < before)
    locked = query.order_by(col(Picture.token)).limit(100).with_for_update(skip_locked=True, of=Picture)
    found = [one.token for one in (await session.execute(locked)).scalars()]
    again = select(Picture).where(col(Picture.token).in_(found), unused).order_by(col(Picture.token))
    return list((await session.execute(again)).scalars()) if found else []


async def own_product_for_update(session: AsyncSession, product_id: int, seller_id: int) -> Product | None:
    """Return a listing of this seller, locked; a removed one cannot be changed."""
    query = select(Product).where(
        col(Product.id) == product_id, col(Product.seller_id) == seller_id, col(Product.status) != "removed"
    )
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def shown_at(session: AsyncSession, product_id: int) -> list[ProductImage]:
    """Return the pictures that a listing shows, in order."""
    return [image for image in await places(session, product_id) if is_shown(image)]


async def places(session: AsyncSession, product_id: int) -> list[ProductImage]:
    """Return a listing's pictures in order, with those that were announced and have not come."""
    query = select(ProductImage).where(col(ProductImage.product_id) == product_id)
    ordered = query.order_by(col(ProductImage.image_order), col(ProductImage.id))
    return list((await session.execute(ordered)).scalars())


def is_shown(image: ProductImage) -> bool:
    """Return whether its picture has come; one from before there were sizes has no token, and came at
    once."""
    return image.token is not None or image.client_token is None


async def place_of(session: AsyncSession, image_id: int, seller_id: int) -> ProductImage | None:
    """Return one place for a picture at a listing of this seller."""
    query = select(ProductImage).join(Product, col(Product.id) == col(ProductImage.product_id))
    owned = query.where(col(ProductImage.id) == image_id, col(Product.seller_id) == seller_id)
    return (await session.execute(owned.where(col(Product.status) != "removed"))).scalar_one_or_none()


async def has_bids(session: AsyncSession, auction_id: int | None) -> bool:
    """Return whether there is a bid, as far as this service knows."""
    if auction_id is None:
        return False
    query = select(col(AuctionCopy.bid_count)).where(col(AuctionCopy.auction_id) == auction_id)
    return ((await session.execute(query)).scalar_one_or_none() or 0) > 0


async def auction_of(session: AsyncSession, product_id: int) -> int | None:
    """Return the auction that sells this listing, if one does."""
    query = select(col(Product.auction_id)).where(col(Product.id) == product_id)
    return (await session.execute(query)).scalar_one_or_none()


async def announced_as(session: AsyncSession, client_token: str) -> str | None:
    """Return the picture that came for a name its seller gave it."""
    query = select(col(ProductImage.token)).where(col(ProductImage.client_token) == client_token)
    return (await session.execute(query)).scalar_one_or_none()


async def is_announced(session: AsyncSession, client_token: str) -> bool:
    """Return whether some seller uses this name already."""
    query = select(col(ProductImage.id)).where(col(ProductImage.client_token) == client_token)
    return (await session.execute(query)).first() is not None


async def never_came(session: AsyncSession, before: datetime) -> list[ProductImage]:
    """Return places whose pictures were announced long ago, a hundred at once, locked because one may come
    now."""
    query = select(ProductImage).where(
        col(ProductImage.token).is_(None),
        col(ProductImage.client_token).is_not(None),
        col(ProductImage.created_at) < before,
    )
    locked = query.order_by(col(ProductImage.id)).limit(100).with_for_update(skip_locked=True)
    return list((await session.execute(locked)).scalars())


async def discarded(session: AsyncSession, after: str, limit: int = 100) -> list[str]:
    """Return pictures whose files are to go, some at once."""
    query = select(col(DiscardedPicture.token)).where(col(DiscardedPicture.token) > after)
    return list((await session.execute(query.order_by(col(DiscardedPicture.token)).limit(limit))).scalars())


async def is_named(session: AsyncSession, token: str) -> bool:
    """Return whether a picture or a listing's old address still needs the files of this name."""
    old = select(col(ProductImage.id)).where(col(ProductImage.image_url) == f"/api/images/{token}").limit(1)
    return await session.get(Picture, token) is not None or (await session.execute(old)).first() is not None


async def unnamed(session: AsyncSession, tokens: Collection[str]) -> set[str]:
    """Return those of these tokens that no row knows."""
    known = set(
        (await session.execute(select(col(Picture.token)).where(col(Picture.token).in_(tokens)))).scalars()
    )
    waiting = select(col(DiscardedPicture.token)).where(col(DiscardedPicture.token).in_(tokens))
    return set(tokens) - known - set((await session.execute(waiting)).scalars())


async def discard(session: AsyncSession, token: str) -> None:
    """Write down that the files of this name are to be deleted."""
    await session.execute(insert(DiscardedPicture).values(token=token).on_conflict_do_nothing())


async def keep_files(session: AsyncSession, token: str) -> None:
    """Write down that no file of this name is to be deleted, or that it has been."""
    await session.execute(delete(DiscardedPicture).where(col(DiscardedPicture.token) == token))


async def take_down(session: AsyncSession, product_ids: Sequence[int], address: str) -> None:
    """Delete the pictures of these listings; single files from before there were sizes are to be deleted
    too."""
    await session.execute(_TAKE_DOWN, {"product_ids": list(product_ids), "address": address})


async def forget(session: AsyncSession, seller_id: int, most: int) -> int:
    """Delete the next pictures of a seller and write down that their files go; return how many."""
    return int((await session.execute(_FORGET, {"seller_id": seller_id, "most": most})).scalar_one())


_TAKE_DOWN = text(
    "WITH gone AS (DELETE FROM product_images WHERE product_id = ANY(:product_ids) "
    "RETURNING image_url, token, client_token) INSERT INTO discarded_pictures (token) "
    "SELECT DISTINCT replace(image_url, :address, '') FROM gone WHERE token IS NULL AND client_token IS NULL "
    "ON CONFLICT DO NOTHING"
)
_FORGET = text(
    "WITH gone AS (DELETE FROM pictures WHERE token IN "
    "(SELECT token FROM pictures WHERE seller_id = :seller_id LIMIT :most) RETURNING token), "
    "to_go AS (INSERT INTO discarded_pictures (token) SELECT token FROM gone ON CONFLICT DO NOTHING) "
    "SELECT count(*) FROM gone"
)
