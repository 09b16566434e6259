import contextlib
import csv
import io
from collections.abc import AsyncIterator
from typing import Any

import pytest

from libs.kit.csv_cells import MARK, safe_cell
from libs.kit.http.table_file import Line, Table


class Rows:
    def __init__(self, count: int) -> None:
        self.numbers, self.asked = list(range(count, 0, -1)), list[int]()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        yield None

    async def read(self, _: Any, before: int | None, most: int) -> list[Line]:
        self.asked.append(most)
        behind = [number for number in self.numbers if before is None or number < before]
        return [(item, (item, f"=cmd|' /C calc'!A{item}")) for item in behind[:most]]


async def file_of(rows: Rows, most: int) -> list[list[str]]:
    table = Table("numbers.csv", ("number", "words"), rows.read, most)
    database: Any = rows
    content = b"".join([piece async for piece in table.pieces(database)])
    assert content.startswith(MARK)
    return [*csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))]


@pytest.mark.parametrize(("count", "pages"), [(0, [3]), (3, [3, 3]), (7, [3, 3, 3])])
async def test_file_has_every_line_once(
    count: int, pages: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("libs.kit.http.table_file.LINES_AT_ONCE", 3)
    rows = Rows(count)
    head, *lines = await file_of(rows, 100)
    assert (head, rows.asked) == (["number", "words"], pages)
    assert [line[0] for line in lines] == [str(item) for item in range(count, 0, -1)]


async def test_truncated_file_says_so_and_exact_fit_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("libs.kit.http.table_file.LINES_AT_ONCE", 3)
    fits = await file_of(Rows(7), 7)
    assert (len(fits), fits[-1][0]) == (8, "1")
    longer = await file_of(Rows(8), 7)
    assert [line[0] for line in longer[1:-1]] == ["8", "7", "6", "5", "4", "3", "2"]
    assert longer[-1] == ["The file ends here, with the newest 7 lines."]


async def test_no_cell_runs_as_formula() -> None:
    (_, line) = await file_of(Rows(1), 7)
    assert line == ["1", "'=cmd|' /C calc'!A1"]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_full_width_formula_characters_are_escaped(sign: str) -> None:
    assert [safe_cell(f"{sign}1+1"), safe_cell(f"'{sign}1+1")] == [f"'{sign}1+1", f"''{sign}1+1"]
    assert safe_cell(f"Rose{sign}") == f"Rose{sign}"
