"""Pictures of listings: uploaded, claimed, ordered, served and swept."""

import asyncio
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image

from libs.kit.media.pictures import MOST_BYTES, PictureStore
from libs.kit.process import clock
from libs.kit.testing import Service, no_blocking_call, signed_in
from services.catalog.domain import pictures as rules
from services.catalog.jobs.pictures import discard_pictures, sweep
from services.catalog.routes.pictures import store_in
from services.catalog.tests.pictures import a_picture, upload, uploaded
from services.catalog.tests.test_routes import a_listing, an_auction

pytestmark = pytest.mark.servers


async def listed(catalog: Service, seller: int, **told: Any) -> Any:
    answer = await catalog.http.post("/api/products", json=a_listing(**told), headers=signed_in(seller))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def announced(catalog: Service, seller: int, product: int, token: str, **told: Any) -> Any:
    body = {
        "productId": product,
        "imageUrl": token,
        "imageOrder": 0,
        "imageName": "front.jpg",
        "sellerId": seller,
    }
    return await catalog.http.post("/api/product-images", json=body | told, headers=signed_in(seller))


async def fill(catalog: Service, seller: int, place: int, content: bytes | None = None) -> Any:
    files = {"image": ("front.jpg", content or a_picture(), "image/jpeg")}
    return await catalog.http.post(
        f"/api/product-images/{place}/upload",
        files=files,
        data={"sellerId": str(seller)},
        headers=signed_in(seller),
    )


async def shown(catalog: Service, product: int) -> list[dict[str, Any]]:
    images: list[dict[str, Any]] = (await catalog.http.get(f"/api/product-images/{product}")).json()
    return images


async def at_work(catalog: Service) -> None:
    """Let the job take away everything that is to go."""
    while await discard_pictures(catalog.database, store_in(catalog.app)):
        pass


async def test_an_upload_has_four_sizes_a_blur_and_a_name_of_its_content(catalog: Service) -> None:
    """IMG-01, IMG-06, AR-D19"""
    big = a_picture("JPEG", (2000, 1500))
    told = (await upload(catalog, 7401, big)).json()
    assert (told["width"], told["height"], told["sizes"]) == (1600, 1200, [320, 640, 1024, 1600])
    assert told["blur"].startswith("data:image/webp;base64,")
    assert told["imageUrl"] == f"/api/images/{told['token']}"
    for size in told["sizes"]:
        answer = await catalog.http.get(f"{told['imageUrl']}-{size}")
        assert answer.headers["content-type"] == "image/webp"
        assert max(Image.open(io.BytesIO(answer.content)).size) == size
    assert (await upload(catalog, 7401, big)).json()["token"] == told["token"]
    assert (await upload(catalog, 7402, big)).json()["token"] != told["token"]


async def test_a_small_picture_is_never_blown_up(catalog: Service) -> None:
    told = (await upload(catalog, 7401, a_picture(size=(30, 20)))).json()
    answer = await catalog.http.get(f"{told['imageUrl']}-1024")
    assert Image.open(io.BytesIO(answer.content)).size == (30, 20)


async def test_a_listing_claims_its_pictures_in_order(catalog: Service) -> None:
    """IMG-02, IMG-07, C24"""
    one, two, three = await uploaded(catalog, 7403, 3)
    product = await listed(catalog, 7403, images=[two, f"/api/images/{one}", three])
    assert [image["imageUrl"] for image in product["images"]] == [
        f"/api/images/{t}" for t in (two, one, three)
    ]
    assert [image["imageOrder"] for image in product["images"]] == [0, 1, 2]
    assert product["imageUrl"] == f"/api/images/{two}"
    images = await shown(catalog, product["id"])
    assert images == product["images"]
    assert images[0]["width"] == 60


@pytest.mark.parametrize(
    "foreign",
    [
        "https://elsewhere.example/a.jpg",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/api/images/" + "a" * 64,
        "http://2130706433/api/images/" + "a" * 64,
        "https://elsewhere.example/api/images/" + "a" * 64,
        "//elsewhere.example/api/images/" + "a" * 64,
        "https://localhost:8080@elsewhere.example/api/images/" + "a" * 64,
        "file:///etc/passwd",
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "/api/images/../../etc/passwd",
        "/api/images/" + "0" * 64,
        "0" * 64,
        "0" * 63,
        "\u202egpj.exe",
    ],
)
async def test_an_address_of_elsewhere_is_refused_and_never_asked(catalog: Service, foreign: str) -> None:
    """S14, IMG-07: no name is looked up and no connection made, whatever the address says."""
    body = a_listing(images=[foreign])
    answer = await catalog.http.post("/api/products", json=body, headers=signed_in(7404))
    assert answer.status_code == 422
    assert answer.json()["details"]["fields"] == [
        {"field": "images", "message": "Please enter a valid image URL"}
    ]


