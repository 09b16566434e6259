"""Pictures from people: whatever comes in, only plain pixels come out (P-G3)."""

import asyncio
import io
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from libs.kit.http.errors import Unavailable
from libs.kit.media import pictures
from libs.kit.media.pictures import (
    MOST_BYTES,
    WORKER,
    InvalidImage,
    Picture,
    PictureStore,
    PictureTooLarge,
    Sizes,
    name_of,
    redraw,
)

SIZES: Sizes = {"small": (96, 96), "large": 512}
SCRIPT = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"
GPS = {1: "N", 2: (3.0, 8.0, 0.0), 3: "E", 4: (101.0, 41.0, 0.0)}


def drawn(kind: str, mode: str = "RGB", size: tuple[int, int] = (600, 400), **options: Any) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 90 if mode in ("L", "P", "I;16") else 0).save(out, kind, **options)
    return out.getvalue()


def see_through(kind: str) -> bytes:
    image, out = Image.new("P", (60, 40), 0), io.BytesIO()
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.paste(1, (0, 0, 30, 40))
    image.save(out, kind, transparency=1)
    return out.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def claimed_png(width: int, height: int, pixels: bytes = b"\0") -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def claimed_gif(width: int, height: int) -> bytes:
    size = struct.pack("<HH", width, height)
    return (
        b"GIF89a"
        + size
        + b"\x80\0\0"
        + b"\0\0\0\xff\xff\xff"
        + b",\0\0\0\0"
        + size
        + b"\0\x02\x02\x4c\x01\0;"
    )


def with_place() -> bytes:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Secret camera"
    exif[0x8825] = GPS
    return drawn("JPEG", exif=exif)


def with_comment() -> bytes:
    plain = drawn("JPEG")
    return plain[:2] + b"\xff\xfe" + struct.pack(">H", len(SCRIPT) + 2) + SCRIPT + plain[2:]


def with_words() -> bytes:
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", SCRIPT.decode())
    words.add_itxt("XML:com.adobe.xmp", SCRIPT.decode())
    return drawn("PNG", pnginfo=words)


