from collections.abc import Iterable
from typing import Literal

from libs.kit.errors import DomainError


class TooManyDrafts(DomainError):
    status = 409
    code = "too_many_drafts"
    message = "You have 100 drafts. Please delete some first."


MAX_DRAFTS, LARGEST_DRAFT = 100, 32 * 1024


LOW, MEDIUM = 5, 20


Band = Literal["low", "medium", "good", "out"]


def band_of(stock: int) -> Band:
    if stock <= 0:
        return "out"
    if stock <= LOW:
        return "low"
    return "medium" if stock <= MEDIUM else "good"


def bands(stocks: Iterable[int]) -> dict[Band, int]:
    counted: dict[Band, int] = {"low": 0, "medium": 0, "good": 0, "out": 0}
    for stock in stocks:
        counted[band_of(stock)] += 1
    return counted


def move_price(price: int, percent: int) -> int:
    return max(1, (price * (100 + percent) + 50) // 100)
