import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageEnhance
from sqlalchemy import text

from deploy.local.stack import Stack
from libs.kit.testing import Service, signed_in
from services.catalog.pictures import looks
from services.catalog.pictures.queries import LIKE, list_like
from services.catalog.pictures.rules import near_quarters
from services.catalog.tests.makers import listed_by, name_people
from services.catalog.tests.pictures import upload
from tests.support.planning import filled

pytestmark = pytest.mark.servers


PHOTOS = Path(__file__).parents[3] / "deploy" / "demo" / "photos"


BOTTLES = ("verrane-blanc-matin-1", "corvane-iris-telegram-1", "thornmere-cold-vestry-2")


MANY = (
    "INSERT INTO pictures (token, seller_id, width, height, bytes, look, created_at) SELECT 'many-' || n, n % 900, "
    "9, 9, 9, hashint8extended(n, 7), now() FROM generate_series(1, 20000) AS n"
)


STAFF = signed_in(61, "aisyah", roles=("admin",))


def photograph(name: str) -> Image.Image:
    return Image.open(PHOTOS / f"{name}-1024.webp").convert("RGB")


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def cut(image: Image.Image, share: float) -> Image.Image:
    wide, high = (round(side * share) for side in image.size)
    return image.crop((wide, high, image.width - wide, image.height - high))


