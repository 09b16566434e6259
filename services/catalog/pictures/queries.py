from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, literal_column, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from services.catalog.dashboard.models import Draft
from services.catalog.listings.models import Product
from services.catalog.pictures.models import DiscardedPicture, Picture, ProductImage
from services.catalog.pictures.rules import MAX_DIFFERENT, QUARTER_BITS, QUARTERS, near_quarters
from services.catalog.replicas.models import AuctionReplica

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")


_ALONE_IF_FREE = text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0))")


async def lock_file(session: AsyncSession, name: str) -> None:
    """Take an advisory lock until the end of the transaction."""
    await session.execute(_ALONE, {"name": f"pictures {name}"})


async def lock_file_if_free(session: AsyncSession, name: str) -> bool:
    """Returns False if the lock is taken."""
    return bool((await session.execute(_ALONE_IF_FREE, {"name": f"pictures {name}"})).scalar_one())


async def get_picture(session: AsyncSession, token: str) -> Picture | None:
    return await session.get(Picture, token)


async def get_pictures_by_token(session: AsyncSession, tokens: Collection[str]) -> dict[str, Picture]:
    query = select(Picture).where(col(Picture.token).in_(tokens))
    return {row.token: row for row in (await session.execute(query)).scalars()} if tokens else {}


async def get_pictures_of(session: AsyncSession, images: Sequence[ProductImage]) -> dict[str, Picture]:
    return await get_pictures_by_token(session, [image.token for image in images if image.token is not None])


async def mark_bought_pictures(session: AsyncSession, tokens: Collection[str]) -> None:
    """Call with the listing locked."""
    await session.execute(update(Picture).where(col(Picture.token).in_(tokens)).values(is_bought=True))


async def get_kept_pictures(
    session: AsyncSession, seller_id: int, tokens: Collection[str]
) -> dict[str, Picture]:
    """Locks the pictures, so that the sweep cannot delete them before they are used."""
    if not tokens:
        return {}
    query = select(Picture).where(col(Picture.token).in_(tokens), col(Picture.seller_id) == seller_id)
    locked = query.order_by(col(Picture.token)).with_for_update(read=True, key_share=True)
    return {row.token: row for row in (await session.execute(locked)).scalars()}


# Extracted once, because searching each draft for each picture would take minutes.
_NAMED: ColumnElement[str] = literal_column(
    "(regexp_matches(CAST(drafts.form AS text), '[0-9a-f]{64}', 'g'))[1]"
)


def _unused(seller_id: int | None = None) -> ColumnElement[bool]:
    shown = select(col(ProductImage.id)).where(col(ProductImage.token) == col(Picture.token))
    drafted = select(col(Draft.seller_id), _NAMED)
    if seller_id is not None:
        drafted = drafted.where(col(Draft.seller_id) == seller_id)
    not_bought = col(Picture.is_bought).is_(False)
    return not_bought & ~shown.exists() & tuple_(col(Picture.seller_id), col(Picture.token)).not_in(drafted)


async def count_unclaimed(session: AsyncSession, seller_id: int) -> int:
    query = (
        select(func.count())
        .select_from(Picture)
        .where(col(Picture.seller_id) == seller_id, _unused(seller_id))
    )
    return int((await session.execute(query)).scalar_one())


async def lock_unused(
    session: AsyncSession,
    *,
    tokens: Sequence[str] | None = None,
    before: datetime | None = None,
    seller_id: int | None = None,
) -> list[Picture]:
    """Locks the pictures and checks them again, because a listing may have claimed them meanwhile."""
    unused = _unused(seller_id)
    query = select(Picture).where(unused)
    if tokens is not None:
        query = query.where(col(Picture.token).in_(tokens))
    if seller_id is not None:
        query = query.where(col(Picture.seller_id) == seller_id)
    if before is not None:
        query = query.where(col(Picture.created_at) < before)
    locked = query.order_by(col(Picture.token)).limit(100).with_for_update(skip_locked=True, of=Picture)
    found = [row.token for row in (await session.execute(locked)).scalars()]
    again = select(Picture).where(col(Picture.token).in_(found), unused).order_by(col(Picture.token))
    return list((await session.execute(again)).scalars()) if found else []


