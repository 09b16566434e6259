"""The rules of a listing: pure sentences about what may be put up for sale."""

import re

from libs.kit.errors import DomainError

IMAGE_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}(\.(webp|jpg|png))?")
OUR_IMAGE = re.compile(r"(https?://[^/\s]+)?/api/images/(?P<token>[A-Za-z0-9_.-]{8,140})")


class TermsRefused(DomainError):
    """The auction service does not take these terms; its own words and fields are passed on."""

    status = 422
    code = "invalid_input"
    message = "Some fields are not valid."


def at_least(words: str, least: int, longest: int, sentence: str) -> str:
    """Text of a form, trimmed and bounded."""
    words = words.strip()
    if len(words) < least:
        raise ValueError(sentence)
    if len(words) > longest:
        raise ValueError(f"Use {longest} characters or less")
    return words


def check_price(sen: int) -> int:
    """Nothing is given away here."""
    if sen < 1:
        raise ValueError("Price must be greater than 0")
    return sen


def check_category(category_id: int) -> int:
    """One of the shelves; which ones exist is the table's business."""
    if category_id < 1:
        raise ValueError("Please select a category")
    return category_id


def check_volume(volume: int) -> int:
    """Millilitres of the bottle."""
    if not 1 <= volume <= 10_000:
        raise ValueError("Please enter a valid volume (e.g. 50ml, 100ml)")
    return volume


def check_image(url: str) -> str:
    """Only pictures that we hold: a bare token, or an address of ours that ends in one."""
    if match := OUR_IMAGE.fullmatch(url):
        url = match["token"]
    if not IMAGE_TOKEN.fullmatch(url):
        raise ValueError("Please enter a valid image URL")
    return f"/api/images/{url}"


def token_of(url: str) -> str | None:
    """The name under which we hold a picture; None for an address that is not ours."""
    match = OUR_IMAGE.fullmatch(url)
    return match["token"] if match and IMAGE_TOKEN.fullmatch(match["token"]) else None
