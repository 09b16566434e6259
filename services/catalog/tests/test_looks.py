from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.errors import Unavailable
from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service, signed_in
from services.catalog.pictures import looks
from services.catalog.pictures.rules import MAX_DIFFERENT, SIZES, file_of
from services.catalog.tests.test_same_pictures import (
    BOTTLES,
    COPIES,
    compare,
    found_at,
    photograph,
    published_for,
    saved,
    show,
)

pytestmark = pytest.mark.servers


@pytest.fixture(autouse=True)
async def only_ours(catalog: Service) -> None:
    await _do(catalog, "UPDATE pictures SET look = 0")


async def _do(catalog: Service, statement: str, **values: Any) -> None:
    async with catalog.database.transaction() as session:
        await session.execute(text(statement), values)


async def looks_of(catalog: Service, *products: dict[str, Any]) -> list[int | None]:
    rows = await catalog.rows(
        "SELECT i.product_id, t.look FROM product_images i JOIN pictures t ON t.token = i.token "
        "WHERE i.product_id = ANY(:ids)",
        ids=[product["id"] for product in products],
    )
    by_product = {row["product_id"]: row["look"] for row in rows}
    return [by_product[product["id"]] for product in products]


async def as_of_before(catalog: Service, *products: dict[str, Any]) -> None:
    await compare(catalog)
    ids = [product["id"] for product in products]
    await _do(
        catalog,
        "UPDATE pictures SET look = NULL FROM product_images i "
        "WHERE i.token = pictures.token AND i.product_id = ANY(:ids)",
        ids=ids,
    )
    await _do(catalog, "UPDATE look_progress SET token = ''")


async def take_all(catalog: Service) -> int:
    taken = 0
    while more := await looks.take_next_looks(catalog.database, picture_store_of(catalog.app)):
        taken += more
    return taken


async def listed_before(catalog: Service, *shown: tuple[int, bytes]) -> list[dict[str, Any]]:
    products = [await show(catalog, seller, content) for seller, content in shown]
    await _do(catalog, "DELETE FROM unseen_pictures")
    await as_of_before(catalog, *products)
    return products


async def test_older_picture_gets_its_perceptual_hash(catalog: Service) -> None:
    product = await show(catalog, 17_801, saved(photograph(BOTTLES[0])))
    (wanted,) = await looks_of(catalog, product)
    await as_of_before(catalog, product)
    assert await looks.count_left(catalog.database) == 1
    assert await take_all(catalog) == 1
    (taken,) = await looks_of(catalog, product)
    assert wanted is not None
    assert taken is not None
    assert (wanted ^ taken).bit_count() <= 2
    assert await looks.count_left(catalog.database) == 0


async def test_older_copied_pictures_are_reported_once(catalog: Service) -> None:
    image = photograph(BOTTLES[1])
    copies = [(17_802, saved(image)), (17_803, COPIES["saved anew"](image))]
    first, later = await listed_before(catalog, *copies)
    await take_all(catalog)
    await compare(catalog)
    (event,) = await published_for(catalog, later)
    assert (event["otherProductId"], event["otherSellerId"]) == (first["id"], 17_802)
    assert event["distance"] <= MAX_DIFFERENT
    assert await published_for(catalog, first) == []
    await as_of_before(catalog, first, later)
    await take_all(catalog)
    await compare(catalog)
    assert len(await published_for(catalog, later)) == 1


async def test_pictures_unlike_other_sellers_open_no_case(catalog: Service) -> None:
    same = saved(photograph(BOTTLES[2]))
    shown = [(17_804 + place, saved(photograph(name))) for place, name in enumerate(BOTTLES[:2])]
    products = await listed_before(catalog, *shown, (17_806, same), (17_806, same))
    await take_all(catalog)
    await compare(catalog)
    assert [found for product in products for found in await found_at(catalog, product)] == []


async def test_ended_listing_is_not_hashed_later_but_finds_its_copies(
    catalog: Service,
) -> None:
    image = saved(photograph("thornmere-cold-vestry-1"))
    first, over = await listed_before(catalog, (17_807, image), (17_808, image))
    for seller, product in ((17_807, first), (17_808, over)):
        path = f"/api/products/{product['id']}/archive"
        assert (await catalog.http.post(path, headers=signed_in(seller))).status_code == 200
    await take_all(catalog)
    await compare(catalog)
    assert await published_for(catalog, over) == []
    later = await show(catalog, 17_809, image)
    await compare(catalog)
    assert {event["otherProductId"] for event in await published_for(catalog, later)} == {
        first["id"],
        over["id"],
    }


async def test_hashing_job_resumes(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "AT_ONCE", 1)
    shown = [(17_810 + place, saved(photograph(name))) for place, name in enumerate(BOTTLES)]
    products = await listed_before(catalog, *shown)
    store = picture_store_of(catalog.app)
    assert await looks.take_next_looks(catalog.database, store) == 1
    with monkeypatch.context() as away:

        async def is_away(name: str) -> bytes | None:
            raise Unavailable

        away.setattr(store, "get", is_away)
        with pytest.raises(Unavailable):
            await looks.take_next_looks(catalog.database, store)
    assert await looks.count_left(catalog.database) == 2
    assert await take_all(catalog) == 2
    assert None not in await looks_of(catalog, *products)


async def test_missing_or_broken_picture_blocks_no_other(catalog: Service) -> None:
    shown = [(17_820 + place, saved(photograph(name))) for place, name in enumerate(BOTTLES)]
    products = await listed_before(catalog, *shown)
    store = picture_store_of(catalog.app)
    tokens = [product["images"][0]["imageUrl"].rpartition("/")[2] for product in products]
    for token in tokens[:2]:
        for size in SIZES:
            await store.delete(file_of(token, str(size)))
    await store.put(file_of(tokens[1], "1024"), b"RIFF\0\0\0\0WEBP no picture")
    assert await take_all(catalog) == 3
    assert [look is None for look in await looks_of(catalog, *products)] == [True, True, False]
    assert await looks.count_left(catalog.database) == 0
    assert await looks.take_next_looks(catalog.database, store) == 0