async def lock_own_product(session: AsyncSession, product_id: int, seller_id: int) -> Product | None:
    """Returns None for a removed listing, which cannot be changed."""
    query = select(Product).where(
        col(Product.id) == product_id, col(Product.seller_id) == seller_id, col(Product.status) != "removed"
    )
    return (await session.execute(query.with_for_update())).scalar_one_or_none()


async def list_shown(session: AsyncSession, product_id: int) -> list[ProductImage]:
    return [image for image in await list_places(session, product_id) if is_shown(image)]


async def list_places(session: AsyncSession, product_id: int) -> list[ProductImage]:
    query = select(ProductImage).where(col(ProductImage.product_id) == product_id)
    ordered = query.order_by(col(ProductImage.image_order), col(ProductImage.id))
    return list((await session.execute(ordered)).scalars())


def is_shown(image: ProductImage) -> bool:
    """Pictures from before sizes existed have neither token nor client token."""
    return image.token is not None or image.client_token is None


async def get_place(session: AsyncSession, image_id: int, seller_id: int) -> ProductImage | None:
    query = select(ProductImage).join(Product, col(Product.id) == col(ProductImage.product_id))
    owned = query.where(col(ProductImage.id) == image_id, col(Product.seller_id) == seller_id)
    return (await session.execute(owned.where(col(Product.status) != "removed"))).scalar_one_or_none()


async def has_bids(session: AsyncSession, auction_id: int | None) -> bool:
    if auction_id is None:
        return False
    query = select(col(AuctionReplica.bid_count)).where(col(AuctionReplica.auction_id) == auction_id)
    return ((await session.execute(query)).scalar_one_or_none() or 0) > 0


async def get_auction_id(session: AsyncSession, product_id: int) -> int | None:
    query = select(col(Product.auction_id)).where(col(Product.id) == product_id)
    return (await session.execute(query)).scalar_one_or_none()


async def get_announced_token(session: AsyncSession, client_token: str) -> str | None:
    query = select(col(ProductImage.token)).where(col(ProductImage.client_token) == client_token)
    return (await session.execute(query)).scalar_one_or_none()


async def is_announced(session: AsyncSession, client_token: str) -> bool:
    query = select(col(ProductImage.id)).where(col(ProductImage.client_token) == client_token)
    return (await session.execute(query)).first() is not None


async def list_never_uploaded(session: AsyncSession, before: datetime) -> list[ProductImage]:
    query = select(ProductImage).where(
        col(ProductImage.token).is_(None),
        col(ProductImage.client_token).is_not(None),
        col(ProductImage.created_at) < before,
    )
    locked = query.order_by(col(ProductImage.id)).limit(100).with_for_update(skip_locked=True)
    return list((await session.execute(locked)).scalars())


async def list_discarded(session: AsyncSession, after: str, limit: int = 100) -> list[str]:
    query = select(col(DiscardedPicture.token)).where(col(DiscardedPicture.token) > after)
    return list((await session.execute(query.order_by(col(DiscardedPicture.token)).limit(limit))).scalars())


async def is_named(session: AsyncSession, token: str) -> bool:
    old = select(col(ProductImage.id)).where(col(ProductImage.image_url) == f"/api/images/{token}").limit(1)
    return await session.get(Picture, token) is not None or (await session.execute(old)).first() is not None


async def find_unnamed(session: AsyncSession, tokens: Collection[str]) -> set[str]:
    rows = set(
        (await session.execute(select(col(Picture.token)).where(col(Picture.token).in_(tokens)))).scalars()
    )
    waiting = select(col(DiscardedPicture.token)).where(col(DiscardedPicture.token).in_(tokens))
    return set(tokens) - rows - set((await session.execute(waiting)).scalars())


