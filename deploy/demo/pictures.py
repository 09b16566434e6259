"""Stores the demo's prepared photographs in catalog's picture store."""

import struct
from pathlib import Path

import asyncpg

from libs.kit.media.pictures import Picture, PictureStore, name_of
from services.catalog.pictures.rules import SIZES, file_of

HERE = Path(__file__).parent / "photos"


WIDTHS = (320, 640, 1024)


async def hang(catalog: asyncpg.Connection, store: PictureStore, seller_id: int, photo: str) -> str:
    """Stores a photograph as a picture of the seller. Returns the token, which is the same each time."""
    drawn = {str(size): _read(HERE / f"{photo}-{min(size, WIDTHS[-1])}.webp") for size in SIZES}
    blur = _read(HERE / f"{photo}-blur.webp")
    token, whole = name_of(drawn | {"blur": blur}, str(seller_id)), drawn[str(SIZES[-1])]
    for size, picture in drawn.items():
        await store.put(file_of(token, size), picture.content)
    await catalog.execute(
        "INSERT INTO pictures (token, seller_id, width, height, blur, bytes) VALUES ($1, $2, $3, $4, $5, $6) "
        "ON CONFLICT (token) DO UPDATE SET created_at = clock_timestamp()",
        *(token, seller_id, whole.width, whole.height, blur.data_uri),
        sum(len(picture.content) for picture in drawn.values()),
    )
    return token


def _read(path: Path) -> Picture:
    content = path.read_bytes()
    return Picture(content, *size_of(content))


def size_of(webp: bytes) -> tuple[int, int]:
    """Reads the size from a WebP file, lossy or with a VP8X header."""
    if webp[12:16] == b"VP8X":
        wide, high = int.from_bytes(webp[24:27], "little"), int.from_bytes(webp[27:30], "little")
        return wide + 1, high + 1
    wide, high = struct.unpack("<HH", webp[26:30])
    return wide & 0x3FFF, high & 0x3FFF
