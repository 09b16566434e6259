import asyncio
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PIL import Image

from libs.kit.errors import Unavailable
from libs.kit.http.picture_store import picture_store_of
from libs.kit.media import link_pictures as drawing
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.pictures import links
from services.catalog.pictures.jobs import sweep
from services.catalog.pictures.link_rules import auction_words
from services.catalog.pictures.rules import file_of
from services.catalog.tests.makers import a_listing, an_auction, listed, listed_by
from services.catalog.tests.pictures import a_picture, uploaded

pytestmark = pytest.mark.servers


# Messengers refuse larger pictures.
MAX_BYTES = 300_000


JPEG = b"\xff\xd8\xff"


async def address_of(catalog: Service, product: int) -> str:
    answer = await catalog.ask(f"/internal/products/{product}/link-picture")
    assert answer.status_code == 200, answer.text
    address: str = answer.json()["address"]
    return address


async def change(catalog: Service, seller: int, product: int, **fields: Any) -> None:
    answer = await catalog.http.put(
        f"/api/products/{product}", json=a_listing(**fields), headers=signed_in(seller)
    )
    assert answer.status_code == 200, answer.text


async def status_of(catalog: Service, address: str) -> int:
    return int((await catalog.http.get(address)).status_code)


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


async def files_of_links(catalog: Service) -> set[str]:
    pages = [page async for page in picture_store_of(catalog.app).pages()]
    return {name for page in pages for name, _ in page if name.startswith("link-")}


async def test_listing_preview_is_a_1200_by_630_jpeg(catalog: Service) -> None:
    tokens = await uploaded(catalog, 7501)
    product = await listed_by(catalog, 7501, images=tokens, brand="Hermès", name="Œillet d'eau")
    address = await address_of(catalog, product["id"])
    answer = await catalog.http.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    picture = opened(answer.content)
    assert (picture.format, picture.size) == ("JPEG", (1200, 630))
    assert len(answer.content) < MAX_BYTES
    assert not picture.getexif()
    without = await listed_by(catalog, 7501, brand="Hermès", name="Œillet d'eau")
    other = (await catalog.http.get(await address_of(catalog, without["id"]))).content
    middle = (300, 315)
    assert opened(other).getpixel(middle) != picture.getpixel(middle), "the photograph is in it"
    assert (await catalog.http.head(address)).status_code == 200


@pytest.mark.parametrize(
    "name", ["香水香水 999", "\u202eeliF", "<b>&", "W" * 100, "🌹🌹🌹🌹", "a\u0300" * 50]
)
async def test_any_title_is_drawn(catalog: Service, name: str) -> None:
    product = await listed_by(catalog, 7502, name=name)
    answer = await catalog.http.get(await address_of(catalog, product["id"]))
    assert opened(answer.content).size == (1200, 630)


