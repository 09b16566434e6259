"""How many accounts there are without counting them, and a search for staff along an index."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0026"
down_revision = "0023"
branch_labels = None
depends_on = None

SLOTS = 16
_COUNT = """
    CREATE FUNCTION count_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        came bigint[] := '{0,0}';
        went bigint[] := '{0,0}';
    BEGIN
        IF TG_OP <> 'DELETE' THEN
            SELECT ARRAY[count(*), count(*) FILTER (WHERE is_seller)] INTO came FROM rows_after
            WHERE erased_at IS NULL;
        END IF;
        IF TG_OP <> 'INSERT' THEN
            SELECT ARRAY[count(*), count(*) FILTER (WHERE is_seller)] INTO went FROM rows_before
            WHERE erased_at IS NULL;
        END IF;
        IF came <> went THEN
            UPDATE auth.account_totals
            SET people = people + came[1] - went[1], sellers = sellers + came[2] - went[2]
            WHERE slot = pg_backend_pid() % 16;
        END IF;
        RETURN NULL;
    END $$"""


def upgrade() -> None:
    """Forward."""
    # Each registration writes its place at once: a list of what waits for its place is read by every search.
    build_index(
        "ix_users_search",
        "users USING gin (username_key public.gin_trgm_ops, email_key public.gin_trgm_ops)"
        " WITH (fastupdate = off) WHERE erased_at IS NULL",
    )
    # Each statement adds to one of sixteen rows: people who register at once seldom wait for each other.
    op.execute("""
        CREATE TABLE account_totals (
            slot int CONSTRAINT pk_account_totals PRIMARY KEY,
            people bigint NOT NULL DEFAULT 0,
            sellers bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10)""")
    op.execute(f"INSERT INTO account_totals (slot) SELECT generate_series(0, {SLOTS - 1})")
    grant("auth", "SELECT, UPDATE", "account_totals")
    op.execute(_COUNT)
    for event, rows in (
        ("INSERT", "NEW TABLE AS rows_after"),
        ("UPDATE", "OLD TABLE AS rows_before NEW TABLE AS rows_after"),
        ("DELETE", "OLD TABLE AS rows_before"),
    ):
        op.execute(f"""
            CREATE TRIGGER count_accounts_{event.lower()} AFTER {event} ON users
            REFERENCING {rows} FOR EACH STATEMENT EXECUTE FUNCTION count_accounts()""")
    # After the triggers, whose creation keeps others from writing until this is committed.
    op.execute("""
        UPDATE account_totals SET (people, sellers) = (
            SELECT count(*), count(*) FILTER (WHERE is_seller) FROM users WHERE erased_at IS NULL
        ) WHERE slot = 0""")


def downgrade() -> None:
    """Back."""
    for event in ("insert", "update", "delete"):
        op.execute(f"DROP TRIGGER count_accounts_{event} ON users")
    op.execute("DROP FUNCTION count_accounts")
    op.execute("DROP TABLE account_totals")
    drop_index("ix_users_search")
