"""`wangi export`: exports the events of whole days as Parquet files, for analysts."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import asyncpg

from deploy.parquet import views, write_day
from libs.kit.process import clock
from libs.kit.settings import ServerAddresses
from services.admin.audit.queries import copy_events
from services.admin.audit.rules import bounds_of, day_of

WORDS = (
    "Export the events of each Malaysian day to FOLDER/events/day=.../events.parquet, with views for "
    "DuckDB. Needs DATABASE_URL of admin."
)
# The audit log contains no older days.
MAX_DAYS = 2557
CONNECT_SECONDS = 10.0


def add_to(add: Callable[[str, str, Callable[[Any], int]], argparse.ArgumentParser]) -> None:
    command = add("export", WORDS, _export)
    command.set_defaults(speaks_as="admin")
    command.add_argument("folder", type=Path)
    command.add_argument(
        "--from",
        dest="first",
        type=date.fromisoformat,
        help="first day, such as 2026-11-01 (default: yesterday)",
    )
    command.add_argument("--to", dest="last", type=date.fromisoformat, help="last day (default: as --from)")


def _export(arguments: Any) -> int:
    first = arguments.first or day_of(clock.about_now()) - timedelta(days=1)
    days = ((arguments.last or first) - first).days + 1
    if not 1 <= days <= MAX_DAYS:
        print(f"--to is before --from, or more than {MAX_DAYS} days after it", file=sys.stderr)
        return 2
    try:
        import duckdb  # noqa: F401 (that it is missing is said before a day is copied)

        arguments.folder.mkdir(parents=True, exist_ok=True)
        (arguments.folder / "views.sql").write_text(views(), encoding="utf-8")
        return asyncio.run(_write(arguments.folder, [first + timedelta(days=at) for at in range(days)]))
    except ModuleNotFoundError as missing:
        print(f"The package {missing.name} is needed here: pip install {missing.name}", file=sys.stderr)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as away:
        print(f"The export ended before its end: {away!r}", file=sys.stderr)
    return 2


async def _write(folder: Path, days: list[date]) -> int:
    connection = await asyncpg.connect(
        ServerAddresses().database_url.get_secret_value(), timeout=CONNECT_SECONDS
    )
    try:
        for day in days:
            begins, ends = bounds_of(day)

            async def copy(path: Path, span: tuple[Any, Any] = (begins, ends)) -> None:
                await copy_events(connection, *span, path)

            print(f"{day}: {await write_day(folder, day, copy):,} events", flush=True)
    finally:
        await connection.close()
    return 0