async def discard_picture(session: AsyncSession, token: str) -> None:
    await session.execute(insert(DiscardedPicture).values(token=token).on_conflict_do_nothing())


async def keep_files(session: AsyncSession, token: str) -> None:
    await session.execute(delete(DiscardedPicture).where(col(DiscardedPicture.token) == token))


async def take_down_pictures(session: AsyncSession, product_ids: Sequence[int], address: str) -> None:
    await session.execute(_TAKE_DOWN, {"product_ids": list(product_ids), "address": address})


async def forget_pictures(session: AsyncSession, seller_id: int, most: int) -> int:
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


_NEXT_WITHOUT_LOOK = text("""
    SELECT token FROM pictures
    WHERE look IS NULL AND token > (SELECT token FROM look_progress) ORDER BY token LIMIT :most""")


_WITHOUT_LOOK = text("""
    SELECT count(*) FROM (
        SELECT FROM pictures WHERE look IS NULL AND token > (SELECT token FROM look_progress) LIMIT :most
    ) AS some_of_them""")


_SAVE_LOOK = text("UPDATE pictures SET look = :look WHERE token = :token AND look IS NULL")


# Listings that are not for sale are found by later pictures, but not compared with earlier pictures.
_COMPARE_LOOKS = text("""
    INSERT INTO unseen_pictures (image_id)
    SELECT i.id FROM product_images i JOIN products p ON p.id = i.product_id
    WHERE i.token = ANY(:tokens) AND p.status IN ('active', 'pending')
    ORDER BY i.id FOR KEY SHARE OF i
    ON CONFLICT DO NOTHING""")


_MOVE_PROGRESS = text("UPDATE look_progress SET token = :token WHERE token < :token")


async def list_without_look(session: AsyncSession, most: int) -> list[str]:
    return list((await session.execute(_NEXT_WITHOUT_LOOK, {"most": most})).scalars())


async def save_looks(session: AsyncSession, looks: Mapping[str, int]) -> None:
    """Queues the pictures of listings for sale for comparison."""
    if looks:
        rows = [{"token": token, "look": look} for token, look in sorted(looks.items())]
        await session.execute(_SAVE_LOOK, rows)
        await session.execute(_COMPARE_LOOKS, {"tokens": list(looks)})


async def save_progress(session: AsyncSession, token: str) -> None:
    await session.execute(_MOVE_PROGRESS, {"token": token})


async def count_without_look(session: AsyncSession, most: int) -> int:
    return int((await session.execute(_WITHOUT_LOOK, {"most": most})).scalar_one())


# Maximum number of candidates read per quarter of a hash, and of matches returned.
LOOKED_AT, MAX_FOUND = 5_000, 5


_QUARTER = """
    (SELECT token, seller_id, look FROM pictures
     WHERE look IS NOT NULL AND ((look >> {shift}) & 65535) = ANY(:near_{place}) LIMIT :looked_at)"""


_NEAR = " UNION ALL ".join(
    _QUARTER.format(place=place, shift=place * QUARTER_BITS) for place in range(QUARTERS)
)


# Without statistics about the quarters, the planner prefers a table scan for the first five executions on
# each connection.
_BY_INDEX = text("SET LOCAL enable_seqscan = off")


# Each matching listing once, with its most similar picture.
LIKE = text(f"""
    SELECT * FROM (SELECT DISTINCT ON (p.id) p.id AS product_id, p.seller_id, i.id AS image_id, i.token, distance
    FROM (SELECT DISTINCT token, bit_count(CAST(look # :look AS bit(64))) AS distance
          FROM ({_NEAR}) AS near WHERE seller_id <> :seller_id) AS alike
    JOIN product_images i ON i.token = alike.token JOIN products p ON p.id = i.product_id
    WHERE distance <= :most_different AND p.status <> 'removed' AND p.seller_id <> :seller_id
    ORDER BY p.id, distance) AS nearest ORDER BY distance, product_id LIMIT :most""")  # noqa: S608 - our own names