def with_zip_behind(kind: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("evil.class", SCRIPT)
    return drawn(kind) + out.getvalue()


def moving(kind: str, frames: int = 12) -> bytes:
    first, *rest = [Image.new("RGB", (120, 80), (number * 20, 0, 0)) for number in range(frames)]
    out = io.BytesIO()
    first.save(out, kind, save_all=True, append_images=rest, duration=20)
    return out.getvalue()


def zipped_words_bomb() -> bytes:
    plain = drawn("PNG")
    bomb = chunk(b"zTXt", b"k\0\0" + zlib.compress(b"a" * 80_000_000, 9))
    return plain[:33] + bomb + plain[33:]


def profile_bomb() -> bytes:
    plain = drawn("PNG")
    bomb = chunk(b"iCCP", b"k\0\0" + zlib.compress(b"\0" * 400_000_000, 9))
    return plain[:33] + bomb + plain[33:]


TAKEN: dict[str, Callable[[], bytes]] = {
    "png": lambda: drawn("PNG"),
    "png with alpha": lambda: drawn("PNG", "RGBA"),
    "png with palette": lambda: drawn("PNG", "P"),
    "png with a see-through colour": lambda: see_through("PNG"),
    "png in 16 bit grey": lambda: drawn("PNG", "I;16"),
    "png in 1 bit": lambda: drawn("PNG", "1"),
    "png with script words": with_words,
    "png of one pixel": lambda: drawn("PNG", size=(1, 1)),
    "png of one line": lambda: drawn("PNG", size=(20_000, 1)),
    "jpeg": lambda: drawn("JPEG"),
    "jpeg, progressive": lambda: drawn("JPEG", progressive=True),
    "jpeg in grey": lambda: drawn("JPEG", "L"),
    "jpeg in cmyk": lambda: drawn("JPEG", "CMYK"),
    "jpeg with a place": with_place,
    "jpeg with a script in its comment": with_comment,
    "jpeg with a zip behind it": lambda: with_zip_behind("JPEG"),
    "jpeg of two pictures, as phones make them": lambda: moving("MPO", 2),
    "jpeg of 36 megapixels": lambda: drawn("JPEG", size=(6000, 6000)),
    "png of 36 megapixels": lambda: drawn("PNG", size=(6000, 6000)),
    "png of 36 see-through megapixels": lambda: drawn("PNG", "RGBA", size=(6000, 6000)),
    "gif": lambda: drawn("GIF", "P"),
    "gif with a see-through colour": lambda: see_through("GIF"),
    "gif, moving": lambda: moving("GIF"),
    "gif with a zip behind it": lambda: with_zip_behind("GIF"),
    "png, moving": lambda: moving("PNG"),
    "webp": lambda: drawn("WEBP"),
    "webp, moving": lambda: moving("WEBP"),
    "exactly five megabytes": lambda: drawn("PNG") + b"\0" * (MOST_BYTES - len(drawn("PNG"))),
}

REFUSED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "one byte": lambda: b"\x89",
    "only the first bytes of a png": lambda: b"\x89PNG\r\n\x1a\n",
    "svg": lambda: SCRIPT,
    "svg with a declaration": lambda: b"<?xml version='1.0'?>" + SCRIPT,
    "html": lambda: b"<!doctype html><script>alert(1)</script>",
    "html behind a png start": lambda: b"\x89PNG\r\n\x1a\n<html><script>alert(1)</script>",
    "html behind a gif start": lambda: b"GIF89a/*<script>*/=alert(1)//",
    "a script behind a jpeg start": lambda: b"\xff\xd8\xff\xe0" + SCRIPT,
    "riff that is no webp": lambda: b"RIFF\x10\0\0\0WAVEfmt ",
    "webp without a picture": lambda: b"RIFF\x10\0\0\0WEBPVP8 \0\0\0\0",
    "bmp": lambda: drawn("BMP"),
    "tiff": lambda: drawn("TIFF"),
    "ico": lambda: drawn("ICO"),
    "ppm": lambda: drawn("PPM"),
    "pdf": lambda: drawn("PDF"),
    "eps": lambda: drawn("EPS"),
    "zip": lambda: b"PK\x03\x04" + b"\0" * 40,
    "program": lambda: b"\x7fELF" + b"\0" * 60,
    "jpeg, truncated": lambda: drawn("JPEG")[:-400],
    "png, truncated": lambda: claimed_png(500, 500),
    "gif, truncated": lambda: drawn("GIF", "P", (200, 200))[:40],
    "webp, truncated": lambda: drawn("WEBP", size=(900, 900))[:60],
    "png of no size": lambda: claimed_png(0, 0),
    "png with a bomb of words": zipped_words_bomb,
    "spaces before a png": lambda: b"  " + drawn("PNG"),
}

TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "one byte above five megabytes": lambda: drawn("PNG") + b"\0" * (MOST_BYTES + 1 - len(drawn("PNG"))),
    "a pixel flood": lambda: claimed_png(13_000, 13_000),
    "a flood of one line": lambda: claimed_png(2**31 - 1, 1),
    "a flood on both sides": lambda: claimed_png(2**31 - 1, 2**31 - 1),
    "a gif flood": lambda: claimed_gif(65_535, 65_535),
    "41 megapixels": lambda: claimed_png(6_404, 6_404),
}


