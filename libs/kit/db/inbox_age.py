"""How long an inbox remembers what was handled (`INBOX_DAYS`, decision 0077), as a step of migrations."""

from sqlalchemy import text

_DEFINITION = text("SELECT pg_get_functiondef(CAST('keep_tables(int)' AS regprocedure))")


def keep_inbox(days: int, *, instead_of: int) -> None:
    """Let `keep_tables` delete rows of the inbox that are older than so many days."""
    from alembic import op

    source: str = op.get_bind().execute(_DEFINITION).scalar_one()
    old = f"interval '{instead_of} days'"
    if source.count(old) != 1:
        raise RuntimeError("keep_tables keeps the inbox for another time")
    op.get_bind().exec_driver_sql(source.replace(old, f"interval '{days} days'"))
