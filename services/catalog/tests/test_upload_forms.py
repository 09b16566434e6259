import asyncio
from typing import Any

import pytest

from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import NAMES, peak
from services.catalog.tests.pictures import a_picture

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("kind", NAMES)
async def test_upload_name_is_only_text(catalog: Service, kind: str, stack: Any) -> None:
    """S15"""
    body = (
        b'--x\r\nContent-Disposition: form-data; name="image"; filename="' + NAMES[kind].encode()
        + b'"\r\nContent-Type: text/html\r\n\r\n' + a_picture() + b"\r\n--x--\r\n"
    )  # fmt: skip
    headers = signed_in(74_100 + list(NAMES).index(kind)) | {
        "Content-Type": "multipart/form-data; boundary=x"
    }
    answer = await catalog.http.post("/api/product-images/uploads", content=body, headers=headers)
    assert answer.status_code == 201, answer.text
    token = answer.json()["token"]
    assert len(token) == 64
    assert await picture_store_of(catalog.app).exists(f"{token}-320.webp")
    folder = catalog.app.state.settings.media_dir
    assert await asyncio.to_thread(lambda: {path.parent for path in folder.rglob("*")}) == {folder}


@pytest.mark.parametrize("raw", [b"\0", b"\r\n", b"\x7f", b"\xff\xfe"])
async def test_non_text_bytes_in_name_change_nothing(catalog: Service, raw: bytes) -> None:
    """S15"""
    body = b'--x\r\nContent-Disposition: form-data; name="image"; filename="a' + raw + b'b.png"\r\n\r\n'
    body += a_picture() + b"\r\n--x--\r\n"
    headers = signed_in(74_200) | {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await catalog.http.post("/api/product-images/uploads", content=body, headers=headers)
    assert answer.status_code in (201, 400, 422), answer.text


FORM = "multipart/form-data; boundary=x"


FIELD = b'--x\r\nContent-Disposition: form-data; name="image"\r\n\r\n'


FILE = b'--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'


MULTIPARTS: dict[str, tuple[bytes, str]] = {
    "ten thousand parts": ((FIELD + b"1\r\n") * 10_000 + b"--x--\r\n", FORM),
    "five thousand files": ((FILE + b"1\r\n") * 5_000 + b"--x--\r\n", FORM),
    "no boundary": (FIELD + b"1", "multipart/form-data"),
    "another boundary": (b"--y\r\n\r\n--y--", FORM),
    "a boundary of ten thousand letters": (
        b"--" + b"x" * 10_000,
        "multipart/form-data; boundary=" + "x" * 10_000,
    ),
    "no end": (FILE + b"abc", FORM),
    "a head without an end": (b"--x\r\n" + b"A: b\r\n" * 20_000, FORM),
    "no file": (FIELD + b"words\r\n--x--\r\n", FORM),
    "json": (b'{"image": "a"}', "application/json"),
    "nothing": (b"", FORM),
    "a part of two megabytes": (FIELD + b"1" * 2_000_000 + b"\r\n--x--\r\n", FORM),
}


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # An incomplete form is never closed.
@pytest.mark.parametrize("kind", MULTIPARTS)
async def test_hostile_form_is_refused(catalog: Service, kind: str) -> None:
    """S15"""
    before = peak()
    body, mime = MULTIPARTS[kind]
    headers = signed_in(74_201) | {"Content-Type": mime}
    answer = await catalog.http.post("/api/product-images/uploads", content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert peak() - before < 100 * 1024
