import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from libs.kit.testing import Service, signed_in
from services.boost.tests.till import Till, conserved
from services.boost.wallet.queries import list_lines
from services.boost.wallet.service import Line, post_entry

pytestmark = pytest.mark.servers
NOW = datetime.now(UTC)


async def test_statement_has_each_line_with_balance(till: Till) -> None:
    """PROF-15"""
    await till.with_credit(3000)
    order = await till.ordered(await till.listings(3), 2, useCredit=True)
    page = await till.get("/wallet/entries")
    assert [(entry["kind"], entry["amount"], entry["balance"], entry["reason"]) for entry in page["entries"]] == [
        ("debit", 2700, 300, "held"), ("credit", 1000, 3000, "refunded"), ("credit", 1000, 2000, "refunded"),
        ("credit", 1000, 1000, "refunded"),
    ]  # fmt: skip
    assert page["entries"][0]["orderId"] == order["orderId"]
    assert await till.get("/wallet") == {"balance": 300, "currency": "MYR", "ways": ["wallet", "bill"]}
    staff = signed_in(1, "boss", roles=("admin",))
    seen = await till.boost.http.get(f"/api/admin/boost/wallets/{till.seller}", headers=staff)
    assert seen.json() == {"balance": 300, "currency": "MYR"}
    spent = await till.get("/wallet/entries?kind=debit")
    assert [entry["amount"] for entry in spent["entries"]] == [2700]
    assert len((await till.get("/wallet/entries?kind=credit"))["entries"]) == 3


async def test_statement_is_paged_and_downloadable(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    await till.with_credit(5000)
    monkeypatch.setattr("services.boost.wallet.routes.PAGE", 2)
    seen, cursor = [], ""
    while True:
        page = await till.get(f"/wallet/entries?cursor={cursor}" if cursor else "/wallet/entries")
        seen += [entry["balance"] for entry in page["entries"]]
        cursor = page["next"]
        if not cursor:
            break
    assert seen == [5000, 4000, 3000, 2000, 1000]
    answer = await till.boost.http.get("/api/boost/wallet/entries.csv", headers=till.me)
    assert answer.headers["content-type"].startswith("text/csv")
    rows = [*csv.reader(io.StringIO(answer.text))]
    assert rows[0] == ["entry", "at", "kind", "amount", "balance", "reason", "order", "deal"]
    assert [row[3:5] for row in rows[1:3]] == [["10.00", "50.00"], ["10.00", "40.00"]]
    assert len(rows) == 6


async def test_statement_file_matches_page_and_reports_truncation(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    await till.with_credit(3000)
    order = await till.ordered(await till.listings(1), useCredit=True)

    async def file(query: str = "") -> list[list[str]]:
        answer = await till.boost.http.get(f"/api/boost/wallet/entries.csv{query}", headers=till.me)
        return [*csv.reader(io.StringIO(answer.text))][1:]

    assert [(row[2], row[3], row[6], row[7]) for row in await file("?kind=debit")] == [
        ("debit", "10.00", order["orderId"], "")
    ]
    assert [row[2] for row in await file("?kind=credit")] == ["credit"] * 3
    monkeypatch.setattr("services.boost.wallet.routes.MAX_IN_FILE", 4)
    assert len(await file()) == 4, "all of it: nothing is left out"
    monkeypatch.setattr("services.boost.wallet.routes.MAX_IN_FILE", 3)
    *lines, last = await file()
    assert len(lines) == 3
    assert last[5].startswith("The file ends here, with the newest 3 lines.")


async def test_wallet_is_private(till: Till) -> None:
    await till.with_credit(1000)
    other = signed_in(till.seller + 1, "else")
    assert (await till.boost.http.get("/api/boost/wallet", headers=other)).json()["balance"] == 0
    assert (await till.boost.http.get("/api/boost/wallet/entries", headers=other)).json()["entries"] == []
    odd = await till.boost.http.get("/api/boost/wallet/entries?cursor=x", headers=other)
    assert odd.status_code == 422


async def test_each_posting_is_published_with_wallet_number(till: Till) -> None:
    await till.with_credit(1000)
    await till.ordered(await till.listings(1), useCredit=True)
    events = await till.boost.recorded(f"wallet-{till.seller}")
    assert [(item["type"].split(".")[2], item["version"], item["data"]["balance"]) for item in events] == [
        ("WalletCredited", 1, 1000),
        ("WalletDebited", 2, 0),
    ]
    assert events[0]["data"]["entryId"] < events[1]["data"]["entryId"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([Line("provider", -1000), Line("sales", 999)], "does not sum to zero"),
        ([Line("sales", 1000)], "does not sum to zero"),
    ],
)
async def test_database_refuses_invalid_entry(boost: Service, lines: list[Line], words: str) -> None:
    with pytest.raises(DBAPIError, match=words):
        async with boost.database.transaction() as session:
            await post_entry(session, f"test:{words}:{len(lines)}", "paid", 1, lines, NOW)
    await conserved(boost)


WRONG = {
    "another balance": ("(1, :wallet, 500, 2, 9999)", "does not continue"),
    "less than nothing": ("(1, :wallet, -1500, 2, -500)", "ck_ledger_postings_balance"),
    "a number left out": ("(1, :wallet, 500, 3, 1500)", "does not continue"),
    "a wallet without a balance": ("(1, :wallet, 500, NULL, NULL)", "has a running balance"),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_database_checks_running_balance(till: Till, wrong: str) -> None:
    await till.with_credit(1000)
    values, words = WRONG[wrong]
    (row,) = await till.boost.rows("SELECT id FROM ledger_accounts WHERE owner_id = :id", id=till.seller)
    columns = "entry_id, account_id, amount, number, balance"
    with pytest.raises(DBAPIError, match=words):
        async with till.boost.database.transaction() as session:
            await session.execute(
                text(f"INSERT INTO ledger_postings ({columns}) VALUES {values}"), {"wallet": row["id"]}
            )


@pytest.mark.parametrize("table", ["ledger_postings", "ledger_entries", "ledger_accounts"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = DEFAULT", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
async def test_ledger_is_immutable_for_the_service(boost: Service, table: str, change: str) -> None:
    with pytest.raises(DBAPIError, match="permission denied|GENERATED ALWAYS"):
        async with boost.database.transaction() as session:
            await session.execute(text(change.format(table)))
    column = {"ledger_postings": "amount", "ledger_entries": "key", "ledger_accounts": "kind"}[table]
    with pytest.raises(DBAPIError, match="permission denied"):
        async with boost.database.transaction() as session:
            await session.execute(text(f"UPDATE {table} SET {column} = {column}"))


async def test_statement_page_uses_an_index(till: Till) -> None:
    """PROF-15"""
    asked: list[tuple[str, Any]] = []

    def catch(*args: Any) -> None:
        asked.append((args[2], args[3]))

    engine = till.boost.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", catch)
    async with till.boost.database.transaction() as session:
        for kind in (None, "credit", "debit"):
            await list_lines(session, till.seller, kind, None, 50)
    event.remove(engine, "before_cursor_execute", catch)
    statements = [item for item in asked if "ledger_postings" in item[0]]
    assert len(statements) == 3
    async with till.boost.database.transaction() as session:
        for way in ("sort", "seqscan", "hashjoin", "mergejoin"):
            await session.execute(text(f"SET LOCAL enable_{way} = off"))
        connection = await session.connection()
        for statement, values in statements:
            plan = [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN {statement}", values)]
            assert not [line for line in plan if "Sort" in line], plan
