import csv
import io
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.csv_cells import safe_cell
from libs.kit.errors import InvalidInput
from services.catalog.dashboard.csv_file import listing_of, read_rows, write_rows
from services.catalog.tests.test_csv import GOOD, HEAD

CATEGORIES = {"niche": 4, "1": 1, "4": 4}


def fields(line: str, head: str = HEAD) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    (row,) = read_rows(f"{head}\n{line}".encode())
    return listing_of(row, CATEGORIES)


def test_spreadsheet_bom_separator_and_line_breaks_are_handled() -> None:
    plain = read_rows(f"{HEAD}\n{GOOD}\n".encode())
    marked = read_rows(b"\xef\xbb\xbf" + f"{HEAD}\r\n{GOOD}\r\n".replace(",", ";").encode())
    named = read_rows(f"sep=;\r\n{HEAD}\r\n{GOOD}".replace(",", ";").encode())
    tabbed = read_rows(f"{HEAD}\n{GOOD}".replace(",", "\t").encode())
    assert plain[0].cells == marked[0].cells == named[0].cells == tabbed[0].cells


def test_line_numbers_match_the_spreadsheet() -> None:
    file = f'{HEAD}\n"A ""fine""\nbottle",B,C,1,1,1\n\n{GOOD}\n'
    rows = read_rows(file.encode())
    assert [(row.line, row.cells["name"]) for row in rows] == [(2, 'A "fine"\nbottle'), (5, "Blanc Matin")]


def test_columns_are_recognised_in_malay_and_any_order() -> None:
    head = "Harga (RM);NAMA;Jenama;Keterangan;Kategori;Isipadu (ml);Keadaan_Kotak;Jenis;Baharu;Baki"
    values, faults = fields(
        "RM 1,250.00;Malam Biru;Verrane;Masih wangi sekali;Niche;100ml;Rosak;Boleh runding;ya;85%", head
    )
    assert faults == []
    assert values == {
        "price": "1250.00", "name": "Malam Biru", "brand": "Verrane", "description": "Masih wangi sekali",
        "categoryId": 4, "volume": 100, "boxCondition": "Damaged", "listingType": "negotiable", "isNew": True,
        "remainingPercentage": 85,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("390", "390"),
        ("RM390.50", "390.50"),
        ("rm 1,250", "1250"),
        ("1250,50", "1250.50"),
        ("12,34,5", "12,34,5"),
        ("abc", "abc"),
        ("RM -5", "-5"),
    ],
)
def test_common_price_formats_are_read(typed: str, meant: str) -> None:
    values, _ = fields(f'A,B,C,"{typed}",1,1')
    assert values["price"] == meant


@pytest.mark.parametrize(
    ("column", "cell", "field", "sentence"),
    [
        ("volume", "large", "volume", "Please enter a valid volume (e.g. 50ml, 100ml)"),
        ("category", "Unknown", "categoryId", "Please select a category"),
        ("stock", "1.5", "stockQuantity", "Please enter a whole number"),
        ("year", "٢٠٢٣", "purchaseYear", "Please enter a whole number"),
        ("type", "auction", "listingType", "Use fixed or negotiable; auctions are listed one by one"),
        ("box", "fair", "boxCondition", "Use Good, Damaged or No Box"),
        ("new", "maybe", "isNew", "Use yes or no"),
    ],
)
def test_invalid_cell_has_the_forms_message(column: str, cell: str, field: str, sentence: str) -> None:
    assert fields(f"A,{cell}", f"name,{column}")[1] == [(field, sentence)]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"\n\n", "The file is empty"),
        (b"name\0,brand", "The file is not a CSV file"),
        ("name,brand\nCafé,x".encode("cp1252"), "Please save the file as CSV UTF-8"),
        ("name,brand".encode("utf-16"), "The file is not a CSV file"),
        (b"brand,price\nx,1", "The first line must name the columns"),
        (b"name,weight\nx,1", "We do not know the column weight"),
        (b"name,nama\nx,y", "The column name is there twice"),
        (b'name,brand\n"x,y', "Line 2: the quotes do not match"),
        (b'name,brand\na,b\n"x" y,z', "Line 3: the quotes do not match"),
        (b"name\n" + b"x\n" * 501, "Up to 500 rows at once"),
        (b"name" + b"," * 101, "Up to 100 columns"),
        (b"name\n" + b"x" * 200_000, "Line 2"),
    ],
)
def test_non_table_file_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_rows(content)
    assert refusal.value.details["fields"][0]["message"].startswith(sentence)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_exported_cell_runs_as_formula(start: str) -> None:
    """S15"""
    evil = start + "cmd|'/c calc'!A1"
    assert safe_cell(evil) == "'" + evil
    written = write_rows([{"name": evil, "brand": "B"}], ["name", "brand"])
    assert list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")))[1][0][0] == "'"


def test_imported_formula_stays_text() -> None:
    values, _ = fields('"=HYPERLINK(""http://evil.example"")",B,C,1,1,1')
    assert values["name"] == '=HYPERLINK("http://evil.example")'


WORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=40)


@given(rows=st.lists(st.fixed_dictionaries({"name": WORDS, "description": WORDS}), max_size=8))
def test_written_cell_round_trips(rows: list[dict[str, str]]) -> None:
    kept = [row for row in rows if any(cell.strip() for cell in row.values())]
    again = read_rows(write_rows(kept, ["name", "description"]))
    assert [dict(row.cells) for row in again] == [
        {name: cell.strip() for name, cell in row.items()} for row in kept
    ]  # fmt: skip


@pytest.mark.parametrize("column", ["volume", "price", "name", "description", "type", "sku"])
@pytest.mark.parametrize("filling", [" ", "9", "9 ", "ml", "é", "̀̕"])
def test_endless_cell_is_skipped_quickly(column: str, filling: str) -> None:
    header = "id" if column == "sku" else column
    cell = "9" + filling * (100_000 // len(filling)) + "m"
    began = time.thread_time()
    values, faults = (
        fields(f"A,{cell}", f"name,{header}") if column != "name" else fields(f"{cell},1", "name,volume")
    )
    assert time.thread_time() - began < 0.05
    assert column not in values
    assert faults == (
        [] if column == "sku" else [({"type": "listingType"}.get(column, column), "The cell is too long")]
    )
