"""Each entry of the record holds the hash of the one before, in a chain for accounts and one for the rest."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# What the service itself may not decide: how old an entry must be before it goes.
TRIM = """
    CREATE OR REPLACE FUNCTION trim_audit_log(
        after bigint, most int, OUT last bigint, OUT gone int, OUT finished boolean)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE
        old timestamptz := clock_timestamp() - interval '400 days';
        very_old timestamptz := clock_timestamp() - interval '2557 days';
    BEGIN
        SELECT max(id), count(*) < most OR bool_and(happened_at >= old) INTO last, finished
        FROM (SELECT id, happened_at FROM audit_log WHERE id > after ORDER BY id LIMIT most) AS piece;
        DELETE FROM audit_log WHERE id > after AND id <= last {unchained}
            AND happened_at < CASE WHEN source = '/auth' THEN very_old ELSE old END;
        GET DIAGNOSTICS gone = ROW_COUNT;
    END $$"""


def upgrade() -> None:
    """Forward."""
    for column in ("chain text", "number bigint", "before text", "hash text"):
        op.execute(f"ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS {column}")
    build_index("ix_audit_log_chain", "audit_log (chain, number)")
    op.execute("""
        CREATE TABLE audit_chains (
            chain text CONSTRAINT pk_audit_chains PRIMARY KEY,
            last bigint NOT NULL,
            head text NOT NULL
        )""")
    op.execute("""
        CREATE TABLE audit_beginnings (
            chain text CONSTRAINT pk_audit_beginnings PRIMARY KEY,
            first bigint NOT NULL,
            before text NOT NULL
        )""")
    for chain in ("accounts", "rest"):
        op.execute(f"INSERT INTO audit_chains VALUES ('{chain}', 0, repeat('0', 64))")  # noqa: S608
        op.execute(f"INSERT INTO audit_beginnings VALUES ('{chain}', 1, repeat('0', 64))")  # noqa: S608
    grant("admin", "SELECT, UPDATE", "audit_chains")
    grant("admin", "SELECT", "audit_beginnings")
    op.execute(TRIM.format(unchained="AND chain IS NULL"))
    # Only from the beginning of a chain, as far as everything is old.
    op.execute("""
        CREATE FUNCTION trim_audit_chain(which text, most int) RETURNS int
        LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        DECLARE
            old timestamptz := clock_timestamp()
                - CASE WHEN which = 'accounts' THEN interval '2557 days' ELSE interval '400 days' END;
            upto bigint;
            gone int;
        BEGIN
            PERFORM 1 FROM audit_beginnings WHERE chain = which FOR UPDATE;
            SELECT coalesce(min(number) FILTER (WHERE happened_at >= old), max(number) + 1) INTO upto
            FROM (SELECT number, happened_at FROM audit_log WHERE chain = which ORDER BY number LIMIT most) AS piece;
            UPDATE audit_beginnings SET first = upto, before = (
                SELECT hash FROM audit_log WHERE chain = which AND number = upto - 1)
            WHERE chain = which AND first < upto;
            DELETE FROM audit_log WHERE chain = which AND number < upto;
            GET DIAGNOSTICS gone = ROW_COUNT;
            RETURN gone;
        END $$""")
    op.execute("REVOKE ALL ON FUNCTION trim_audit_chain(text, int) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION trim_audit_chain(text, int) TO wangi_admin")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION trim_audit_chain(text, int)")
    op.execute(TRIM.format(unchained=""))
    op.execute("DROP TABLE audit_beginnings, audit_chains")
    drop_index("ix_audit_log_chain")
    op.execute("ALTER TABLE audit_log DROP chain, DROP number, DROP before, DROP hash")
