import asyncio
import csv
import io
import time
from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.dashboard.csv_file import COLUMNS

HEAD = "name,brand,description,price,category,volume"


GOOD = "Blanc Matin,Verrane,Bought at the counter in KLCC,390,1,100"


async def send(
    catalog: Service, seller: int, content: bytes | str, *, dry: bool = False, key: str = ""
) -> Any:
    content = content.encode() if isinstance(content, str) else content
    query = {"dryRun": "true"} if dry else {}
    files = {"file": ("listings.csv", content, "text/csv")}
    headers = signed_in(seller, "farid") | ({"Idempotency-Key": key} if key else {})
    return await catalog.http.post("/api/seller/products/import", params=query, files=files, headers=headers)


@pytest.mark.servers
async def test_valid_rows_are_imported_and_invalid_ones_reported(catalog: Service) -> None:
    """FORM-23, DASH-16"""
    file = (
        f"{HEAD}\n{GOOD}\nAb,V,short,0,9,0\nNoir Tiga,Verrane,Hanya dibuka sekali,99,1,50,too,many\n{GOOD}\n"
    )
    answer = (await send(catalog, 17501, file)).json()
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
        assert (shown["name"], shown["price"], shown["sellerId"]) == ("Blanc Matin", 390.0, 17501)
        assert [event["type"] for event in await catalog.recorded(product_id)] == [
            "wangi.catalog.ProductListed.v1"
        ]


@pytest.mark.servers
async def test_row_without_price_is_reported(catalog: Service) -> None:
    below = "Noir Soir,Verrane,Bought at the counter in KLCC,-5,1,100"
    lines = [
        HEAD,
        GOOD,
        below,
        "Noir Soir,Verrane,Bought at the counter in KLCC,,1,100",
        "N,Verrane,Bought in KLCC,,1,100",
    ]
    answer = await send(catalog, 17471, "\n".join(lines))
    assert answer.status_code == 200, answer.text
    assert answer.json()["created"] == 1
    refused = [sorted(error["field"] for error in row["errors"]) for row in answer.json()["rows"]]
    assert refused == [[], ["price"], ["price"], ["name", "price"]]
    found = {
        error["message"]
        for row in answer.json()["rows"]
        for error in row["errors"]
        if error["field"] == "price"
    }
    assert found == {"Price must be greater than 0"}


async def test_dry_run_reports_and_imports_nothing(catalog: Service) -> None:
    file = f"{HEAD}\n{GOOD}\nAb,V,short,0,9,0\n"
    dry = (await send(catalog, 17502, file, dry=True)).json()
    assert (dry["created"], dry["refused"], dry["rows"][0]["productId"]) == (0, 1, None)
    assert (await catalog.http.get("/api/seller/products", headers=signed_in(17502))).json() == []
    wet = (await send(catalog, 17502, file)).json()
    assert [row["errors"] for row in wet["rows"]] == [row["errors"] for row in dry["rows"]]


@pytest.mark.servers
async def test_repeated_import_with_key_imports_once(catalog: Service) -> None:
    key = "import-1"
    first = await send(catalog, 17503, f"{HEAD}\n{GOOD}\n", key=key)
    again = await send(catalog, 17503, f"{HEAD}\n{GOOD}\n", key=key)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert len((await catalog.http.get("/api/seller/products", headers=signed_in(17503))).json()) == 1
    other = await send(catalog, 17503, f"{HEAD}\n{GOOD}\n{GOOD}\n", key=key)
    assert other.json()["code"] == "idempotency_mismatch"


@pytest.mark.servers
async def test_import_file_above_a_megabyte_is_refused(catalog: Service) -> None:
    answer = await send(catalog, 17504, b"name\n" + b"x" * 1024 * 1024)
    assert (answer.status_code, answer.json()["message"]) == (413, "File too large")
    broken = await send(catalog, 17504, b"name\0")
    assert broken.json()["details"]["fields"] == [{"field": "file", "message": "The file is not a CSV file"}]


@pytest.mark.servers
async def test_template_and_export_can_be_imported(catalog: Service) -> None:
    seller = signed_in(17505)
    template = await catalog.http.get("/api/seller/products/import/template.csv", headers=seller)
    assert template.headers["content-disposition"] == 'attachment; filename="wangi-template.csv"'
    assert template.headers["content-type"] == "text/csv; charset=utf-8"
    assert (await send(catalog, 17505, template.content)).json()["created"] == 1
    evil = f'{HEAD}\n"=cmd|\'/c calc\'!A1",@Verrane,"-1+1 is what it costs, or so",5,1,10\n'
    assert (await send(catalog, 17505, evil)).json()["created"] == 1
    export = await catalog.http.get("/api/seller/products/export.csv", headers=seller)
    rows = list(csv.DictReader(io.StringIO(export.content.decode("utf-8-sig"), newline="")))
    assert set(COLUMNS) <= set(rows[0])
    assert (rows[0]["name"], rows[0]["brand"]) == ("'=cmd|'/c calc'!A1", "'@Verrane")
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    again = (await send(catalog, 17506, export.content)).json()
    assert (again["created"], again["refused"]) == (2, 0)
    copied = (await catalog.http.get("/api/seller/products", headers=signed_in(17506))).json()
    assert "=cmd|'/c calc'!A1" in {item["name"] for item in copied}


@pytest.mark.servers
async def test_five_hundred_rows_are_imported_in_one_request(catalog: Service) -> None:
    answer = await send(catalog, 17507, f"{HEAD}\n" + f"{GOOD}\n" * 500)
    assert answer.json()["created"] == 500
    assert answer.elapsed.total_seconds() < 55


@pytest.mark.servers
async def test_long_import_does_not_delay_listings(catalog: Service) -> None:
    from services.catalog.tests.makers import listed_by

    writing = "SELECT 1 FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND usename = current_user"
    slow = asyncio.create_task(
        send(catalog, 17508, f"{HEAD}\n" + f"{GOOD.replace('Matin', 'Quixotica')}\n" * 300)
    )
    for _ in range(1_000):
        if await catalog.rows(writing):
            break
        await asyncio.sleep(0.01)
    product = await listed_by(catalog, 17509, name="Blanc Quixotica")
    assert product["id"]
    assert not slow.done(), "the import was over before: this proves nothing"
    assert (await slow).json()["created"] == 300


@pytest.mark.quiet
@pytest.mark.servers
async def test_hostile_import_does_not_block_event_loop(catalog: Service) -> None:
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
    answer = await send(catalog, 17481, f"{HEAD}\n{rows}\n{'x' * 70_000}", dry=True)
    stop.set()
    await watcher
    assert answer.status_code == 200, answer.text
    assert answer.json()["rows"][-1]["errors"][0] == {"field": "name", "message": "The cell is too long"}
    assert longest < 0.25, "the loop stood still"


@pytest.mark.servers
async def test_slow_import_is_refused(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.catalog.dashboard.csv_import.JUDGE_SECONDS", 0.0)
    answer = await send(catalog, 17482, f"{HEAD}\n{GOOD}\n{GOOD}", dry=True)
    assert answer.status_code == 422
    assert (
        answer.json()["details"]["fields"][0]["message"]
        == "The file takes too long to read: send it in parts"
    )
