"""The exported events as tables of DuckDB."""

from pathlib import Path

import duckdb


def open_events(folder: str | Path) -> duckdb.DuckDBPyConnection:
    """Open a folder that `wangi export` wrote; each kind of event is a table, such as `auction.bid_placed`.

    Its `views.sql` is run as it stands: open what you or Wangi exported."""
    if "," in str(folder):  # DuckDB takes a comma for the end of a folder
        raise ValueError("the folder's name holds a comma")
    connection = duckdb.connect()
    connection.execute(f"SET file_search_path = '{str(folder).replace(chr(39), chr(39) * 2)}'")
    connection.execute((Path(folder) / "views.sql").read_text(encoding="utf-8"))
    return connection