_UNSEEN = text("""
    SELECT u.image_id, i.product_id, i.token, t.look, p.seller_id, p.status
    FROM unseen_pictures u JOIN product_images i ON i.id = u.image_id JOIN products p ON p.id = i.product_id
    LEFT JOIN pictures t ON t.token = i.token
    ORDER BY u.image_id LIMIT :most""")


# A relisted bottle shows the earlier picture in a new row.
_FIRST_SHOWN = text("SELECT min(id) FROM product_images WHERE token = :token")


_DROP_UNSEEN = text("DELETE FROM unseen_pictures WHERE image_id = ANY(:ids)")


_ADD_SAME = text("""
    INSERT INTO same_pictures (product_id, other_id, token, other_token, distance, found_at)
    SELECT :product_id, :other_id, :token, :other_token, :distance, :found_at
    WHERE (SELECT count(*) FROM same_pictures WHERE product_id = :product_id) < :most
    ON CONFLICT DO NOTHING RETURNING product_id""")


_COUNT_SAME = text("""
    INSERT INTO product_counts (product_id, same_pictures) VALUES (:product_id, 1)
    ON CONFLICT (product_id) DO UPDATE SET same_pictures = product_counts.same_pictures + 1
    RETURNING same_pictures""")


_SAME_OF_LISTING = text("""
    SELECT s.product_id, s.other_id, s.token, s.other_token, s.distance, s.found_at,
        p.seller_id, o.seller_id AS other_seller_id
    FROM same_pictures s JOIN products p ON p.id = s.product_id JOIN products o ON o.id = s.other_id
    WHERE s.product_id = :product_id OR s.other_id = :product_id ORDER BY s.found_at DESC LIMIT :most""")


_FORGET_SAME = text("DELETE FROM same_pictures WHERE product_id = ANY(:ids) OR other_id = ANY(:ids)")


async def list_unseen(session: AsyncSession, most: int) -> list[Any]:
    return list((await session.execute(_UNSEEN, {"most": most})).all())


async def drop_unseen(session: AsyncSession, image_ids: list[int]) -> None:
    await session.execute(_DROP_UNSEEN, {"ids": image_ids})


async def list_like(session: AsyncSession, look: int, seller_id: int) -> list[Any]:
    """Disables sequential scans until the end of the transaction."""
    await session.execute(_BY_INDEX)
    near = {f"near_{place}": quarter for place, quarter in enumerate(near_quarters(look))}
    asked = {"look": look, "seller_id": seller_id, "looked_at": LOOKED_AT, "most": MAX_FOUND}
    return list((await session.execute(LIKE, asked | near | {"most_different": MAX_DIFFERENT})).all())


async def get_first_shown(session: AsyncSession, token: str) -> int:
    return int((await session.execute(_FIRST_SHOWN, {"token": token})).scalar_one())


async def add_same_picture(
    session: AsyncSession, found: dict[str, Any], now: datetime, most: int
) -> int | None:
    """Returns the number of matches of the later listing. Returns None if the pair is known or the listing
    has too many matches."""
    if (await session.execute(_ADD_SAME, found | {"found_at": now, "most": most})).first() is None:
        return None
    counted = await session.execute(_COUNT_SAME, {"product_id": found["product_id"]})
    return int(counted.scalar_one())


async def list_same_pictures(session: AsyncSession, product_id: int, most: int) -> list[Any]:
    return list((await session.execute(_SAME_OF_LISTING, {"product_id": product_id, "most": most})).all())


async def forget_same_pictures(session: AsyncSession, product_ids: list[int]) -> None:
    await session.execute(_FORGET_SAME, {"ids": product_ids})
