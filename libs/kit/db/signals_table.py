"""Keyed hashes of what may link accounts to one person: the same table in each service that keeps such a
thing, never a value."""

from libs.kit.db.migrate import grant


def create_signals(service: str) -> None:
    """Create the table, in a migration of a service."""
    from alembic import op

    op.execute("""
        CREATE TABLE signals (
            kind text NOT NULL,
            hash bytea NOT NULL,
            user_id bigint NOT NULL,
            signal bigint NOT NULL,
            since timestamptz NOT NULL,
            seen_at timestamptz NOT NULL,
            told_at timestamptz,
            CONSTRAINT pk_signals PRIMARY KEY (kind, hash, user_id)
        )""")
    op.execute("CREATE INDEX ix_signals_user_id ON signals (user_id, kind, seen_at)")
    op.execute("CREATE INDEX ix_signals_seen_at ON signals (seen_at)")
    grant(service, "SELECT, INSERT, UPDATE, DELETE", "signals")


def drop_signals() -> None:
    """Undo `create_signals`."""
    from alembic import op

    op.execute("DROP TABLE signals")
