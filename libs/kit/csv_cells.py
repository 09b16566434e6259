"""Cells of a file for spreadsheets (CSV): none runs as a formula, and what was taken off is put back when
read."""

import csv
import io
from collections.abc import Iterable
from typing import Any

# Before the first line: the file is UTF-8.
MARK = b"\xef\xbb\xbf"
# The wide ones are what a Chinese keyboard types; spreadsheets of such a country read them as the others.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def lines_of(rows: Iterable[Iterable[Any]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def safe(cell: Any) -> str:
    """Put an apostrophe before text that a spreadsheet would take for a formula; reading takes it off
    again."""
    shown = "" if cell is None else str(cell)
    return "'" + shown if isinstance(cell, str) and is_formula(shown) else shown


def is_formula(shown: str) -> bool:
    """Return whether text is a formula, also behind apostrophes, so that its writer's apostrophe stays."""
    return shown.lstrip("'").startswith(_FORMULA)
