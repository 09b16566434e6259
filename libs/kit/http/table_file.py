"""CSV files that spreadsheets read correctly and cannot run as formulas. A file that is cut at the limit ends
with a note."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from libs.kit.csv_cells import MARK, lines_of
from libs.kit.db.database import Database
from libs.kit.http.export import MIN_RATE, Pieces, Streamed, streaming_response

CSV = "text/csv; charset=utf-8"
MAX_LINES, LINES_AT_ONCE = 10_000, 500
ENDS_HERE = "The file ends here, with the newest {most:,} lines."

# The position of a line in its list, and the cells of the line.
Line = tuple[Any, Sequence[Any]]
# Returns the given number of lines after a position, newest first.
ReadLines = Callable[[AsyncSession, Any, int], Awaitable[list[Line]]]


@dataclass(frozen=True)
class Table:
    name: str
    head: Sequence[str]
    read: ReadLines
    most: int = MAX_LINES

    async def pieces(self, database: Database) -> Pieces:
        """No connection is held while a page is being sent."""
        lead, count, last = MARK + lines_of([self.head]), 0, None
        while True:
            asked = min(LINES_AT_ONCE, self.most + 1 - count)
            async with database.reading() as session:
                found = await self.read(session, last, asked)
            yield lead + lines_of(cells for _, cells in found[: self.most - count])
            lead, count = b"", count + len(found)
            if count > self.most:
                yield lines_of([[ENDS_HERE.format(most=self.most)]])
            if count > self.most or len(found) < asked:
                return
            last = found[-1][0]


async def answer_table(database: Database, table: Table) -> Streamed:
    """Reads the first lines before the response starts. A later error visibly cuts the file off."""
    return await streaming_response(table.pieces(database), headers_of(table.name), least_rate=MIN_RATE)


def headers_of(name: str) -> dict[str, str]:
    return {
        "Content-Type": CSV,
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