async def test_another_persons_picture_cannot_be_claimed(catalog: Service) -> None:
    """S14, IMG-09"""
    (theirs,) = await uploaded(catalog, 7405)
    answer = await catalog.http.post(
        "/api/products", json=a_listing(images=[theirs]), headers=signed_in(7406)
    )
    assert answer.json()["details"]["fields"] == [
        {"field": "images", "message": "Please enter a valid image URL"}
    ]
    product = await listed(catalog, 7406)
    assert (await announced(catalog, 7406, product["id"], theirs)).status_code == 422


async def test_only_an_address_of_this_house_counts_even_for_ones_own_picture(catalog: Service) -> None:
    """S14, IMG-07"""
    (token,) = await uploaded(catalog, 7423)
    base = catalog.app.state.settings.base_url
    elsewhere = (f"https://elsewhere.example/api/images/{token}", f"{base}.evil.example/api/images/{token}")
    for address in (
        *elsewhere,
        f"{base}@evil.example/api/images/{token}",
        f"{base}/api/images/{token}?x=//y",
    ):
        body = a_listing(images=[address])
        answer = await catalog.http.post("/api/products", json=body, headers=signed_in(7423))
        assert answer.status_code == 422, address
    assert (await listed(catalog, 7423, images=[f"{base}/api/images/{token}"]))["images"][0]["width"] == 60


async def test_a_picture_announced_under_the_sellers_own_name_is_shown_when_it_has_come(
    catalog: Service,
) -> None:
    """IMG-02, IMG-03, IMG-04, IMG-09, FORM-23"""
    product = await listed(catalog, 7407)
    answer = await announced(
        catalog, 7407, product["id"], "b3a1f6c2-0d44-4a52", imageName="../x\u202e/front\n.jpg"
    )
    assert answer.status_code == 201
    place = answer.json()
    assert (place["imageUrl"], place["imageName"]) == ("/api/images/b3a1f6c2-0d44-4a52", "front.jpg")
    assert await shown(catalog, product["id"]) == []
    assert (await catalog.http.get(place["imageUrl"])).status_code == 404
    content = a_picture()
    filled = (await fill(catalog, 7407, place["id"], content)).json()
    assert filled["width"] == 60
    by_own_name = await catalog.http.get("/api/images/b3a1f6c2-0d44-4a52-320")
    assert by_own_name.headers["cache-control"] == "public, max-age=60"
    assert by_own_name.content == (await catalog.http.get(filled["imageUrl"] + "-320")).content
    assert [image["id"] for image in await shown(catalog, product["id"])] == [place["id"]]
    assert (await fill(catalog, 7407, place["id"], content)).json() == filled, (
        "the same again changes nothing"
    )
    assert (await fill(catalog, 7407, place["id"])).json()["code"] == "already_uploaded"
    fact = (await catalog.recorded(product["id"]))[-1]
    assert (fact["type"], fact["data"]["changed"]) == ("wangi.catalog.ProductChanged.v1", ["images"])
    assert fact["data"]["images"] == [filled["imageUrl"]]


async def test_a_picture_name_in_use_cannot_be_taken(catalog: Service) -> None:
    """IMG-03"""
    mine, theirs = await listed(catalog, 7408), await listed(catalog, 7409)
    assert (await announced(catalog, 7408, mine["id"], "my-own-name-1")).status_code == 201
    assert (await announced(catalog, 7409, theirs["id"], "my-own-name-1")).status_code == 422
    for malformed in ("0" * 64, "short", "name-of-it-320", "a/../b-name", "x" * 65):
        assert (await announced(catalog, 7408, mine["id"], malformed)).status_code == 422, malformed


