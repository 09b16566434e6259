"""One mail about all auctions in which a person was outbid, at most every ten minutes."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE notices ADD COLUMN to_mail boolean NOT NULL DEFAULT false")
    op.execute("CREATE INDEX ix_notices_to_mail ON notices (user_id, id DESC) WHERE to_mail")
    op.execute("""
        CREATE TABLE outbid_mails (
            user_id bigint CONSTRAINT pk_outbid_mails PRIMARY KEY,
            due_at timestamptz,
            sent_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_outbid_mails_due_at ON outbid_mails (due_at) WHERE due_at IS NOT NULL")
    op.execute("CREATE INDEX ix_outbid_mails_sent_at ON outbid_mails (sent_at)")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "outbid_mails")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE outbid_mails")
    op.execute("ALTER TABLE notices DROP COLUMN to_mail")
