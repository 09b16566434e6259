"""Writes CSV cells that spreadsheets cannot run as formulas. The original text can be restored."""

import csv
import io
from collections.abc import Iterable
from typing import Any

# The UTF-8 byte order mark.
MARK = b"\xef\xbb\xbf"
# Some spreadsheets treat the full-width characters of Chinese keyboards like the ASCII characters.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def lines_of(rows: Iterable[Iterable[Any]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def safe_cell(cell: Any) -> str:
    """Puts an apostrophe before text that a spreadsheet would run as a formula."""
    shown = "" if cell is None else str(cell)
    return "'" + shown if isinstance(cell, str) and is_formula(shown) else shown


def is_formula(shown: str) -> bool:
    """Also true for text with leading apostrophes, so that an apostrophe typed by the author is preserved."""
    return shown.lstrip("'").startswith(_FORMULA)
