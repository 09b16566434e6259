import asyncio
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image

from libs.kit.http.picture_store import picture_store_of
from libs.kit.media.pictures import MAX_BYTES, PictureStore
from libs.kit.process import clock
from libs.kit.testing import Service, no_blocking_call, signed_in
from services.catalog.pictures import rules as picture_rules
from services.catalog.pictures.jobs import discard_pictures, sweep
from services.catalog.tests.makers import a_listing, announced, at_work, listed_by
from services.catalog.tests.pictures import a_picture, upload, uploaded

pytestmark = pytest.mark.servers


async def test_picture_is_immutable_and_sandboxed(catalog: Service) -> None:
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


@pytest.mark.parametrize("condition", ["{etag}", "W/{etag}", '"x", {etag}', "*"])
async def test_cached_picture_gets_304(catalog: Service, condition: str) -> None:
    """S16, IMG-01"""
    (token,) = await uploaded(catalog, 7415)
    etag = (await catalog.http.get(f"/api/images/{token}-640")).headers["etag"]
    path, headers = f"/api/images/{token}-640", {"If-None-Match": condition.format(etag=etag)}
    answer = await catalog.http.get(path, headers=headers)
    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    other = await catalog.http.get(f"/api/images/{token}-320", headers={"If-None-Match": etag})
    assert other.status_code == 200


async def test_many_ranges_get_the_whole_picture(catalog: Service) -> None:
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
async def test_unknown_picture_name_is_404(catalog: Service, name: str) -> None:
    """S16"""
    for method in ("GET", "HEAD"):
        assert (await catalog.http.request(method, f"/api/images/{name}")).status_code == 404


async def test_oversized_upload_is_refused_while_reading(catalog: Service) -> None:
    """IMG-06, AR-D19"""
    answer = await upload(catalog, 7416, a_picture() + b"\0" * MAX_BYTES)
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


async def test_only_active_sellers_upload_pictures(catalog: Service) -> None:
    files = {"image": ("a.png", a_picture(), "image/png")}
    for headers, status in (
        ({}, 401),
        (signed_in(7417, roles=()), 403),
        (signed_in(7417, account_status="banned"), 403),
    ):
        answer = await catalog.http.post("/api/product-images/uploads", files=files, headers=headers)
        assert answer.status_code == status


