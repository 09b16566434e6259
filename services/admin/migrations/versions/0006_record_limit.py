"""The record is kept for 400 days, what it says of accounts and staff for seven years."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    # The service may change no entry and delete none: only old ones go, only here, and the ages are not its
    # to say.
    op.execute("""
        CREATE FUNCTION trim_audit_log(after bigint, most int, OUT last bigint, OUT gone int, OUT finished boolean)
        LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        DECLARE
            old timestamptz := clock_timestamp() - interval '400 days';
            very_old timestamptz := clock_timestamp() - interval '2557 days';
        BEGIN
            SELECT max(id), count(*) < most OR bool_and(happened_at >= old) INTO last, finished
            FROM (SELECT id, happened_at FROM audit_log WHERE id > after ORDER BY id LIMIT most) AS piece;
            DELETE FROM audit_log WHERE id > after AND id <= last
                AND happened_at < CASE WHEN source = '/auth' THEN very_old ELSE old END;
            GET DIAGNOSTICS gone = ROW_COUNT;
        END $$""")
    op.execute("REVOKE ALL ON FUNCTION trim_audit_log(bigint, int) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION trim_audit_log(bigint, int) TO wangi_admin")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION trim_audit_log(bigint, int)")