async def test_a_product_shows_five_pictures_at_most_however_many_come_at_once(catalog: Service) -> None:
    """IMG-06"""
    product = await listed(catalog, 7410)
    calls = [announced(catalog, 7410, product["id"], f"racing-name-{number}") for number in range(12)]
    answers = await asyncio.gather(*calls)
    assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409] * 7
    refused = next(answer.json() for answer in answers if answer.status_code == 409)
    assert (refused["code"], refused["message"]) == ("too_many_images", "Up to 5 images per product")
    six = await uploaded(catalog, 7410, 6)
    answer = await catalog.http.post("/api/products", json=a_listing(images=six), headers=signed_in(7410))
    assert answer.status_code == 422


async def test_removing_the_main_picture_makes_the_next_one_the_main_one(catalog: Service) -> None:
    """IMG-05"""
    tokens = await uploaded(catalog, 7411, 3)
    product = await listed(catalog, 7411, images=tokens)
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    assert (
        await catalog.http.delete(path, params={"sellerId": 7412}, headers=signed_in(7411))
    ).status_code == 403
    assert (await catalog.http.delete(path, headers=signed_in(7412))).status_code == 404
    answer = await catalog.http.delete(path, params={"sellerId": 7411}, headers=signed_in(7411))
    assert answer.json() == {"success": True}
    images = await shown(catalog, product["id"])
    assert [(image["imageUrl"][-64:], image["imageOrder"]) for image in images] == [
        (tokens[1], 0),
        (tokens[2], 1),
    ]
    now = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (now["imageUrl"], now["updatedAt"] > product["updatedAt"]) == (f"/api/images/{tokens[1]}", True)
    assert (await catalog.recorded(product["id"]))[-1]["version"] == 2
    await at_work(catalog)
    assert (await catalog.http.get(f"/api/images/{tokens[0]}")).status_code == 404
    assert (await catalog.http.get(f"/api/images/{tokens[1]}")).status_code == 200


async def test_pictures_are_put_in_another_order(catalog: Service) -> None:
    """IMG-06"""
    product = await listed(catalog, 7413, images=await uploaded(catalog, 7413, 3))
    one, two, three = (image["id"] for image in product["images"])
    path, seller = f"/api/products/{product['id']}/images", signed_in(7413)
    ordered = (await catalog.http.put(path, json={"images": [three, one, two]}, headers=seller)).json()
    assert [(image["id"], image["imageOrder"]) for image in ordered] == [(three, 0), (one, 1), (two, 2)]
    for wrong in ([one, two], [one, one, two], [one, two, 999_999_999]):
        assert (await catalog.http.put(path, json={"images": wrong}, headers=seller)).status_code == 422
    assert len(await catalog.recorded(product["id"])) == 2


async def test_an_auction_with_bids_gets_more_pictures_and_loses_none(catalog: Service) -> None:
    """IMG-05, U22"""
    tokens = await uploaded(catalog, 7414, 2)
    auction = an_auction() | {"images": tokens}
    product = (await catalog.http.post("/api/products", json=auction, headers=signed_in(7414))).json()
    async with catalog.database.transaction() as session:
        from sqlalchemy import text

        bid = text("UPDATE auction_copies SET bid_count = 1 WHERE auction_id = :id")
        await session.execute(bid, {"id": product["auction"]["id"]})
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    refused = await catalog.http.delete(path, headers=signed_in(7414))
    assert (refused.status_code, refused.json()["code"]) == (409, "auction_has_bids")
    (more,) = await uploaded(catalog, 7414)
    added = await announced(catalog, 7414, product["id"], f"/api/images/{more}", imageOrder=9)
    assert added.status_code == 201
    assert [image["imageUrl"][-64:] for image in await shown(catalog, product["id"])] == [*tokens, more]


async def test_a_picture_is_served_to_be_kept_for_good_and_to_run_nowhere(catalog: Service) -> None:
    """S16, IMG-01"""
    (token,) = await uploaded(catalog, 7415)
    answer = await catalog.http.get(f"/api/images/{token}")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["content-type"] == "image/webp"
    head = await catalog.http.head(f"/api/images/{token}")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("etag", "content-length", "content-type", "cache-control"):
        assert head.headers[name] == answer.headers[name]


@pytest.mark.parametrize("told", ["{etag}", "W/{etag}", '"x", {etag}', "*"])
async def test_a_browser_that_has_it_is_told_so(catalog: Service, told: str) -> None:
    """S16, IMG-01"""
    (token,) = await uploaded(catalog, 7415)
    etag = (await catalog.http.get(f"/api/images/{token}-640")).headers["etag"]
    path, headers = f"/api/images/{token}-640", {"If-None-Match": told.format(etag=etag)}
    answer = await catalog.http.get(path, headers=headers)
    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    other = await catalog.http.get(f"/api/images/{token}-320", headers={"If-None-Match": etag})
    assert other.status_code == 200


