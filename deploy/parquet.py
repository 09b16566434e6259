"""Writes events as Parquet files, with a DuckDB view for each event type."""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

from libs.contracts.registry import EVENTS

# Times are in UTC, because DuckDB supports time zones only with an extension that must be downloaded.
COLUMNS = {
    "id": "VARCHAR", "type": "VARCHAR", "source": "VARCHAR", "subject": "VARCHAR", "version": "BIGINT",
    "happened_at": "TIMESTAMP", "data": "JSON",
}  # fmt: skip
# Limited, because an export may run beside services on the same machine.
LIMITS: dict[str, str | bool | int | float | list[str]] = {"memory_limit": "512MB", "threads": 2}
LONGEST_LINE = 16 * 1024 * 1024
HEAD = """-- Events of Wangi by their kind: read from the folder in which this file stands.
-- Moments are in UTC, `day` is a day in Malaysia, amounts are in whole sen.
CREATE OR REPLACE VIEW events AS
SELECT * FROM read_parquet('events/*/events.parquet', hive_partitioning = true, union_by_name = true);
"""
_INSIDE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PLAIN = {"integer": "BIGINT", "boolean": "BOOLEAN", "number": "DOUBLE", "string": "VARCHAR"}
_FORMATS = {"date-time": "TIMESTAMP", "date": "DATE"}


async def write_day(folder: Path, day: date, copy: Callable[[Path], Awaitable[None]]) -> int:
    """Replaces the file of a day atomically. Returns the number of events. `copy` writes the events as CSV,
    because PostgreSQL exports CSV many times faster than Python can receive rows."""
    target = folder / "events" / f"day={day}" / "events.parquet"
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{day}.", dir=folder))
    try:
        await copy(work / "events.csv")
        count = await asyncio.to_thread(_convert, work)
        os.replace(work / "events.parquet", target)
    finally:
        shutil.rmtree(work)
    return count


def _convert(work: Path) -> int:
    # Only installed for analysts.
    import duckdb

    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in COLUMNS.items())
    with duckdb.connect(config=LIMITS | {"temp_directory": str(work)}) as connection:
        events = (
            f"read_csv($csv, columns = {{{columns}}}, max_line_size = {LONGEST_LINE}, auto_detect = false, "
            "header = false, delim = ',', quote = '\"', escape = '\"')"
        )
        connection.execute(
            f"COPY (SELECT * FROM {events}) TO '{_quoted(work / 'events.parquet')}' "  # noqa: S608 (our own words)
            "(FORMAT parquet, COMPRESSION zstd)",
            {"csv": str(work / "events.csv")},
        )
        (count,) = connection.execute(
            "SELECT count(*) FROM read_parquet($parquet)", {"parquet": str(work / "events.parquet")}
        ).fetchall()[0]
    return int(count)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def views() -> str:
    schemas = sorted({event.producer for event in EVENTS.values()})
    parts = [HEAD, *(f"CREATE SCHEMA IF NOT EXISTS {name};\n" for name in schemas)]
    for kind, event in sorted(EVENTS.items()):
        known = event.model_json_schema(by_alias=True, mode="serialization")
        fields = [
            f"data->>'{name}' AS {_snake(name)}" if (cast := column_type(one, known)) == "VARCHAR"
            else f"CAST(data->>'{name}' AS {cast}) AS {_snake(name)}"
            for name, one in known["properties"].items() if _snake(name) not in event.words | event.unrecorded
        ]  # fmt: skip
        columns = ", ".join(
            ["happened_at AS event_at", "subject AS event_key", "version AS event_number", *fields]
        )
        view = f"{event.producer}.{_snake(kind.split('.')[2])}"
        parts.append(
            f"CREATE OR REPLACE VIEW {view} AS\nSELECT {columns}\nFROM events WHERE type = '{kind}';\n"
        )
    return "".join(parts)


def column_type(field: dict[str, Any], known: dict[str, Any]) -> str:
    """Returns DuckDB's type for an event field. Lists and objects stay JSON."""
    if "$ref" in field:
        field = known["$defs"][field["$ref"].rpartition("/")[2]]
    if "anyOf" in field:
        types = {column_type(item, known) for item in field["anyOf"] if item.get("type") != "null"}
        return types.pop() if len(types) == 1 else "JSON"
    return _FORMATS.get(field.get("format", "")) or _PLAIN.get(field.get("type", ""), "JSON")


def _snake(name: str) -> str:
    return _INSIDE.sub("_", name).lower()
