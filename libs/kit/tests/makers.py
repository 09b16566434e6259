import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image, PngImagePlugin

from libs.kit.media.pictures import MAX_BYTES

SCRIPT = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"


GPS = {1: "N", 2: (3.0, 8.0, 0.0), 3: "E", 4: (101.0, 41.0, 0.0)}


def image_bytes(kind: str, mode: str = "RGB", size: tuple[int, int] = (600, 400), **options: Any) -> bytes:
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
    return image_bytes("JPEG", exif=exif)


def with_comment() -> bytes:
    plain = image_bytes("JPEG")
    return plain[:2] + b"\xff\xfe" + struct.pack(">H", len(SCRIPT) + 2) + SCRIPT + plain[2:]


def with_words() -> bytes:
    words = PngImagePlugin.PngInfo()
    words.add_text("Comment", SCRIPT.decode())
    words.add_itxt("XML:com.adobe.xmp", SCRIPT.decode())
    return image_bytes("PNG", pnginfo=words)


def with_zip_behind(kind: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("evil.class", SCRIPT)
    return image_bytes(kind) + out.getvalue()


def moving(kind: str, frames: int = 12) -> bytes:
    first, *rest = [Image.new("RGB", (120, 80), (number * 20, 0, 0)) for number in range(frames)]
    out = io.BytesIO()
    first.save(out, kind, save_all=True, append_images=rest, duration=20)
    return out.getvalue()


def zipped_words_bomb() -> bytes:
    plain = image_bytes("PNG")
    bomb = chunk(b"zTXt", b"k\0\0" + zlib.compress(b"a" * 80_000_000, 9))
    return plain[:33] + bomb + plain[33:]


ACCEPTED_IMAGES: dict[str, Callable[[], bytes]] = {
    "png": lambda: image_bytes("PNG"),
    "png with alpha": lambda: image_bytes("PNG", "RGBA"),
    "png with palette": lambda: image_bytes("PNG", "P"),
    "png with a see-through colour": lambda: see_through("PNG"),
    "png in 16 bit grey": lambda: image_bytes("PNG", "I;16"),
    "png in 1 bit": lambda: image_bytes("PNG", "1"),
    "png with script words": with_words,
    "png of one pixel": lambda: image_bytes("PNG", size=(1, 1)),
    "png of one line": lambda: image_bytes("PNG", size=(20_000, 1)),
    "jpeg": lambda: image_bytes("JPEG"),
    "jpeg, progressive": lambda: image_bytes("JPEG", progressive=True),
    "jpeg in grey": lambda: image_bytes("JPEG", "L"),
    "jpeg in cmyk": lambda: image_bytes("JPEG", "CMYK"),
    "jpeg with a place": with_place,
    "jpeg with a script in its comment": with_comment,
    "jpeg with a zip behind it": lambda: with_zip_behind("JPEG"),
    "jpeg of two pictures, as phones make them": lambda: moving("MPO", 2),
    "jpeg of 36 megapixels": lambda: image_bytes("JPEG", size=(6000, 6000)),
    "png of 36 megapixels": lambda: image_bytes("PNG", size=(6000, 6000)),
    "png of 36 see-through megapixels": lambda: image_bytes("PNG", "RGBA", size=(6000, 6000)),
    "gif": lambda: image_bytes("GIF", "P"),
    "gif with a see-through colour": lambda: see_through("GIF"),
    "gif, moving": lambda: moving("GIF"),
    "gif with a zip behind it": lambda: with_zip_behind("GIF"),
    "png, moving": lambda: moving("PNG"),
    "webp": lambda: image_bytes("WEBP"),
    "webp, moving": lambda: moving("WEBP"),
    "exactly five megabytes": lambda: image_bytes("PNG") + b"\0" * (MAX_BYTES - len(image_bytes("PNG"))),
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
    "bmp": lambda: image_bytes("BMP"),
    "tiff": lambda: image_bytes("TIFF"),
    "ico": lambda: image_bytes("ICO"),
    "ppm": lambda: image_bytes("PPM"),
    "pdf": lambda: image_bytes("PDF"),
    "eps": lambda: image_bytes("EPS"),
    "zip": lambda: b"PK\x03\x04" + b"\0" * 40,
    "program": lambda: b"\x7fELF" + b"\0" * 60,
    "jpeg, truncated": lambda: image_bytes("JPEG")[:-400],
    "png, truncated": lambda: claimed_png(500, 500),
    "gif, truncated": lambda: image_bytes("GIF", "P", (200, 200))[:40],
    "webp, truncated": lambda: image_bytes("WEBP", size=(900, 900))[:60],
    "png of no size": lambda: claimed_png(0, 0),
    "png with a bomb of words": zipped_words_bomb,
    "spaces before a png": lambda: b"  " + image_bytes("PNG"),
}


TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "one byte above five megabytes": lambda: (
        image_bytes("PNG") + b"\0" * (MAX_BYTES + 1 - len(image_bytes("PNG")))
    ),
    "a pixel flood": lambda: claimed_png(13_000, 13_000),
    "a flood of one line": lambda: claimed_png(2**31 - 1, 1),
    "a flood on both sides": lambda: claimed_png(2**31 - 1, 2**31 - 1),
    "a gif flood": lambda: claimed_gif(65_535, 65_535),
    "41 megapixels": lambda: claimed_png(6_404, 6_404),
}