COPIES: dict[str, Callable[[Image.Image], bytes]] = {
    "the same file": saved,
    "saved anew": lambda image: saved(image, "JPEG", quality=40),
    "smaller": lambda image: saved(image.resize((image.width // 3, image.height // 3)), "JPEG"),
    "brighter": lambda image: saved(ImageEnhance.Brightness(image).enhance(1.2), "JPEG"),
    "with more contrast": lambda image: saved(ImageEnhance.Contrast(image).enhance(1.2), "JPEG"),
    "cut a little": lambda image: saved(cut(image, 0.01), "JPEG"),
}


async def show(catalog: Service, seller: int, content: bytes) -> Any:
    token = (await upload(catalog, seller, content)).json()["token"]
    return await listed_by(catalog, seller, images=[token])


async def compare(catalog: Service) -> None:
    while await looks.compare_next(catalog.database):
        pass


async def found_at(catalog: Service, product: dict[str, Any]) -> list[dict[str, Any]]:
    path = f"/api/admin/products/{product['id']}/reports"
    found: list[dict[str, Any]] = (await catalog.http.get(path, headers=STAFF)).json()["samePictures"]
    return found


async def published_for(catalog: Service, product: dict[str, Any]) -> list[dict[str, Any]]:
    return [event["data"] for event in await catalog.recorded(f"same-pictures-{product['id']}")]


@pytest.fixture(autouse=True)
async def no_pictures_of_other_tests(catalog: Service) -> None:
    async with catalog.database.transaction() as session:
        await session.execute(text("UPDATE pictures SET look = NULL WHERE look IS NOT NULL"))


@pytest.mark.parametrize("copy", COPIES)
async def test_copied_picture_is_published_once_with_both(catalog: Service, copy: str) -> None:
    number = 7_700 + 2 * list(COPIES).index(copy)
    image = photograph(BOTTLES[0])
    first = await show(catalog, number, saved(image))
    later = await show(catalog, number + 1, COPIES[copy](image))
    await name_people(catalog, {number: f"first_{number}"})
    await compare(catalog)
    (event,) = await published_for(catalog, later)
    assert (event["otherProductId"], event["otherSellerId"]) == (first["id"], number)
    assert event["distance"] <= 7
    assert await published_for(catalog, first) == []
    for product in (first, later):
        (found,) = await found_at(catalog, product)
        assert (found["productId"], found["otherProductId"]) == (later["id"], first["id"])
        assert found["imageUrl"] == later["images"][0]["imageUrl"]
        assert found["otherSellerUsername"] == f"first_{number}"
        assert found["otherImageUrl"] == first["images"][0]["imageUrl"]


async def test_later_seller_is_reported_whichever_is_compared_first(catalog: Service) -> None:
    image = saved(photograph(BOTTLES[1]))
    first, later = await show(catalog, 7720, image), await show(catalog, 7721, image)
    async with catalog.database.transaction() as session:
        image_id = later["images"][0]["id"]
        await session.execute(text("DELETE FROM unseen_pictures WHERE image_id = :id"), {"id": image_id})
    await compare(catalog)
    assert [event["otherProductId"] for event in await published_for(catalog, later)] == [first["id"]]


async def test_relisted_bottle_keeps_its_first_photograph_date(catalog: Service) -> None:
    image = saved(photograph("atelier-noctell-oud-meridian-1"))
    first = await show(catalog, 7770, image)
    copied = await show(catalog, 7771, image)
    path = f"/api/products/{first['id']}"
    await catalog.http.post(f"{path}/archive", headers=signed_in(7770))
    again = await catalog.http.post(f"{path}/relist", json={"price": 90}, headers=signed_in(7770))
    await compare(catalog)
    assert await published_for(catalog, again.json()) == []
    assert {event["otherProductId"] for event in await published_for(catalog, copied)} <= {
        first["id"],
        again.json()["id"],
    }
    assert again.json()["id"] in {event["otherProductId"] for event in await published_for(catalog, copied)}


async def test_pair_of_listings_is_reported_once(catalog: Service) -> None:
    one, other = (photograph(name) for name in BOTTLES[:2])
    both = [(await upload(catalog, 7722, saved(image))).json()["token"] for image in (one, other)]
    await listed_by(catalog, 7722, images=both)
    copies = [(await upload(catalog, 7723, saved(image))).json()["token"] for image in (one, other)]
    later = await listed_by(catalog, 7723, images=copies)
    await compare(catalog)
    assert len(await published_for(catalog, later)) == 1


async def test_own_photograph_may_be_on_many_listings(catalog: Service) -> None:
    image = saved(photograph(BOTTLES[2]))
    first = await show(catalog, 7724, image)
    path = f"/api/products/{first['id']}"
    await catalog.http.post(f"{path}/archive", headers=signed_in(7724))
    again = await catalog.http.post(f"{path}/relist", json={"price": 90}, headers=signed_in(7724))
    await compare(catalog)
    assert await found_at(catalog, first) == await found_at(catalog, again.json()) == []


async def test_different_bottles_are_not_matched(catalog: Service) -> None:
    names = sorted(path.name.removesuffix("-1024.webp") for path in PHOTOS.glob("*-1024.webp"))[::4]
    shown = [await show(catalog, 7_730 + place, saved(photograph(name))) for place, name in enumerate(names)]
    await compare(catalog)
    assert [found for product in shown for found in await found_at(catalog, product)] == []


@pytest.mark.parametrize(
    "image",
    [
        Image.new("RGB", (400, 500), (240, 240, 240)),
        Image.linear_gradient("L").resize((400, 500)),
        Image.radial_gradient("L").resize((400, 500)),
    ],
    ids=["plain", "a gradient", "a lit wall"],
)
async def test_blank_picture_matches_nothing(catalog: Service, image: Any) -> None:
    first, later = await show(catalog, 7760, saved(image)), await show(catalog, 7761, saved(image))
    await compare(catalog)
    assert await found_at(catalog, first) == await found_at(catalog, later) == []


@pytest.mark.usefixtures("catalog")
async def test_no_query_reads_all_pictures(stack: Stack) -> None:
    asked: dict[str, Any] = {"look": 5, "seller_id": 7764, "looked_at": 10, "most": 5, "most_different": 7}
    asked |= {f"near_{place}": quarter for place, quarter in enumerate(near_quarters(5))}
    async with filled(stack, "catalog", [MANY], "pictures") as session:
        await list_like(session, 5, 7764)
        plan = await session.execute(text(f"EXPLAIN {LIKE.text}"), asked)
        lines = "\n".join(row[0] for row in plan)
    assert "Seq Scan on pictures" not in lines
    assert all(f"ix_pictures_look_{place}" in lines for place in range(4))


async def test_removed_listing_is_not_compared(catalog: Service) -> None:
    image = saved(photograph(BOTTLES[0]))
    first = await show(catalog, 7762, image)
    await catalog.http.delete(f"/api/products/{first['id']}", headers=signed_in(7762))
    later = await show(catalog, 7763, image)
    await compare(catalog)
    assert await published_for(catalog, later) == []
