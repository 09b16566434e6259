"""A seller's table: read cell by cell, reported line by line, written so that nothing runs."""

import asyncio
import csv
import io
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.kit.errors import InvalidInput
from libs.kit.testing import Service, signed_in
from services.catalog.domain.csv_import import COLUMNS, listing_of, read, safe, write

HEAD = "name,brand,description,price,category,volume"
GOOD = "Blanc Matin,Verrane,Bought at the counter in KLCC,390,1,100"
CATEGORIES = {"niche": 4, "1": 1, "4": 4}


async def send(catalog: Service, seller: int, content: bytes | str, *, dry: bool = False, key: str = "") -> Any:
    content = content.encode() if isinstance(content, str) else content
    query = {"dryRun": "true"} if dry else {}
    files = {"file": ("listings.csv", content, "text/csv")}
    told = signed_in(seller, "farid") | ({"Idempotency-Key": key} if key else {})
    return await catalog.http.post("/api/seller/products/import", params=query, files=files, headers=told)


def fields(line: str, head: str = HEAD) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    (row,) = read(f"{head}\n{line}".encode())
    return listing_of(row, CATEGORIES)


def test_a_file_of_a_spreadsheet_is_read_with_its_mark_its_separator_and_its_line_breaks() -> None:
    plain = read(f"{HEAD}\n{GOOD}\n".encode())
    marked = read(b"\xef\xbb\xbf" + f"{HEAD}\r\n{GOOD}\r\n".replace(",", ";").encode())
    named = read(f"sep=;\r\n{HEAD}\r\n{GOOD}".replace(",", ";").encode())
    tabbed = read(f"{HEAD}\n{GOOD}".replace(",", "\t").encode())
    assert plain[0].cells == marked[0].cells == named[0].cells == tabbed[0].cells


def test_a_line_is_counted_as_the_seller_sees_it() -> None:
    """Also behind a cell of several lines and a blank line."""
    file = f'{HEAD}\n"A ""fine""\nbottle",B,C,1,1,1\n\n{GOOD}\n'
    rows = read(file.encode())
    assert [(row.line, row.cells["name"]) for row in rows] == [(2, 'A "fine"\nbottle'), (5, "Blanc Matin")]


