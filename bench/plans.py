"""Query plans of catalog: `python -m bench.plans` writes docs/query-plans.md."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.dialects import postgresql
from sqlmodel import col

from deploy.demo.large import FIRST_PRODUCT, load_large
from deploy.local.stack import start_stack
from libs.kit.db.database import Database
from services.catalog.pictures.models import ProductImage
from services.catalog.search.filters import Filters
from services.catalog.search.queries import count_statement, ordered_statement

SIZE = 100_000


DOC = Path(__file__).parents[1] / "docs" / "query-plans.md"


HEAD = f"""# Query plans at {SIZE:,} listings

Written by `python -m bench.plans` (EXPLAIN ANALYZE, warm). Lists are answered from memory (decision 0013); these are
the statements that feed it, those that render what it found, and the same wishes in SQL, which answer what is sold
and which the tests hold the index against.
"""


async def _write() -> None:
    database = Database(os.environ["CATALOG_DATABASE_URL"], "catalog")
    parts = [HEAD]
    async with database.reading() as session:
        asked = await session.connection()
        for name, statement in _statements():
            rows = await asked.exec_driver_sql(f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) {statement}")
            plan = "\n".join(line.replace("catalog.", "") for (line,) in rows)
            parts.append(f"## {name}\n\n```\n{plan}\n```\n")
    await database.close()
    DOC.write_text("\n".join(parts))


def _statements() -> list[tuple[str, str]]:
    now, ids = datetime.now(UTC), [FIRST_PRODUCT + 97 * place for place in range(24)]
    wishes = {
        "A category, newest first, in SQL": Filters(category=2),
        "Two words, in SQL": Filters(search="oud vesper"),
        "A common word with a category, in SQL": Filters(search="rose", category=2),
        "A range of prices, in SQL": Filters(min_price=10_000, max_price=20_000),
    }
    statements = [
        (name, _sql(ordered_statement(wish, "newest", now).limit(25))) for name, wish in wishes.items()
    ]
    statements += [(f"{name}: the total", _sql(count_statement(wish, now))) for name, wish in wishes.items()]
    return [
        (
            "What changed since the index last looked",
            "SELECT id FROM products WHERE touched >= pg_current_xact_id()",
        ),
        (
            "The pictures of a page of cards",
            _sql(select(ProductImage).where(col(ProductImage.product_id).in_(ids))),
        ),
        (
            "A typing error",
            "SELECT word FROM vocabulary WHERE word OPERATOR(public.%) 'vespor' "
            "ORDER BY public.similarity(word, 'vespor')",
        ),
        *statements,
    ]


def _sql(query: Select[Any]) -> str:
    compiled = query.compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})  # type: ignore[no-untyped-call]
    # As a literal, the group would be read as a column number.
    return str(compiled).replace("%%", "%").replace("ORDER BY 0, ", "ORDER BY ")


def main() -> None:
    with start_stack() as servers:
        parts = servers.parts["catalog"]
        os.environ["CATALOG_DATABASE_URL"], os.environ["MEDIA_DIR"] = (
            parts["DATABASE_URL"],
            parts["MEDIA_DIR"],
        )
        load_large(SIZE)
        asyncio.run(_write())


if __name__ == "__main__":
    main()
