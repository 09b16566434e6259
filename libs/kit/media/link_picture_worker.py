"""Draws a link preview picture in a sandbox. Run as a script."""

import io
import json
import resource
import sys
from pathlib import Path
from typing import Any

MEMORY_BYTES, CPU_SECONDS = 512 * 1024 * 1024, 5
MAX_PIXELS = 4_000_000
WIDE, HIGH, MARGIN = 1200, 630, 48
# The frame of the photograph, and where text begins with and without a photograph.
PHOTOGRAPH, BESIDE, ALONE = (WIDE // 2 - MARGIN, HIGH - 2 * MARGIN), WIDE // 2 + MARGIN, 2 * MARGIN
# The colours of `--room`, `--room-2`, `--room-ink` and `--room-ink-2` (frontend/src/styles/tokens.css).
GROUND, PANEL, INK, QUIET = (13, 43, 33), (24, 56, 45), (242, 246, 241), (182, 198, 188)
QUALITY = 85
MAX_LINES, LONGEST = 3, 200
FONTS = Path(__file__).parents[1] / "fonts"
SERIF, SANS = "hedvig-letters-serif", "instrument-sans"
# A long name is first drawn smaller, then cut.
NAME_SIZES = (72, 60, 50)


def main() -> int:
    """Reads a photograph, or nothing, from stdin and the texts from an argument. Writes a JPEG to stdout."""
    for what, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(what, (most, most))
    # Loads every module now, because no file can be opened later.
    from PIL import Image, ImageDraw, ImageFont, JpegImagePlugin, WebPImagePlugin  # noqa: F401

    Image.preinit()
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    words: dict[str, str] = json.loads(sys.argv[1])
    fonts = {name: _Font(name) for name in (SERIF, SANS)}
    data = sys.stdin.buffer.read()
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
    out = io.BytesIO()
    _picture(words, data, fonts).save(out, "JPEG", quality=QUALITY, progressive=True)
    sys.stdout.buffer.write(out.getvalue())
    sys.stdout.buffer.flush()
    return 0


class _Font:
    """A font in two files: one with basic Latin letters, one with other European letters."""

    def __init__(self, name: str) -> None:
        self._files = [(FONTS / f"{name}-{part}.woff2").read_bytes() for part in ("latin", "latin-ext")]
        self._sizes: dict[int, list[Any]] = {}
        self._holder: dict[str, int | None] = {" ": 0}
        self._missing = [_pixels(font, "\uffff") for font in self.sized(32)]

    def sized(self, size: int) -> list[Any]:
        from PIL import ImageFont

        if size not in self._sizes:
            self._sizes[size] = [
                ImageFont.truetype(io.BytesIO(file), size, layout_engine=ImageFont.Layout.BASIC)
                for file in self._files
            ]
        return self._sizes[size]

    def has(self, letter: str) -> bool:
        return self._holder_of(letter) is not None

    def _holder_of(self, letter: str) -> int | None:
        if letter not in self._holder:
            found = [
                place
                for place, font in enumerate(self.sized(32))
                if _pixels(font, letter) != self._missing[place]
            ]
            self._holder[letter] = found[0] if found else None
        return self._holder[letter]

    def runs(self, words: str, size: int) -> list[tuple[str, Any]]:
        runs: list[tuple[str, Any]] = []
        for letter in words:
            holder = self._holder_of(letter)
            if holder is None:
                continue
            font = self.sized(size)[holder]
            if runs and (runs[-1][1] is font or letter == " "):
                runs[-1] = (runs[-1][0] + letter, runs[-1][1])
            else:
                runs.append((letter, font))
        return runs

    def length(self, words: str, size: int) -> float:
        return float(sum(font.getlength(run) for run, font in self.runs(words, size)))


def _pixels(font: Any, letter: str) -> bytes:
    mask = font.getmask(letter)
    return repr(mask.size).encode() + bytes(mask)


def _picture(words: dict[str, str], data: bytes, fonts: dict[str, _Font]) -> Any:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDE, HIGH), GROUND)
    draw = ImageDraw.Draw(picture)
    left = ALONE
    if data:
        draw.rectangle((0, 0, WIDE // 2, HIGH), fill=PANEL)
        photograph = _fitted(data)
        place = ((WIDE // 2 - photograph.width) // 2, (HIGH - photograph.height) // 2)
        picture.paste(photograph, place, photograph)
        left = BESIDE
    wide = WIDE - MARGIN - left
    _write(draw, fonts[SERIF], words["mark"], (left, MARGIN + 40), 40, INK)
    above = _lines(fonts[SANS], _plain(words["above"], fonts[SANS]), 32, wide, 1)
    name = _plain(words["title"], fonts[SERIF])
    size, lines = next(
        (
            (size, lines)
            for size in NAME_SIZES
            if len(lines := _lines(fonts[SERIF], name, size, wide, MAX_LINES + 1)) <= MAX_LINES
        ),
        (NAME_SIZES[-1], _lines(fonts[SERIF], name, NAME_SIZES[-1], wide, MAX_LINES)),
    )
    down = (HIGH - len(lines) * size * 1.15) / 2 + 10
    if above:
        _write(draw, fonts[SANS], above[0], (left, down), 32, QUIET)
    for line in lines:
        down += size * 1.15
        _write(draw, fonts[SERIF], line, (left, down), size, INK)
    for line in _lines(fonts[SANS], _plain(words["below"], fonts[SANS]), 40, wide, 1):
        _write(draw, fonts[SANS], line, (left, HIGH - MARGIN - 10), 40, INK)
    return picture


def _fitted(data: bytes) -> Any:
    """Returns the whole photograph, enlarged at most twice."""
    from PIL import Image

    image = Image.open(io.BytesIO(data), formats=("WEBP",))
    if image.width * image.height > MAX_PIXELS:
        raise ValueError("more pixels than we ever keep")
    plain = image.convert("RGBA")
    scale = min(2.0, PHOTOGRAPH[0] / plain.width, PHOTOGRAPH[1] / plain.height)
    size = (max(1, round(plain.width * scale)), max(1, round(plain.height * scale)))
    return plain.resize(size, Image.Resampling.LANCZOS)


def _plain(words: str, font: _Font) -> str:
    """Removes letters that the font lacks."""
    letters = (" " if letter.isspace() else letter if font.has(letter) else "" for letter in words[:LONGEST])
    return " ".join("".join(letters).split())


def _lines(font: _Font, words: str, size: int, wide: float, most: int) -> list[str]:
    """Splits text into at most `most` lines. An ellipsis replaces the rest."""
    lines: list[str] = []
    for word in words.split():
        if lines and font.length(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    cut = len(lines) > most
    lines = lines[:most]
    for place, line in enumerate(lines):
        ends = cut and place == most - 1
        while len(line) > 1 and font.length(line + ("…" if ends else ""), size) > wide:
            line, ends = line[:-1].rstrip(), True
        lines[place] = line + ("…" if ends else "")
    return lines


def _write(
    draw: Any, font: _Font, words: str, place: tuple[float, float], size: int, colour: tuple[int, int, int]
) -> None:
    """`place` is the left end of the line of text."""
    across, down = place
    for run, face in font.runs(words, size):
        draw.text((across, down), run, font=face, fill=colour, anchor="ls")
        across += face.getlength(run)


if __name__ == "__main__":
    sys.exit(main())
