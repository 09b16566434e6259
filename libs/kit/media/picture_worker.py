"""Re-encodes a picture in a sandbox with hard limits. Run as a script."""

import io
import json
import math
import re
import resource
import sys
from typing import Any

INVALID, TOO_LARGE = 3, 4
MEMORY_BYTES = 512 * 1024 * 1024
MAX_PIXELS = 40_000_000
# Each scan of a progressive JPEG processes the whole picture. Encoders write about ten scans.
MAX_SCANS = 32
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
QUALITY = 82
# The perceptual hash uses the 8 by 8 lowest frequencies of a grey picture of 32 by 32 pixels.
GREYS, WAVES = 32, 8
# Pictures with few strong frequencies have no hash, because a plain wall resembles many other pictures.
STRONG, FEWEST_STRONG = 200.0, 24
TINY, TINY_QUALITY = (
    32,
    30,
)  # The page embeds this blur, so size matters more than quality.


def main() -> int:
    """Reads a picture from stdin. Writes a list of the results, then their bytes, to stdout."""
    _limit(resource.RLIMIT_AS, MEMORY_BYTES)
    order: dict[str, Any] = json.loads(sys.argv[1])
    _limit(resource.RLIMIT_CPU, order["cpu_seconds"])
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    # Loads every module now, because no file can be opened later.
    import copy  # noqa: F401

    from PIL import Image, ImageOps, ImagePalette, MpoImagePlugin, TiffImagePlugin, WebPImagePlugin  # noqa: F401

    Image.preinit()
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    data = sys.stdin.buffer.read()
    _limit(resource.RLIMIT_NPROC, 0)
    _limit(resource.RLIMIT_NOFILE, 3)
    try:
        look, drawn = _redrawn(data, order["sizes"])
    except (MemoryError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return _answer(TOO_LARGE)
    except Exception:  # A decoder can raise any exception.
        return _answer(INVALID)
    head = [[name, *size, len(content)] for name, size, content in drawn]
    return _answer(0, {"look": look, "pictures": head}, b"".join(content for _, _, content in drawn))


def _answer(code: int, head: dict[str, Any] | None = None, contents: bytes = b"") -> int:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    line = json.dumps({"cpu": usage.ru_utime + usage.ru_stime, **(head or {})}).encode()
    sys.stdout.buffer.write(line + b"\n" + contents)
    sys.stdout.buffer.flush()
    return code


def _limit(what: int, most: int) -> None:
    resource.setrlimit(what, (most, most))


def _redrawn(
    data: bytes, sizes: dict[str, Any]
) -> tuple[int | None, list[tuple[str, tuple[int, int], bytes]]]:
    largest = max(max(size) if isinstance(size, list) else size for size in sizes.values())
    plain = _plain(_decoded(data, largest * 2), largest * 2)
    return _look_of(plain), [(name, *_sized(plain, size)) for name, size in sizes.items()]


def _look_of(image: Any) -> int | None:
    """Returns the 64-bit perceptual hash: one bit for each low frequency that is above the median. Returns
    None for a nearly empty picture."""
    from PIL import Image

    grey = image.convert("RGB").convert("L").resize((GREYS, GREYS), Image.Resampling.LANCZOS).tobytes()
    turns = [
        [math.cos((2 * place + 1) * wave * math.pi / (2 * GREYS)) for place in range(GREYS)]
        for wave in range(WAVES)
    ]
    lines = [grey[start : start + GREYS] for start in range(0, GREYS * GREYS, GREYS)]
    across = [[sum(map(float.__mul__, turn, map(float, line))) for turn in turns] for line in lines]
    waves = [
        sum(across[row][wide] * turn[row] for row in range(GREYS)) for turn in turns for wide in range(WAVES)
    ]
    if sum(abs(wave) > STRONG for wave in waves[1:]) < FEWEST_STRONG:
        return None
    middle = sorted(waves)[len(waves) // 2]
    return sum((wave > middle) << place for place, wave in enumerate(waves))


def _decoded(data: bytes, most: int) -> Any:
    from PIL import Image

    image = Image.open(io.BytesIO(data), formats=FORMATS)  # Reads the header only.
    if image.width * image.height > MAX_PIXELS:
        raise Image.DecompressionBombError
    if image.format in ("JPEG", "MPO") and _count_scans(data) > MAX_SCANS:
        raise Image.DecompressionBombError
    image.draft("RGB", (most, most))  # Decodes a JPEG at a smaller size. Other formats ignore this.
    image.load()
    return image


# Inside a scan, 0xFF is followed by 0 or by a restart marker.
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_START_OF_SCAN, _END_OF_IMAGE, _WITHOUT_LENGTH = 0xDA, 0xD9, (0x01, 0xD8)


def _count_scans(data: bytes) -> int:
    """Does not count the scans of an embedded thumbnail."""
    place, scans = 0, 0
    while (found := _MARKER.search(data, place)) is not None:
        marker, place = found[1][0], found.end()
        if marker == _END_OF_IMAGE:
            break
        if marker in _WITHOUT_LENGTH:
            continue
        scans += marker == _START_OF_SCAN
        place += int.from_bytes(data[place : place + 2], "big")
    return scans


def _plain(image: Any, most: int) -> Any:
    """Returns the pixels upright and without metadata. Shrinks first and frees each step, because forty
    megapixels take 160 MB."""
    from PIL import Image, ImageOps

    orientation = image.getexif().get(0x0112, 1)
    see_through = "A" in image.mode or "transparency" in image.info
    if image.mode.startswith(("I", "F")):  # 16-bit grey.
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    mode = "RGBA" if see_through else "RGB"
    if image.mode != mode:
        image = image.convert(mode)
    if see_through:
        image = image.convert("RGBa")  # Otherwise every resizing step would make this copy.
    image.thumbnail((most, most), Image.Resampling.LANCZOS, reducing_gap=2.0)
    image.getexif()[0x0112] = orientation
    ImageOps.exif_transpose(image, in_place=True)
    fresh = Image.new(mode, image.size)
    fresh.paste(image.convert(mode))
    return fresh


def _sized(image: Any, size: Any) -> tuple[tuple[int, int], bytes]:
    """If `size` is a number, it is the longest side. If it is a pair, it is a frame to fill. Pictures are
    never enlarged."""
    from PIL import Image, ImageOps

    if isinstance(size, list):
        shrink = min(1.0, image.width / size[0], image.height / size[1])
        frame = (max(1, round(size[0] * shrink)), max(1, round(size[1] * shrink)))
        sized = ImageOps.fit(image, frame, Image.Resampling.LANCZOS)
    else:
        sized = image.copy()
        sized.thumbnail((size, size), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    sized.save(out, "WEBP", quality=TINY_QUALITY if _is_tiny(size) else QUALITY, method=4)
    return sized.size, out.getvalue()


def _is_tiny(size: Any) -> bool:
    """Uses the requested size, because a picture that was already small keeps its quality."""
    return isinstance(size, int) and size <= TINY


if __name__ == "__main__":
    sys.exit(main())