async def test_changed_preview_gets_new_address(catalog: Service) -> None:
    tokens = await uploaded(catalog, 7503, 2)
    product = (await listed_by(catalog, 7503, images=tokens[:1]))["id"]
    addresses = [await address_of(catalog, product)]
    assert await status_of(catalog, addresses[0]) == 200
    for fields in (
        {"price": 391, "images": tokens[:1]},
        {"price": 391, "images": tokens[1:]},
        {"price": 391, "images": tokens[1:], "name": "Noir Matin"},
    ):
        await change(catalog, 7503, product, **fields)
        addresses.append(await address_of(catalog, product))
    assert len(set(addresses)) == 4
    answers = [await catalog.http.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1, "what it was before shows what it is now"
    assert [answer.headers["Cache-Control"] for answer in answers] == [
        *["public, max-age=60"] * 3, "public, max-age=3600",
    ]  # fmt: skip
    assert len([name for name in await files_of_links(catalog) if f"-{product}-" in name]) == 2
    await change(
        catalog,
        7503,
        product,
        price=391,
        images=tokens[1:],
        name="Noir Matin",
        description="Now in other words.",
    )
    assert await address_of(catalog, product) == addresses[-1], "what it does not show changes nothing"


async def test_auction_preview_shows_status_and_no_price(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[drawing.LinkPictureWords] = []

    async def draw(words: drawing.LinkPictureWords, _: bytes | None) -> bytes:
        shown.append(words)
        return JPEG

    monkeypatch.setattr("services.catalog.pictures.links.draw_link_picture", draw)
    fixed = await listed(catalog, price=1250)
    auction = await listed(catalog, body=an_auction())
    for product in (fixed, auction):
        await catalog.http.get(await address_of(catalog, product["id"]))
    assert shown[0].below == "RM 1,250"
    assert shown[1].below.startswith("Auction")
    assert "RM" not in shown[1].below


@pytest.mark.parametrize(
    ("status", "starts", "ends", "words"),
    [
        ("active", None, datetime(2026, 3, 2, 15, 59, tzinfo=UTC), "Auction until 2 March 2026"),
        ("active", None, datetime(2026, 3, 2, 16, 0, tzinfo=UTC), "Auction until 3 March 2026"),
        (
            "active",
            datetime(2026, 3, 1, 16, tzinfo=UTC),
            datetime(2026, 3, 5, tzinfo=UTC),
            "Auction from 2 March 2026",
        ),
        ("active", None, datetime(2026, 3, 1, tzinfo=UTC), "Auction ended"),
        ("ended", None, datetime(2026, 3, 5, tzinfo=UTC), "Auction ended"),
        ("cancelled", None, datetime(2026, 3, 5, tzinfo=UTC), "Auction ended"),
    ],
)
def test_auction_preview_names_malaysian_days(
    status: str, starts: datetime | None, ends: datetime, words: str
) -> None:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert auction_words(status=status, starts_at=starts, ends_at=ends, now=now) == words


async def test_removed_listing_has_no_preview(catalog: Service) -> None:
    product = (await listed_by(catalog, 7504))["id"]
    address = await address_of(catalog, product)
    assert await status_of(catalog, address) == 200
    gone = await catalog.http.delete(f"/api/products/{product}", headers=signed_in(7504))
    assert gone.status_code == 200
    assert await status_of(catalog, address) == 404
    asked = await catalog.ask(f"/internal/products/{product}/link-picture")
    assert asked.status_code == 404


async def test_temporarily_missing_photograph_is_drawn_later(catalog: Service) -> None:
    (token,) = await uploaded(catalog, 7509)
    product = (await listed_by(catalog, 7509, images=[token]))["id"]
    address, store = await address_of(catalog, product), picture_store_of(catalog.app)
    photograph = await store.get(file_of(token, "1024"))
    assert photograph is not None
    await store.delete(file_of(token, "1024"))
    bare = (await catalog.http.get(address)).content
    await store.put(file_of(token, "1024"), photograph)
    whole = (await catalog.http.get(address)).content
    assert len(whole) > len(bare)
    assert (await catalog.http.get(address)).content == whole


async def test_forged_preview_address_is_refused_before_drawing(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def draw(*_: object) -> bytes:
        raise AssertionError("nothing is drawn for it")

    monkeypatch.setattr("services.catalog.pictures.links.draw_link_picture", draw)
    product = (await listed_by(catalog, 7505))["id"]
    version = "0123456789abcdef"
    for path in (
        f"9999999/{version}.jpg", f"{2**63}/{version}.jpg", f"-1/{version}.jpg",
        f"{product}/{version}.png", f"{product}/{version}0.jpg", f"{product}/..%2f..%2fetc%2fpasswd.jpg",
        f"{product}/{version.upper()}.jpg", f"{product}/{'.' * 3000}.jpg", f"{product}/.jpg", f"{product}/",
    ):  # fmt: skip
        assert await status_of(catalog, f"/api/images/links/{path}") in (404, 422), path
    assert (await catalog.http.get(f"/internal/products/{product}/link-picture")).status_code in (
        401,
        403,
        404,
    )


async def test_preview_is_drawn_once_for_concurrent_readers(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = 0
    draw_one = drawing.draw_link_picture

    async def draw(shown: drawing.LinkPictureWords, photograph: bytes | None) -> bytes:
        nonlocal drawn
        drawn += 1
        return await draw_one(shown, photograph)

    monkeypatch.setattr("services.catalog.pictures.links.draw_link_picture", draw)
    product = (await listed_by(catalog, 7506))["id"]
    address = await address_of(catalog, product)
    answers = await asyncio.gather(*(catalog.http.get(address) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    await catalog.http.get(address)
    assert drawn == 1


async def test_concurrent_drawings_are_limited_with_a_fallback_picture(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, at_once = 0, 0
    go_on = asyncio.Event()

    async def draw(*_: object) -> bytes:
        nonlocal most, at_once
        at_once += 1
        most = max(most, at_once)
        await go_on.wait()
        at_once -= 1
        return JPEG

    monkeypatch.setattr("services.catalog.pictures.links.draw_link_picture", draw)
    asked = []
    for _ in range(drawing.AT_ONCE + drawing.WAITING + 3):
        product = (await listed_by(catalog, 7507))["id"]
        asked.append(await address_of(catalog, product))
    answers = [asyncio.ensure_future(catalog.http.get(address)) for address in asked]
    refused = set[asyncio.Future[Any]]()
    while len(refused) < 3:
        done, _ = await asyncio.wait(set(answers) - refused, return_when=asyncio.FIRST_COMPLETED, timeout=20)
        assert done, "nothing was refused"
        refused |= done
    for item in refused:
        answer = item.result()
        assert (answer.status_code, answer.headers["location"]) == (307, "/preview.jpg")
        assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert len(await uploaded(catalog, 7507)) == 1
    go_on.set()
    assert sorted(result.status_code for result in await asyncio.gather(*answers)) == [200] * 9 + [307] * 3
    assert most == drawing.AT_ONCE
    assert {(await catalog.http.get(address)).status_code for address in asked} == {200}, "in a calmer moment"


async def test_outdated_previews_are_deleted(catalog: Service) -> None:
    kept, changed, removed = [(await listed_by(catalog, 7508))["id"] for _ in range(3)]
    for product in (kept, changed, removed):
        await catalog.http.get(await address_of(catalog, product))
    names = {number: next(name for name in await files_of_links(catalog) if name.startswith(f"link-{number}-"))
             for number in (kept, changed, removed)}  # fmt: skip
    await change(catalog, 7508, changed, price=777)
    await catalog.http.delete(f"/api/products/{removed}", headers=signed_in(7508))
    await sweep(catalog.database, picture_store_of(catalog.app), clock.about_now())
    left = await files_of_links(catalog)
    assert [names[number] in left for number in (kept, changed, removed)] == [True, False, False]
    page = [(names[kept], clock.about_now())]
    for days, gone in ((29, 0), (31, 1)):
        later = clock.about_now() + timedelta(days=days)
        assert (
            await links.discard_old_pictures(catalog.database, picture_store_of(catalog.app), page, later)
            == gone
        )


async def test_broken_photograph_ends_only_its_worker(catalog: Service) -> None:
    """S16"""
    shown = drawing.LinkPictureWords(mark="Wangi", above="Verrane", title="Blanc Matin", below="RM 390")
    for hostile in (b"not a picture", a_picture("PNG"), a_picture("WEBP")[:40]):
        with pytest.raises(Unavailable):
            await drawing.draw_link_picture(shown, hostile)
    assert await drawing.draw_link_picture(shown, a_picture("WEBP"))
