"""Decodes batch codes by publicly known formats. A match never proves authenticity, because counterfeiters
copy real codes. Each format needs two public sources (decision 0057)."""

import re
from dataclasses import dataclass
from typing import Literal

from services.catalog.search import words

FIRST_YEAR = 1970


MAX_YEARS = 2


LONGEST_CODE = 50


Verdict = Literal["fits", "does_not_fit", "unknown"]


Place = Literal["base_and_box", "back_and_box"]


_APART = re.compile(r"[^A-Z0-9]+")


# Place of origin, month (A to C for October to December), last digit of the year.
_LAUDER = re.compile(r"[A-Z][1-9A-C](?P<year>[0-9])")


# Last digit of the year, a letter for the month (never I or O), two digits.
_DIOR = re.compile(r"(?P<year>[0-9])[A-HJ-NP-Z][0-9]{2}")


_CHANEL = re.compile(r"[0-9]{4}")


# The number below the barcode. No brand uses this format for batch codes.
_BARCODE = re.compile(r"[0-9]{8,14}")


@dataclass(frozen=True)
class Scheme:
    """The format of a brand's batch codes. `since` is the first year of use."""

    brands: frozenset[str]
    pattern: re.Pattern[str]
    place: Place = "base_and_box"
    since: int = FIRST_YEAR


SCHEMES = (
    Scheme(frozenset({"estee lauder", "clinique", "aramis"}), _LAUDER),
    Scheme(frozenset({"jo malone", "jo malone london"}), _LAUDER, since=1999),
    Scheme(frozenset({"tom ford"}), _LAUDER, since=2006),
    Scheme(frozenset({"dior", "christian dior"}), _DIOR, since=1998),
    Scheme(frozenset({"guerlain"}), _DIOR, since=2002),
    Scheme(frozenset({"chanel"}), _CHANEL, place="back_and_box"),
)


_BY_BRAND = {brand: scheme for scheme in SCHEMES for brand in scheme.brands}


@dataclass(frozen=True)
class Reading:
    """`years` is sorted from newest to oldest, and empty if the year cannot be decoded."""

    verdict: Verdict
    years: tuple[int, ...] = ()
    place: Place | None = None
    # True if all of these years are after the year of purchase.
    is_after_purchase: bool = False


def plain_code(code: str) -> str:
    return _APART.sub("", code.upper())


def read_code(brand: str, code: str, purchase_year: int | None, this_year: int) -> Reading:
    scheme, plain = _BY_BRAND.get(" ".join(words.plain(brand).split())), plain_code(code)
    if scheme is None or not plain:
        return Reading("unknown")
    if (found := scheme.pattern.fullmatch(plain)) is None:
        is_barcode = _BARCODE.fullmatch(plain) is not None
        return Reading("does_not_fit" if is_barcode else "unknown", place=scheme.place)
    digit = found.groupdict().get("year")
    if digit is None:
        return Reading("fits", place=scheme.place)
    possible = _years(int(digit), scheme.since, this_year)
    before = [year for year in possible if purchase_year is None or year <= purchase_year]
    return Reading("fits", tuple((before or possible)[:MAX_YEARS]), scheme.place, not before)


def _years(digit: int, since: int, this_year: int) -> list[int]:
    return [year for year in range(this_year, since - 1, -1) if year % 10 == digit]
