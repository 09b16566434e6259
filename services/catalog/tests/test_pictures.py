import asyncio
import io
from typing import Any

import pytest
from PIL import Image

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import a_listing, an_auction, announced, at_work, listed_by
from services.catalog.tests.pictures import a_picture, upload, uploaded

pytestmark = pytest.mark.servers


async def fill(catalog: Service, seller: int, place: int, content: bytes | None = None) -> Any:
    files = {"image": ("front.jpg", content or a_picture(), "image/jpeg")}
    return await catalog.http.post(
        f"/api/product-images/{place}/upload",
        files=files,
        data={"sellerId": str(seller)},
        headers=signed_in(seller),
    )


async def images_of(catalog: Service, product: int) -> list[dict[str, Any]]:
    images: list[dict[str, Any]] = (await catalog.http.get(f"/api/product-images/{product}")).json()
    return images


async def test_upload_has_four_sizes_blur_and_content_name(catalog: Service) -> None:
    """IMG-01, IMG-06, AR-D19"""
    big = a_picture("JPEG", (2000, 1500))
    picture = (await upload(catalog, 7401, big)).json()
    assert (picture["width"], picture["height"], picture["sizes"]) == (1600, 1200, [320, 640, 1024, 1600])
    assert picture["blur"].startswith("data:image/webp;base64,")
    assert picture["imageUrl"] == f"/api/images/{picture['token']}"
    for size in picture["sizes"]:
        answer = await catalog.http.get(f"{picture['imageUrl']}-{size}")
        assert answer.headers["content-type"] == "image/webp"
        assert max(Image.open(io.BytesIO(answer.content)).size) == size
    assert (await upload(catalog, 7401, big)).json()["token"] == picture["token"]
    assert (await upload(catalog, 7402, big)).json()["token"] != picture["token"]


async def test_small_picture_is_not_enlarged(catalog: Service) -> None:
    picture = (await upload(catalog, 7401, a_picture(size=(30, 20)))).json()
    answer = await catalog.http.get(f"{picture['imageUrl']}-1024")
    assert Image.open(io.BytesIO(answer.content)).size == (30, 20)


async def test_listing_claims_its_pictures_in_order(catalog: Service) -> None:
    """IMG-02, IMG-07, C24"""
    one, two, three = await uploaded(catalog, 7403, 3)
    product = await listed_by(catalog, 7403, images=[two, f"/api/images/{one}", three])
    assert [image["imageUrl"] for image in product["images"]] == [
        f"/api/images/{t}" for t in (two, one, three)
    ]
    assert [image["imageOrder"] for image in product["images"]] == [0, 1, 2]
    assert product["imageUrl"] == f"/api/images/{two}"
    images = await images_of(catalog, product["id"])
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
async def test_foreign_picture_address_is_refused_and_never_fetched(catalog: Service, foreign: str) -> None:
    """S14, IMG-07"""
    body = a_listing(images=[foreign])
    answer = await catalog.http.post("/api/products", json=body, headers=signed_in(7404))
    assert answer.status_code == 422
    assert answer.json()["details"]["fields"] == [
        {"field": "images", "message": "Please enter a valid image URL"}
    ]


async def test_another_sellers_picture_cannot_be_used(catalog: Service) -> None:
    """S14, IMG-09"""
    (theirs,) = await uploaded(catalog, 7405)
    answer = await catalog.http.post(
        "/api/products", json=a_listing(images=[theirs]), headers=signed_in(7406)
    )
    assert answer.json()["details"]["fields"] == [
        {"field": "images", "message": "Please enter a valid image URL"}
    ]
    product = await listed_by(catalog, 7406)
    assert (await announced(catalog, 7406, product["id"], theirs)).status_code == 422


async def test_picture_address_must_be_of_this_site(catalog: Service) -> None:
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
    assert (await listed_by(catalog, 7423, images=[f"{base}/api/images/{token}"]))["images"][0]["width"] == 60


