"""CSV cells that spreadsheets do not run as formulas. Reading restores the original text."""

import csv
import io
from collections.abc import Iterable
from typing import Any

# The byte order mark of UTF-8.
MARK = b"\xef\xbb\xbf"
# Some spreadsheets read the full-width characters of Chinese keyboards as the plain characters.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def lines_of(rows: Iterable[Iterable[Any]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def safe_cell(cell: Any) -> str:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    shown = "" if cell is None else str(cell)
    return "'" + shown if isinstance(cell, str) and is_formula(shown) else shown


def is_formula(shown: str) -> bool:
    """Also true behind apostrophes, so that an apostrophe typed by the author is preserved."""
    return shown.lstrip("'").startswith(_FORMULA)
