"""Cells are escaped, so that spreadsheets cannot run them as formulas."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from libs.kit.csv_cells import MARK, is_formula, lines_of
from libs.kit.errors import InvalidInput

MAX_BYTES, MAX_ROWS, MAX_COLUMNS = 1024 * 1024, 500, 100


# Longer cells are rejected. The form has shorter limits.
LONGEST_CELL, LONGEST_DESCRIPTION = 1_000, 10_000


# Accepted column names in English and Malay. Exports use the first name.
COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("nama", "product", "produk"),
    "brand": ("jenama",),
    "description": ("keterangan", "penerangan"),
    "price": ("harga", "price (rm)", "harga (rm)"),
    "category": ("kategori", "categoryid"),
    "volume": ("isipadu", "isi padu", "volume (ml)", "isipadu (ml)"),
    "remaining": ("remainingpercentage", "baki", "fill", "remaining (%)", "baki (%)"),
    "stock": ("stockquantity", "stok", "quantity", "kuantiti"),
    "type": ("listingtype", "jenis"),
    "box": ("boxcondition", "kotak", "keadaan kotak", "condition"),
    "year": ("purchaseyear", "tahun", "tahun beli"),
    "batch": ("batchcode", "kod kelompok", "kod"),
    "new": ("isnew", "baru", "baharu"),
    "concentration": ("kepekatan",),
    "notes": ("nota",),
    "state": ("negeri",),
}


# Columns that are exported but ignored on import.
READ_ONLY_COLUMNS = frozenset({"id", "status", "views", "favourites", "created", "images"})


FIELDS = {
    "category": "categoryId", "remaining": "remainingPercentage", "stock": "stockQuantity", "type": "listingType",
    "box": "boxCondition", "year": "purchaseYear", "batch": "batchCode", "new": "isNew",
}  # fmt: skip


_NAMES = {alias: name for name, aliases in COLUMNS.items() for alias in (name, *aliases)}


_WORDS: dict[str, dict[str, Any]] = {
    "box": {
        "good": "Good", "baik": "Good", "damaged": "Damaged", "rosak": "Damaged", "no box": "No Box",
        "tiada kotak": "No Box", "tiada": "No Box",
    },
    "type": {"fixed": "fixed", "tetap": "fixed", "negotiable": "negotiable", "boleh runding": "negotiable"},
    "new": {"yes": True, "ya": True, "true": True, "1": True, "no": False, "tidak": False, "false": False, "0": False},
}  # fmt: skip


_SENTENCES = {
    "volume": "Please enter a valid volume (e.g. 50ml, 100ml)",
    "category": "Please select a category",
    "type": "Use fixed or negotiable; auctions are listed one by one",
    "box": "Use Good, Damaged or No Box",
    "new": "Use yes or no",
}


_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?", re.ASCII)


_COMMA = re.compile(r"[0-9]+,[0-9]{1,2}", re.ASCII)


@dataclass(frozen=True)
class Row:
    line: int
    cells: Mapping[str, str]
    too_many: bool = False
    # Columns with a cell that was too long to read.
    too_long: tuple[str, ...] = ()


def read_rows(content: bytes) -> list[Row]:
    words = _text(content)
    if words.lower().startswith("sep="):  # Separator hint for Excel.
        first, _, words = words.partition("\n")
        separator = first[4:5]
    else:
        separator = max(",;\t", key=words.partition("\n")[0].count)
    rows = list(islice(_records(words, separator if separator in (",", ";", "\t") else ","), MAX_ROWS + 2))
    if not rows:
        raise refusal("The file is empty")
    if len(rows[0][1]) > MAX_COLUMNS:
        raise refusal(f"Up to {MAX_COLUMNS} columns")
    header = [_column(cell) for cell in rows[0][1]]
    if twice := next(
        (name for name in header if header.count(name) > 1 and name not in ("", *READ_ONLY_COLUMNS)), None
    ):
        raise refusal(f"The column {twice} is there twice")
    if "name" not in header:
        raise refusal(
            "The first line must name the columns: name, brand, description, price, category, volume"
        )
    if len(rows) - 1 > MAX_ROWS:
        raise refusal(f"Up to {MAX_ROWS} rows at once")
    return [_row(line, header, cells) for line, cells in rows[1:]]


def refusal(sentence: str) -> InvalidInput:
    return InvalidInput.field("file", sentence)


def listing_of(row: Row, categories: Mapping[str, int]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Returns the fields as the form would send them, and the errors as pairs of field and message."""
    fields: dict[str, Any] = {}
    faults = [("", "More cells than columns")] if row.too_many else []
    faults += [
        (FIELDS.get(column, column), "The cell is too long") for column in row.too_long if column in COLUMNS
    ]
    for column, cell in row.cells.items():
        if cell == "" or column not in COLUMNS:
            continue
        try:
            fields[FIELDS.get(column, column)] = _value(column, cell, categories)
        except ValueError as wrong:
            faults.append((FIELDS.get(column, column), str(wrong)))
    return fields, faults