async def test_announced_picture_is_shown_once_uploaded(
    catalog: Service,
) -> None:
    """IMG-02, IMG-03, IMG-04, IMG-09, FORM-23"""
    product = await listed_by(catalog, 7407)
    answer = await announced(
        catalog, 7407, product["id"], "b3a1f6c2-0d44-4a52", imageName="../x\u202e/front\n.jpg"
    )
    assert answer.status_code == 201
    place = answer.json()
    assert (place["imageUrl"], place["imageName"]) == ("/api/images/b3a1f6c2-0d44-4a52", "front.jpg")
    assert await images_of(catalog, product["id"]) == []
    assert (await catalog.http.get(place["imageUrl"])).status_code == 404
    content = a_picture()
    filled = (await fill(catalog, 7407, place["id"], content)).json()
    assert filled["width"] == 60
    by_own_name = await catalog.http.get("/api/images/b3a1f6c2-0d44-4a52-320")
    assert by_own_name.headers["cache-control"] == "public, max-age=60"
    assert by_own_name.content == (await catalog.http.get(filled["imageUrl"] + "-320")).content
    assert [image["id"] for image in await images_of(catalog, product["id"])] == [place["id"]]
    assert (await fill(catalog, 7407, place["id"], content)).json() == filled, (
        "the same again changes nothing"
    )
    assert (await fill(catalog, 7407, place["id"])).json()["code"] == "already_uploaded"
    event = (await catalog.recorded(product["id"]))[-1]
    assert (event["type"], event["data"]["changed"]) == ("wangi.catalog.ProductChanged.v1", ["images"])
    assert event["data"]["images"] == [filled["imageUrl"]]


async def test_announced_name_of_other_listing_is_refused(catalog: Service) -> None:
    """IMG-03"""
    mine, theirs = await listed_by(catalog, 7408), await listed_by(catalog, 7409)
    assert (await announced(catalog, 7408, mine["id"], "my-own-name-1")).status_code == 201
    assert (await announced(catalog, 7409, theirs["id"], "my-own-name-1")).status_code == 422
    for malformed in ("0" * 64, "short", "name-of-it-320", "a/../b-name", "x" * 65):
        assert (await announced(catalog, 7408, mine["id"], malformed)).status_code == 422, malformed


async def test_product_has_at_most_five_pictures(catalog: Service) -> None:
    """IMG-06"""
    product = await listed_by(catalog, 7410)
    calls = [announced(catalog, 7410, product["id"], f"racing-name-{number}") for number in range(12)]
    answers = await asyncio.gather(*calls)
    assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409] * 7
    refused = next(answer.json() for answer in answers if answer.status_code == 409)
    assert (refused["code"], refused["message"]) == ("too_many_images", "Up to 5 images per product")
    six = await uploaded(catalog, 7410, 6)
    answer = await catalog.http.post("/api/products", json=a_listing(images=six), headers=signed_in(7410))
    assert answer.status_code == 422


async def test_removing_main_picture_promotes_the_next(catalog: Service) -> None:
    """IMG-05"""
    tokens = await uploaded(catalog, 7411, 3)
    product = await listed_by(catalog, 7411, images=tokens)
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    assert (
        await catalog.http.delete(path, params={"sellerId": 7412}, headers=signed_in(7411))
    ).status_code == 403
    assert (await catalog.http.delete(path, headers=signed_in(7412))).status_code == 404
    answer = await catalog.http.delete(path, params={"sellerId": 7411}, headers=signed_in(7411))
    assert answer.json() == {"success": True}
    images = await images_of(catalog, product["id"])
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


async def test_pictures_are_reordered(catalog: Service) -> None:
    """IMG-06"""
    product = await listed_by(catalog, 7413, images=await uploaded(catalog, 7413, 3))
    one, two, three = (image["id"] for image in product["images"])
    path, seller = f"/api/products/{product['id']}/images", signed_in(7413)
    ordered = (await catalog.http.put(path, json={"images": [three, one, two]}, headers=seller)).json()
    assert [(image["id"], image["imageOrder"]) for image in ordered] == [(three, 0), (one, 1), (two, 2)]
    for wrong in ([one, two], [one, one, two], [one, two, 999_999_999]):
        assert (await catalog.http.put(path, json={"images": wrong}, headers=seller)).status_code == 422
    assert len(await catalog.recorded(product["id"])) == 2


async def test_auction_with_bids_gains_pictures_and_loses_none(catalog: Service) -> None:
    """IMG-05, U22"""
    tokens = await uploaded(catalog, 7414, 2)
    auction = an_auction() | {"images": tokens}
    product = (await catalog.http.post("/api/products", json=auction, headers=signed_in(7414))).json()
    async with catalog.database.transaction() as session:
        from sqlalchemy import text

        bid = text("UPDATE auction_replicas SET bid_count = 1 WHERE auction_id = :id")
        await session.execute(bid, {"id": product["auction"]["id"]})
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    refused = await catalog.http.delete(path, headers=signed_in(7414))
    assert (refused.status_code, refused.json()["code"]) == (409, "auction_has_bids")
    (more,) = await uploaded(catalog, 7414)
    added = await announced(catalog, 7414, product["id"], f"/api/images/{more}", imageOrder=9)
    assert added.status_code == 201
    assert [image["imageUrl"][-64:] for image in await images_of(catalog, product["id"])] == [*tokens, more]