@pytest.mark.quiet  # a worker has five seconds
@pytest.mark.parametrize("kind", TAKEN)
async def test_a_picture_comes_out_as_plain_pixels(kind: str) -> None:
    """P-G3"""
    made = await redraw(TAKEN[kind](), SIZES)
    assert set(made) == {"small", "large"}
    for picture in made.values():
        with Image.open(io.BytesIO(picture.content)) as seen:
            seen.load()
            assert (seen.format, seen.size) == ("WEBP", (picture.width, picture.height))
            assert getattr(seen, "n_frames", 1) == 1
            assert not dict(seen.getexif())
            assert not {"exif", "xmp", "icc_profile", "comment"} & seen.info.keys()
        assert max(seen.size) <= 512
        for foreign in (b"script", b"svg", b"PK\x03\x04", b"evil", b"camera", b"EXIF", b"XMP "):
            assert foreign not in picture.content
    assert made["small"].width == made["small"].height <= 96


@pytest.mark.parametrize("kind", REFUSED)
async def test_what_is_no_picture_is_refused(kind: str) -> None:
    """P-G3, IMG refusals by content and never by name"""
    with pytest.raises(InvalidImage, match="^Invalid file type$"):
        await redraw(REFUSED[kind](), SIZES)


@pytest.mark.parametrize("kind", TOO_LARGE)
async def test_too_many_bytes_or_pixels_are_refused(kind: str) -> None:
    with pytest.raises(PictureTooLarge, match="^File too large$"):
        await redraw(TOO_LARGE[kind](), SIZES)


async def test_a_bomb_in_a_profile_ends_its_own_process_only() -> None:
    with pytest.raises((InvalidImage, PictureTooLarge)):
        await redraw(profile_bomb(), SIZES)
    assert await redraw(drawn("PNG"), SIZES)


async def test_a_picture_stands_upright_and_a_frame_is_filled_from_its_middle() -> None:
    made = await redraw(with_place(), {"whole": 300, "frame": (200, 100), "bigger": 4000})
    assert (made["whole"].width, made["whole"].height) == (200, 300)
    assert (made["frame"].width, made["frame"].height) == (200, 100)
    assert (made["bigger"].width, made["bigger"].height) == (400, 600)


@pytest.mark.quiet  # a worker has five seconds
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16"])
async def test_a_big_picture_takes_no_more_memory_than_it_may_whatever_its_kind(mode: str) -> None:
    """M10"""
    big = drawn("PNG", mode, size=(6300, 6300))
    made = await redraw(big, {"large": 1600, "small": (96, 96)})
    assert (made["large"].width, made["large"].height) == (1600, 1600)


async def test_a_see_through_picture_stays_so() -> None:
    for kind in ("png with alpha", "png with a see-through colour", "gif with a see-through colour"):
        made = await redraw(TAKEN[kind](), {"small": 96})
        assert Image.open(io.BytesIO(made["small"].content)).mode == "RGBA"


async def test_many_at_once_all_come_out_and_too_many_are_told_to_wait() -> None:
    answers = await asyncio.gather(
        *(redraw(drawn("PNG"), {"s": 9}) for _ in range(24)), return_exceptions=True
    )
    assert sum(isinstance(answer, dict) for answer in answers) == pictures.AT_ONCE + pictures.WAITING
    assert sum(isinstance(answer, Unavailable) for answer in answers) == 6
    assert await redraw(drawn("PNG"), {"s": 9})


async def test_a_worker_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "WALL_SECONDS", 0.001)
    with pytest.raises(InvalidImage):
        await redraw(drawn("PNG", size=(6000, 6000)), SIZES)


async def test_a_worker_that_does_not_start_is_our_fault_and_said_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "worker.py"
    broken.write_text("import nothing_like_this")
    monkeypatch.setattr(pictures, "WORKER", broken)
    with pytest.raises(Unavailable):
        await redraw(drawn("PNG"), SIZES)


async def test_the_worker_sees_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spy = tmp_path / "spy.py"
    spy.write_text("import json, os, sys; print(json.dumps([[','.join(sorted(os.environ)), 1, 1, 0]]))")
    monkeypatch.setattr(pictures, "WORKER", spy)
    monkeypatch.setenv("ACCOUNT_SECRET", "canary")
    [names] = await redraw(drawn("PNG"), SIZES)
    assert set(names.split(",")) <= {"LC_ALL", "LC_CTYPE"}