def write_rows(rows: Iterable[Mapping[str, Any]], columns: Iterable[str]) -> bytes:
    """Encodes the rows as UTF-8 with a byte order mark. Formulas are escaped."""
    names = list(columns)
    return MARK + lines_of([names, *([row.get(name) for name in names] for row in rows)])


def _text(content: bytes) -> str:
    if b"\0" in content:
        raise refusal("The file is not a CSV file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refusal("Please save the file as CSV UTF-8") from None


def _records(words: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=separator, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error:
        raise refusal(f"Line {begins}: the quotes do not match") from None


def _column(cell: str) -> str:
    if len(cell) > LONGEST_CELL:
        raise refusal("The name of a column is too long")
    name = " ".join(cell.replace("_", " ").lower().split())
    if name in ("", *READ_ONLY_COLUMNS):
        return name
    if name not in _NAMES:
        raise refusal(f"We do not know the column {cell.strip()[:40]}")
    return _NAMES[name]


def _row(line: int, header: list[str], cells: list[str]) -> Row:
    named = dict(zip(header, cells, strict=False))
    too_long = tuple(name for name, cell in named.items() if len(cell) > _longest(name))
    read = {name: _plain(cell) for name, cell in named.items() if name not in too_long}
    return Row(line, read, too_many=any(cell.strip() for cell in cells[len(header) :]), too_long=too_long)


def _longest(column: str) -> int:
    return LONGEST_DESCRIPTION if column == "description" else LONGEST_CELL


def _plain(cell: str) -> str:
    """Removes the apostrophe that `write_rows` adds to formulas."""
    if cell.startswith("'") and is_formula(cell):
        cell = cell[1:]
    return cell.strip()


def _value(column: str, cell: str, categories: Mapping[str, int]) -> Any:
    if column == "price":
        return _price(cell)
    if column in ("volume", "remaining", "stock", "year"):
        return _whole(cell, _SENTENCES.get(column, "Please enter a whole number"))
    if column == "category":
        found = categories.get(cell.lower())
    elif column in _WORDS:
        found = _WORDS[column].get(cell.lower())
    else:
        return cell
    if found is None:
        raise ValueError(_SENTENCES[column])
    return found


def _price(cell: str) -> str:
    amount = (cell[2:] if cell[:2].lower() == "rm" else cell).strip()
    if _THOUSANDS.fullmatch(amount):
        return amount.replace(",", "")
    return amount.replace(",", ".") if _COMMA.fullmatch(amount) else amount


def _whole(cell: str, sentence: str) -> int:
    digits = cell.lower().removesuffix("ml").removesuffix("%").rstrip()
    if not re.fullmatch(r"[0-9]{1,9}", digits, re.ASCII):
        raise ValueError(sentence)
    return int(digits)
