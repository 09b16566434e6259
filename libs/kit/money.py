"""Amounts are integers in sen inside the platform, and RM with at most two decimals in the API."""

import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

LARGEST_RINGGIT = 1_000_000
_PLAIN = re.compile(r"[0-9]{1,7}(\.[0-9]{1,2})?", re.ASCII)


def sen_from_ringgit(value: Any) -> int:
    """Raises ValueError for NaN, booleans, exponents, fractions of a sen and non-ASCII digits."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise ValueError("Please enter a valid number.")
    written = format(Decimal(repr(value)), "f") if isinstance(value, float) and _finite(value) else str(value)
    written = written.removesuffix(".0")
    if not _PLAIN.fullmatch(written):
        raise ValueError("Please enter a valid number.")
    sen = int(Decimal(written) * 100)
    if sen > LARGEST_RINGGIT * 100:
        raise ValueError("The amount is too large.")
    return sen


def refuse_negative(sentence: str) -> BeforeValidator:
    def check(value: Any) -> Any:
        below = isinstance(value, int | float) and not isinstance(value, bool) and value < 0
        if below or (isinstance(value, str) and value[:1] == "-" and _PLAIN.fullmatch(value[1:])):
            raise ValueError(sentence)
        return value

    return BeforeValidator(check)


def _finite(value: float) -> bool:
    return value == value and abs(value) != float("inf")


def ringgit(sen: int) -> float:
    """Exact to the sen for every allowed amount."""
    return sen / 100


def format_ringgit(sen: int) -> str:
    """Formats an amount for text: `RM 1,250.00`."""
    return f"RM {sen // 100:,}.{sen % 100:02d}"


def plain_ringgit(sen: int) -> str:
    """Formats an amount for files: `1250.00`."""
    return f"{sen // 100}.{sen % 100:02d}"


_SCHEMA = {"type": "number", "minimum": 0, "maximum": LARGEST_RINGGIT, "multipleOf": 0.01}

# A request field in RM, converted to sen.
Ringgit = Annotated[
    int,
    BeforeValidator(sen_from_ringgit),
    Field(strict=True, ge=0),
    WithJsonSchema(_SCHEMA),
]

# A response field in sen, converted to RM.
RinggitOut = Annotated[int, PlainSerializer(ringgit, return_type=float), WithJsonSchema(_SCHEMA)]