def test_the_worker_cannot_open_a_file_or_a_socket_while_it_decodes() -> None:
    """The decoder is replaced by one that tries; run as the worker runs."""
    attempt = f"""
import runpy, sys, socket
import PIL.Image
def tries(*_, **__):
    for reach in (lambda: open('/etc/hostname'), lambda: socket.socket()):
        try:
            reach()
        except OSError:
            continue
        sys.stdout.write('reached'); sys.stdout.flush()
        raise SystemExit(9)
    raise ValueError
PIL.Image.open = tries
sys.argv = ['worker', '{{"s": 9}}']
runpy.run_path({str(WORKER)!r}, run_name='__main__')
"""
    done = subprocess.run(
        [sys.executable, "-c", attempt], input=b"x", capture_output=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (3, b""), done.stderr


def test_the_process_that_serves_never_loads_the_decoder() -> None:
    loaded = "json.dumps([name for name in ('PIL', 'obstore') if name in sys.modules])"
    check = f"import libs.kit.media.pictures, sys, json; print({loaded})"
    seen = subprocess.run([sys.executable, "-c", check], capture_output=True, timeout=60, check=True)
    assert json.loads(seen.stdout) == []


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> PictureStore:
    return PictureStore("memory:" if request.param == "memory" else tmp_path / "new" / "shelf")


async def test_a_stored_picture_is_found_until_it_is_deleted(store: PictureStore) -> None:
    await store.put("abc-small.webp", b"one")
    assert (await store.get("abc-small.webp"), await store.exists("abc-small.webp")) == (b"one", True)
    await store.delete("abc-small.webp")
    await store.delete("abc-small.webp")
    assert (await store.get("abc-small.webp"), await store.exists("abc-small.webp")) == (None, False)


async def test_a_stored_name_keeps_its_first_content(store: PictureStore) -> None:
    await store.put("abc.webp", b"one")
    await store.put("abc.webp", b"two")
    assert await store.get("abc.webp") == b"one"


async def test_the_picture_store_is_listed_in_pages(store: PictureStore) -> None:
    """AR-D19: the sweep of pictures that no listing shows."""
    for number in range(520):
        await store.put(f"n{number:04}.webp", b"x")
    pages = [page async for page in store.pages()]
    names = sorted(name for page in pages for name, _ in page)
    assert (names[0], names[-1], len(names)) == ("n0000.webp", "n0519.webp", 520)
    assert all(put.tzinfo is not None for page in pages for _, put in page)


async def test_a_blur_is_a_few_bytes_of_a_few_pixels() -> None:
    """IMG-09: made in the same run as the sizes, so that a page can show it before the picture has come."""
    made = await redraw(drawn("JPEG", size=(1200, 800)), {"1600": 1600, "blur": pictures.BLUR})
    assert (made["1600"].width, made["blur"].width, made["blur"].height) == (1200, 16, 11)
    assert made["blur"].data_uri.startswith("data:image/webp;base64,UklGR")
    assert len(made["blur"].data_uri) < 400


MALFORMED_NAMES = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "/etc/passwd",
    "a\0",
    "A.webp",
    "a.b.webp",
    "a" * 200,
    "é",
    "a\n",
]


@pytest.mark.parametrize("name", MALFORMED_NAMES)
async def test_a_malformed_name_is_not_found_and_cannot_be_put(store: PictureStore, name: str) -> None:
    assert (await store.get(name), await store.exists(name)) == (None, False)
    with pytest.raises(ValueError, match="name"):
        await store.put(name, b"x")
    with pytest.raises(ValueError, match="name"):
        await store.delete(name)


def test_the_same_picture_of_two_people_has_two_names() -> None:
    made = {"small": Picture(b"pixels", 1, 1)}
    assert name_of(made, "7") == name_of(dict(made), "7") != name_of(made, "8")