async def test_ten_thousand_ranges_get_the_one_whole_picture(catalog: Service) -> None:
    """S16"""
    (token,) = await uploaded(catalog, 7415)
    many = "bytes=" + ",".join(f"{n}-{n}" for n in range(10_000))
    answer = await catalog.http.get(f"/api/images/{token}", headers={"Range": many})
    whole = await catalog.http.get(f"/api/images/{token}")
    assert (answer.status_code, answer.content) == (200, whole.content)


@pytest.mark.parametrize(
    "name",
    ["%2e%2e%2fetc%2fpasswd", "..%5c..%5cx", "a" * 64, "a" * 64 + "-99", "a" * 64 + "-640.webp", "%00", "x" * 3000,
     "pictures", "0" * 32 + ".webp", "%F0%9F%92%A3"],
)  # fmt: skip
async def test_a_name_of_nothing_is_nothing(catalog: Service, name: str) -> None:
    """S16"""
    for method in ("GET", "HEAD"):
        assert (await catalog.http.request(method, f"/api/images/{name}")).status_code == 404


async def test_too_many_bytes_are_refused_before_they_are_all_read(catalog: Service) -> None:
    """IMG-06, AR-D19"""
    answer = await upload(catalog, 7416, a_picture() + b"\0" * MOST_BYTES)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
        413, "too_large", "File too large",
    )  # fmt: skip
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
        while sent < 200:
            sent += 1
            yield b"\0" * 1024 * 1024

    headers = signed_in(7416) | {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await catalog.http.post("/api/product-images/uploads", content=endless(), headers=headers)
    assert answer.status_code == 413
    assert sent <= 200


async def test_a_person_without_seller_rights_uploads_nothing(catalog: Service) -> None:
    files = {"image": ("a.png", a_picture(), "image/png")}
    for headers, status in (
        ({}, 401),
        (signed_in(7417, roles=()), 403),
        (signed_in(7417, standing="banned"), 403),
    ):
        answer = await catalog.http.post("/api/product-images/uploads", files=files, headers=headers)
        assert answer.status_code == status


async def test_pictures_that_wait_for_a_listing_are_bounded(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """IMG-06"""
    monkeypatch.setattr(rules, "MOST_UNCLAIMED", 3)
    answers = await asyncio.gather(*(upload(catalog, 7418) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3
    assert next(a.json()["code"] for a in answers if a.status_code == 409) == "too_many_uploads"
    waiting = [answer.json()["token"] for answer in answers if answer.status_code == 201]
    await listed(catalog, 7418, images=waiting)
    assert (await upload(catalog, 7418)).status_code == 201


async def test_others_are_told_the_measures_of_every_picture(catalog: Service) -> None:
    """IMG-06: the room of an auction fetches no more of a picture than it shows."""
    tokens = await uploaded(catalog, 7426, 2)
    product = await listed(catalog, 7426, images=tokens)
    body = a_listing(images=tokens, price=333)
    await catalog.http.put(f"/api/products/{product['id']}", json=body, headers=signed_in(7426))
    facts = await catalog.recorded(product["id"])
    assert [fact["type"].split(".")[2] for fact in facts] == ["ProductListed", "ProductChanged"]
    for fact in facts:
        assert fact["data"]["measures"] == [{"width": 60, "height": 40, "sizes": [320, 640, 1024, 1600]}] * 2


async def test_the_sweep_deletes_unclaimed_pictures_only(catalog: Service) -> None:
    """AR-D19: claimed, drafted and young pictures stay; a file without a row goes after a day."""
    claimed, drafted, waiting = await uploaded(catalog, 7419, 3)
    product = await listed(catalog, 7419, images=[claimed])
    draft = {"form": {"images": [f"/api/images/{drafted}"]}}
    assert (
        await catalog.http.post("/api/seller/drafts", json=draft, headers=signed_in(7419))
    ).status_code == 201
    await announced(catalog, 7419, product["id"], "never-comes-1")
    store = store_in(catalog.app)
    stray = "e" * 64
    await store.put(rules.file_of(stray, "320"), b"RIFF")
    await sweep(catalog.database, store, clock.about_now())
    await at_work(catalog)
    assert await there(catalog, store, claimed, drafted, waiting, stray) == [claimed, drafted, waiting, stray]
    await sweep(catalog.database, store, clock.about_now() + timedelta(hours=25))
    await at_work(catalog)
    assert await there(catalog, store, claimed, drafted, waiting, stray) == [claimed, drafted]
    assert not await catalog.rows("SELECT 1 FROM product_images WHERE client_token = 'never-comes-1'")


async def there(catalog: Service, store: PictureStore, *tokens: str) -> list[str]:
    return [token for token in tokens if await store.exists(rules.file_of(token, "320"))]


async def test_a_picture_uploaded_again_while_it_is_taken_away_is_there(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AR-D19: the upload waits until the job has ended, and puts the files anew."""
    store, content = store_in(catalog.app), a_picture()
    token = (await upload(catalog, 7420, content)).json()["token"]
    await sweep(catalog.database, store, clock.about_now() + timedelta(hours=25))
    taking, go_on, delete = asyncio.Event(), asyncio.Event(), PictureStore.delete

    async def slowly(self: PictureStore, name: str) -> None:
        taking.set()
        await go_on.wait()
        await delete(self, name)

    monkeypatch.setattr(PictureStore, "delete", slowly)
    job = asyncio.create_task(discard_pictures(catalog.database, store))
    await taking.wait()
    again = asyncio.create_task(upload(catalog, 7420, content))
    await asyncio.wait([again], timeout=0.7)
    go_on.set()
    answer, _ = await asyncio.gather(again, job)
    assert (answer.status_code, answer.json()["token"]) == (201, token)
    assert all([await store.exists(rules.file_of(token, str(size))) for size in rules.SIZES])
    monkeypatch.undo()
    await at_work(catalog)
    assert all([await store.exists(rules.file_of(token, str(size))) for size in rules.SIZES])


async def test_a_crash_after_the_files_and_before_the_row_only_does_it_again(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AR-D19: the files are gone already; the job ends what it began."""
    (token,) = await uploaded(catalog, 7421)
    product = await listed(catalog, 7421, images=[token])
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    await catalog.http.delete(path, headers=signed_in(7421))
    store = store_in(catalog.app)
    for size in rules.SIZES:
        await store.delete(rules.file_of(token, str(size)))
    await at_work(catalog)
    assert not await catalog.rows("SELECT 1 FROM discarded_pictures WHERE token = :token", token=token)


async def test_a_store_that_is_away_is_said_so_and_leaves_no_row(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(self: PictureStore, name: str, content: bytes) -> None:
        from libs.kit.http.errors import Unavailable

        raise Unavailable

    monkeypatch.setattr(PictureStore, "put", away)
    assert (await upload(catalog, 7422)).status_code == 503
    assert not await catalog.rows("SELECT 1 FROM pictures WHERE seller_id = 7422")


def test_an_image_name_is_words_and_nothing_more() -> None:
    """S15"""
    malformed = {
        "../../etc/passwd": "passwd",
        "C:\\x\\a.jpg": "a.jpg",
        "a\0b": "ab",
        "\u202egpj.exe": "gpj.exe",
        "a\r\nb": "ab",
    }
    assert {name: rules.plain_name(name) for name in malformed} == malformed
    assert len(rules.plain_name("x" * 4096)) == 100
    assert json.dumps(rules.plain_name("a" * 3 + ".jpg.exe")) == '"aaa.jpg.exe"'


async def test_nothing_of_it_stops_the_service(catalog: Service) -> None:
    """Drawing, keeping, serving and sweeping wait, and let others go on."""
    large = io.BytesIO()
    Image.effect_noise((1400, 1400), 90).convert("RGB").save(large, "PNG")
    with no_blocking_call():
        told = (await upload(catalog, 7424, large.getvalue())).json()
        product = await listed(catalog, 7424, images=[told["token"]])
        assert (await catalog.http.get(f"{told['imageUrl']}-640")).status_code == 200
        assert (await catalog.http.head(told["imageUrl"])).status_code == 200
        await sweep(catalog.database, store_in(catalog.app), clock.about_now())
        path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
        assert (await catalog.http.delete(path, headers=signed_in(7424))).status_code == 200
        await discard_pictures(catalog.database, store_in(catalog.app))