def test_columns_are_known_in_malay_and_in_any_order() -> None:
    head = "Harga (RM);NAMA;Jenama;Keterangan;Kategori;Isipadu (ml);Keadaan_Kotak;Jenis;Baharu;Baki"
    told, faults = fields(
        "RM 1,250.00;Malam Biru;Verrane;Masih wangi sekali;Niche;100ml;Rosak;Boleh runding;ya;85%", head
    )
    assert faults == []
    assert told == {
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
def test_a_price_is_read_as_people_write_it(typed: str, meant: str) -> None:
    told, _ = fields(f'A,B,C,"{typed}",1,1')
    assert told["price"] == meant


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
def test_a_cell_that_is_not_right_is_named_in_the_words_of_the_form(
    column: str, cell: str, field: str, sentence: str
) -> None:
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
def test_a_file_that_is_no_table_is_refused_as_a_whole(content: bytes, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read(content)
    assert refusal.value.details["fields"][0]["message"].startswith(sentence)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_that_we_write_runs_as_a_formula(start: str) -> None:
    """S15: CSV injection."""
    evil = start + "cmd|'/c calc'!A1"
    assert safe(evil) == "'" + evil
    written = write([{"name": evil, "brand": "B"}], ["name", "brand"])
    assert list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")))[1][0][0] == "'"


def test_a_formula_that_is_read_stays_the_words_it_is_made_of() -> None:
    told, _ = fields('"=HYPERLINK(""http://evil.example"")",B,C,1,1,1')
    assert told["name"] == '=HYPERLINK("http://evil.example")'


WORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=40)


@given(rows=st.lists(st.fixed_dictionaries({"name": WORDS, "description": WORDS}), max_size=8))
def test_what_is_written_can_be_read_again(rows: list[dict[str, str]]) -> None:
    """Whatever the words: quotes, separators, line breaks, formulas, apostrophes."""
    kept = [row for row in rows if any(cell.strip() for cell in row.values())]
    again = read(write(kept, ["name", "description"]))
    assert [dict(row.cells) for row in again] == [
        {name: cell.strip() for name, cell in row.items()} for row in kept
    ]  # fmt: skip


@pytest.mark.servers
async def test_rows_that_are_right_are_listed_and_the_others_reported_line_by_line(catalog: Service) -> None:
    """FORM-23, DASH-16"""
    file = f"{HEAD}\n{GOOD}\nAb,V,short,0,9,0\nNoir Tiga,Verrane,Hanya dibuka sekali,99,1,50,too,many\n{GOOD}\n"
    answer = (await send(catalog, 7501, file)).json()
    assert (answer["created"], answer["refused"]) == (2, 2)
    assert [(row["line"], row["name"], row["ok"]) for row in answer["rows"]] == [
        (2, "Blanc Matin", True), (3, "Ab", False), (4, "Noir Tiga", False), (5, "Blanc Matin", True),
    ]  # fmt: skip
    wrong = {fault["field"]: fault["message"] for fault in answer["rows"][1]["errors"]}
    assert wrong == {
        "name": "Name must be at least 3 characters",
        "brand": "Brand must be at least 2 characters",
        "description": "Description must be at least 10 characters",
        "price": "Price must be greater than 0",
        "categoryId": "Please select a category",
        "volume": "Please enter a valid volume (e.g. 50ml, 100ml)",
    }
    assert answer["rows"][2]["errors"] == [{"field": "", "message": "More cells than columns"}]
    ids = [row["productId"] for row in answer["rows"] if row["ok"]]
    for product_id in ids:
        shown = (await catalog.http.get(f"/api/products/{product_id}")).json()
        assert (shown["name"], shown["price"], shown["sellerId"]) == ("Blanc Matin", 390.0, 7501)
        assert [fact["type"] for fact in await catalog.told(product_id)] == ["wangi.catalog.ProductListed.v1"]


@pytest.mark.servers
async def test_a_row_without_a_price_is_reported_and_the_others_are_listed(catalog: Service) -> None:
    below = "Noir Soir,Verrane,Bought at the counter in KLCC,-5,1,100"
    lines = [
        HEAD,
        GOOD,
        below,
        "Noir Soir,Verrane,Bought at the counter in KLCC,,1,100",
        "N,Verrane,Bought in KLCC,,1,100",
    ]
    answer = await send(catalog, 7471, "\n".join(lines))
    assert answer.status_code == 200, answer.text
    assert answer.json()["created"] == 1
    told = [sorted(error["field"] for error in row["errors"]) for row in answer.json()["rows"]]
    assert told == [[], ["price"], ["price"], ["name", "price"]]
    said = {error["message"] for row in answer.json()["rows"] for error in row["errors"] if error["field"] == "price"}
    assert said == {"Price must be greater than 0"}


async def test_a_dry_run_reports_the_same_and_lists_nothing(catalog: Service) -> None:
    file = f"{HEAD}\n{GOOD}\nAb,V,short,0,9,0\n"
    dry = (await send(catalog, 7502, file, dry=True)).json()
    assert (dry["created"], dry["refused"], dry["rows"][0]["productId"]) == (0, 1, None)
    assert (await catalog.http.get("/api/seller/products", headers=signed_in(7502))).json() == []
    wet = (await send(catalog, 7502, file)).json()
    assert [row["errors"] for row in wet["rows"]] == [row["errors"] for row in dry["rows"]]


@pytest.mark.servers
async def test_a_file_sent_twice_with_the_same_key_is_listed_once(catalog: Service) -> None:
    """The form is another each time (its boundary); the file is the same."""
    key = "import-1"
    first = await send(catalog, 7503, f"{HEAD}\n{GOOD}\n", key=key)
    again = await send(catalog, 7503, f"{HEAD}\n{GOOD}\n", key=key)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert len((await catalog.http.get("/api/seller/products", headers=signed_in(7503))).json()) == 1
    other = await send(catalog, 7503, f"{HEAD}\n{GOOD}\n{GOOD}\n", key=key)
    assert other.json()["code"] == "idempotency_mismatch"


@pytest.mark.servers
async def test_a_file_above_a_megabyte_is_refused(catalog: Service) -> None:
    answer = await send(catalog, 7504, b"name\n" + b"x" * 1024 * 1024)
    assert (answer.status_code, answer.json()["message"]) == (413, "File too large")
    broken = await send(catalog, 7504, b"name\0")
    assert broken.json()["details"]["fields"] == [{"field": "file", "message": "The file is not a CSV file"}]


@pytest.mark.servers
async def test_the_template_can_be_imported_as_it_is_and_so_can_an_export(catalog: Service) -> None:
    """The round: template, import, export, import."""
    seller = signed_in(7505)
    template = await catalog.http.get("/api/seller/products/import/template.csv", headers=seller)
    assert template.headers["content-disposition"] == 'attachment; filename="wangi-template.csv"'
    assert template.headers["content-type"] == "text/csv; charset=utf-8"
    assert (await send(catalog, 7505, template.content)).json()["created"] == 1
    evil = f'{HEAD}\n"=cmd|\'/c calc\'!A1",@Verrane,"-1+1 is what it costs, or so",5,1,10\n'
    assert (await send(catalog, 7505, evil)).json()["created"] == 1
    export = await catalog.http.get("/api/seller/products/export.csv", headers=seller)
    rows = list(csv.DictReader(io.StringIO(export.content.decode("utf-8-sig"), newline="")))
    assert set(COLUMNS) <= set(rows[0])
    assert (rows[0]["name"], rows[0]["brand"]) == ("'=cmd|'/c calc'!A1", "'@Verrane")
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    again = (await send(catalog, 7506, export.content)).json()
    assert (again["created"], again["refused"]) == (2, 0)
    copied = (await catalog.http.get("/api/seller/products", headers=signed_in(7506))).json()
    assert "=cmd|'/c calc'!A1" in {one["name"] for one in copied}


@pytest.mark.servers
async def test_five_hundred_rows_are_one_request(catalog: Service) -> None:
    """As many as a file may have, within the time that the gateway gives it."""
    answer = await send(catalog, 7507, f"{HEAD}\n" + f"{GOOD}\n" * 500)
    assert answer.json()["created"] == 500
    assert answer.elapsed.total_seconds() < 55


@pytest.mark.servers
async def test_a_long_import_keeps_nobody_waiting_who_uses_the_same_new_word(catalog: Service) -> None:
    """The words are learnt afterwards, by the job."""
    from services.catalog.tests.test_pictures import listed

    writing = "SELECT 1 FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND usename = current_user"
    slow = asyncio.create_task(send(catalog, 7508, f"{HEAD}\n" + f"{GOOD.replace('Matin', 'Quixotica')}\n" * 300))
    for _ in range(1_000):
        if await catalog.rows(writing):
            break
        await asyncio.sleep(0.01)
    product = await listed(catalog, 7509, name="Blanc Quixotica")
    assert product["id"]
    assert not slow.done(), "the import was over before: this proves nothing"
    assert (await slow).json()["created"] == 300


@pytest.mark.parametrize("column", ["volume", "price", "name", "description", "type", "sku"])
@pytest.mark.parametrize("filling", [" ", "9", "9 ", "ml", "é", "̀̕"])
def test_a_cell_without_end_is_not_looked_at(column: str, filling: str) -> None:
    """One cell of 100,000 blanks took 78 seconds of the only loop."""
    header = "id" if column == "sku" else column
    cell = "9" + filling * (100_000 // len(filling)) + "m"
    began = time.thread_time()
    told, faults = fields(f"A,{cell}", f"name,{header}") if column != "name" else fields(f"{cell},1", "name,volume")
    assert time.thread_time() - began < 0.05
    assert column not in told
    assert faults == (
        [] if column == "sku" else [({"type": "listingType"}.get(column, column), "The cell is too long")]
    )


@pytest.mark.quiet
@pytest.mark.servers
async def test_a_file_of_hostile_cells_keeps_nobody_waiting(catalog: Service) -> None:
    """A1: the loop turns while a file of a full megabyte is judged."""
    longest = 0.0
    stop = asyncio.Event()

    async def watch() -> None:
        nonlocal longest
        while not stop.is_set():
            before = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - before)

    marks = "̀̕" * 2_400
    rows = "\n".join(f'Blanc Matin,Verrane,"{marks}{number} ok",390,1,{" " * 900}9ml' for number in range(80))
    watcher = asyncio.create_task(watch())
    answer = await send(catalog, 7481, f"{HEAD}\n{rows}\n{'x' * 70_000}", dry=True)
    stop.set()
    await watcher
    assert answer.status_code == 200, answer.text
    assert answer.json()["rows"][-1]["errors"][0] == {"field": "name", "message": "The cell is too long"}
    assert longest < 0.25, "the loop stood still"


@pytest.mark.servers
async def test_a_file_that_takes_too_long_is_refused(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.catalog.service.csv_import.JUDGE_SECONDS", 0.0)
    answer = await send(catalog, 7482, f"{HEAD}\n{GOOD}\n{GOOD}", dry=True)
    assert answer.status_code == 422
    assert answer.json()["details"]["fields"][0]["message"] == "The file takes too long to read: send it in parts"