async def test_unclaimed_pictures_are_limited(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """IMG-06"""
    monkeypatch.setattr(picture_rules, "MAX_UNCLAIMED", 3)
    answers = await asyncio.gather(*(upload(catalog, 7418) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409]
    assert next(a.json()["code"] for a in answers if a.status_code == 409) == "too_many_uploads"
    waiting = [answer.json()["token"] for answer in answers if answer.status_code == 201]
    await listed_by(catalog, 7418, images=waiting)
    assert (await upload(catalog, 7418)).status_code == 201


async def test_events_have_every_picture_size(catalog: Service) -> None:
    """IMG-06"""
    tokens = await uploaded(catalog, 7426, 2)
    product = await listed_by(catalog, 7426, images=tokens)
    body = a_listing(images=tokens, price=333)
    await catalog.http.put(f"/api/products/{product['id']}", json=body, headers=signed_in(7426))
    events = await catalog.recorded(product["id"])
    assert [event["type"].split(".")[2] for event in events] == ["ProductListed", "ProductChanged"]
    for event in events:
        assert event["data"]["measures"] == [{"width": 60, "height": 40, "sizes": [320, 640, 1024, 1600]}] * 2


async def test_sweep_deletes_only_unclaimed_pictures(catalog: Service) -> None:
    """AR-D19"""
    claimed, drafted, waiting = await uploaded(catalog, 7419, 3)
    product = await listed_by(catalog, 7419, images=[claimed])
    draft = {"form": {"images": [f"/api/images/{drafted}"]}}
    assert (
        await catalog.http.post("/api/seller/drafts", json=draft, headers=signed_in(7419))
    ).status_code == 201
    await announced(catalog, 7419, product["id"], "never-comes-1")
    store = picture_store_of(catalog.app)
    stray = "e" * 64
    await store.put(picture_rules.file_of(stray, "320"), b"RIFF")
    await sweep(catalog.database, store, clock.about_now())
    await at_work(catalog)
    assert await existing_tokens(catalog, store, claimed, drafted, waiting, stray) == [
        claimed,
        drafted,
        waiting,
        stray,
    ]
    await sweep(catalog.database, store, clock.about_now() + timedelta(hours=25))
    await at_work(catalog)
    assert await existing_tokens(catalog, store, claimed, drafted, waiting, stray) == [claimed, drafted]
    assert not await catalog.rows("SELECT 1 FROM product_images WHERE client_token = 'never-comes-1'")


async def existing_tokens(catalog: Service, store: PictureStore, *tokens: str) -> list[str]:
    return [token for token in tokens if await store.exists(picture_rules.file_of(token, "320"))]


async def test_picture_uploaded_during_sweep_is_kept(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AR-D19"""
    store, content = picture_store_of(catalog.app), a_picture()
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
    assert all([await store.exists(picture_rules.file_of(token, str(size))) for size in picture_rules.SIZES])
    monkeypatch.undo()
    await at_work(catalog)
    assert all([await store.exists(picture_rules.file_of(token, str(size))) for size in picture_rules.SIZES])


async def test_crash_between_files_and_row_is_repeated_by_sweep(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AR-D19"""
    (token,) = await uploaded(catalog, 7421)
    product = await listed_by(catalog, 7421, images=[token])
    path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
    await catalog.http.delete(path, headers=signed_in(7421))
    store = picture_store_of(catalog.app)
    for size in picture_rules.SIZES:
        await store.delete(picture_rules.file_of(token, str(size)))
    await at_work(catalog)
    assert not await catalog.rows("SELECT 1 FROM discarded_pictures WHERE token = :token", token=token)


async def test_unreachable_store_is_503_and_leaves_no_row(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(self: PictureStore, name: str, content: bytes) -> None:
        from libs.kit.errors import Unavailable

        raise Unavailable

    monkeypatch.setattr(PictureStore, "put", away)
    assert (await upload(catalog, 7422)).status_code == 503
    assert not await catalog.rows("SELECT 1 FROM pictures WHERE seller_id = 7422")


def test_file_name_is_never_interpreted() -> None:
    """S15"""
    malformed = {
        "../../etc/passwd": "passwd",
        "C:\\x\\a.jpg": "a.jpg",
        "a\0b": "ab",
        "\u202egpj.exe": "gpj.exe",
        "a\r\nb": "ab",
    }
    assert {name: picture_rules.plain_name(name) for name in malformed} == malformed
    assert len(picture_rules.plain_name("x" * 4096)) == 100
    assert json.dumps(picture_rules.plain_name("a" * 3 + ".jpg.exe")) == '"aaa.jpg.exe"'


async def test_slow_picture_work_does_not_block_the_service(catalog: Service) -> None:
    large = io.BytesIO()
    Image.effect_noise((1400, 1400), 90).convert("RGB").save(large, "PNG")
    with no_blocking_call():
        picture = (await upload(catalog, 7424, large.getvalue())).json()
        product = await listed_by(catalog, 7424, images=[picture["token"]])
        assert (await catalog.http.get(f"{picture['imageUrl']}-640")).status_code == 200
        assert (await catalog.http.head(picture["imageUrl"])).status_code == 200
        await sweep(catalog.database, picture_store_of(catalog.app), clock.about_now())
        path = f"/api/products/{product['id']}/images/{product['images'][0]['id']}"
        assert (await catalog.http.delete(path, headers=signed_in(7424))).status_code == 200
        await discard_pictures(catalog.database, picture_store_of(catalog.app))
