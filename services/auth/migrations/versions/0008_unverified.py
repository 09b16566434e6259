"""Accounts whose address was never confirmed are taken away after a week, and their names are free again."""

from alembic import op

from libs.kit.db.migrate import build_index

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_users_unverified", "users (created_at) WHERE NOT email_verified AND closed_at IS NULL")
    # The service may delete no account: only one that was never confirmed, used or judged goes, and
    # only here.
    op.execute("""
        CREATE FUNCTION forget_unverified(most int) RETURNS TABLE (user_id bigint, version bigint)
        LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        DECLARE gone bigint[];
        BEGIN
            SELECT array_agg(u.id) INTO gone FROM (
                SELECT id FROM users
                WHERE NOT email_verified AND closed_at IS NULL
                  AND created_at < clock_timestamp() - interval '7 days'
                  AND NOT is_admin AND NOT is_banned AND suspended_until IS NULL
                  AND NOT EXISTS (SELECT FROM refresh_families f WHERE f.user_id = users.id)
                ORDER BY created_at LIMIT most FOR UPDATE SKIP LOCKED
            ) AS u;
            DELETE FROM known_devices t WHERE t.user_id = ANY (gone);
            DELETE FROM one_time_links t WHERE t.user_id = ANY (gone);
            DELETE FROM mails t WHERE t.user_id = ANY (gone);
            DELETE FROM recovery_codes t WHERE t.user_id = ANY (gone);
            DELETE FROM passkeys t WHERE t.user_id = ANY (gone);
            DELETE FROM challenges t WHERE t.user_id = ANY (gone);
            DELETE FROM outside_identities t WHERE t.user_id = ANY (gone);
            DELETE FROM address_undos t WHERE t.user_id = ANY (gone);
            DELETE FROM notices t WHERE t.user_id = ANY (gone);
            DELETE FROM notice_preferences t WHERE t.user_id = ANY (gone);
            RETURN QUERY DELETE FROM users t WHERE t.id = ANY (gone) RETURNING t.id, t.version::bigint;
        END $$""")
    op.execute("REVOKE ALL ON FUNCTION forget_unverified(int) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION forget_unverified(int) TO wangi_auth")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION forget_unverified(int)")
    op.execute("DROP INDEX ix_users_unverified")
