"""Column comments that say what an erasure may leave, as a step of migrations.

A text column without a comment is free text, and an erasure must empty it: see
`tests/security/test_erased_columns.py`. The comment `code` marks ids, hashes and words from a fixed list.
`record` marks text about the platform and no person. `expires` marks rows that are deleted by age.
`words: a, b` names the keys of a JSON column that hold free text.
"""

from collections.abc import Mapping
from typing import Literal

Comment = Literal["code", "record", "expires"]

KIT_TABLES: Mapping[Comment, str] = {
    "code": "alembic_version leaders inbox refused_keys parked_keys",
    # An operator or an erasure deletes parked messages.
    "expires": "outbox parked idempotency_keys",
}


def comment_tables(comment: Comment, tables: str) -> None:
    """Comment on tables, named in one string."""
    from alembic import op

    for table in tables.split():
        op.execute(f"COMMENT ON TABLE {table} IS '{comment}'")


def comment_kit_tables() -> None:
    """Comment on the tables that every service has."""
    for comment, tables in KIT_TABLES.items():
        comment_tables(comment, tables)


def comment_columns(comment: str, **columns: str) -> None:
    """Comment on columns, by table and named in one string."""
    from alembic import op

    for table, names in columns.items():
        for name in names.split():
            op.execute(f"COMMENT ON COLUMN {table}.{name} IS '{comment}'")
