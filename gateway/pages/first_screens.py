"""The prerendered first screens of the web app (decision 0016), shown while the app's code loads, with the
first picture included."""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

DRAWINGS = "first-screens.json"
_HOLE = '<img data-first-picture=""'
PRODUCT = "product"
AUCTION = "auction"
_PART_EDGE = re.compile(r"\{\{([#/]\w+)\}\}")
_WORD = re.compile(r"\{\{(\w+)\}\}")
BY_PATH = {"/": "home", "/products": "catalogue"}


class FirstScreens:
    """Renderings by screen and language, split at the position of the first picture."""

    def __init__(self, folder: Path | None) -> None:
        file = folder / DRAWINGS if folder is not None else None
        drawn: dict[str, dict[str, str]] = (
            json.loads(file.read_text()) if file is not None and file.is_file() else {}
        )
        self._parted = {
            (screen, language): _part(html)
            for screen, spoken in drawn.items()
            for language, html in spoken.items()
        }

    def draw(
        self,
        screen: str | None,
        language: str,
        picture: dict[str, Any] | None,
        words: dict[str, str] | None = None,
    ) -> str:
        """Returns an empty string if the page is not prerendered. Without a picture, the placeholder is
        shown."""
        if screen is None or (screen, language) not in self._parted:
            return ""
        before, tag, after = self._parted[screen, language]
        shown = _picture_attributes(picture)
        if words:
            before, after = _fill_words(before, words), _fill_words(after, words)
        return before + (f"<img {shown}{tag}" if shown else "") + after


def _fill_words(html: str, words: dict[str, str]) -> str:
    """Fill the placeholders (frontend/src/ui/first-word.tsx): conditional parts first, then texts."""
    return _WORD.sub(lambda place: escape(words.get(place[1], "")), _with_true_parts(html, words))


def _with_true_parts(html: str, words: dict[str, str]) -> str:
    """Remove the parts `{{#name}}...{{/name}}` whose text is empty."""
    begin, *rest = _PART_EDGE.split(html)
    kept, left_out = [begin], ""
    for edge, following in zip(rest[::2], rest[1::2], strict=True):
        if not left_out and edge[0] == "#" and not words.get(edge[1:]):
            left_out = edge[1:]
        elif edge == f"/{left_out}":
            left_out = ""
        if not left_out:
            kept.append(following)
    return "".join(kept)


def _part(html: str) -> tuple[str, str, str]:
    before, hole, rest = html.partition(_HOLE)
    if not hole:
        return before, "", ""
    tag, end, after = rest.partition(">")
    return before, tag + end, after


def _picture_attributes(picture: dict[str, Any] | None) -> str:
    """Same attributes as in the app (frontend/src/lib/pictures.ts), because a different URL would be fetched
    twice."""
    if picture is None or not (picture.get("width") and picture.get("height") and picture.get("sizes")):
        return ""
    width, height, sizes = picture["width"], picture["height"], picture["sizes"]
    longest = max(width, height)
    kept = [size for size in sizes if size < longest]
    kept.append(next((size for size in sizes if size >= longest), sizes[-1]))
    widths = {size: (2 * width * min(size, longest) + longest) // (2 * longest) for size in kept}
    address = escape(picture["imageUrl"])
    srcset = ", ".join(f"{address}-{size} {wide}w" for size, wide in widths.items())
    return f'src="{address}" srcset="{srcset}" width="{width}" height="{height}"'


def first_picture(product: dict[str, Any]) -> dict[str, Any] | None:
    """The picture with order 0, otherwise the first in the list."""
    images = [image for image in product.get("images") or [] if isinstance(image, dict)]
    return next((image for image in images if image.get("imageOrder") == 0), images[0] if images else None)


def picture_of(path: str, products: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The first picture that the app shows: on the home page of the newest listing with a photograph, in the
    catalogue of the first card."""
    if path == "/":
        products = [
            product for product in products if product["listingType"] != "auction" and first_picture(product)
        ]
    return first_picture(products[0]) if products else None
