"""Attachments know their size and go with their files; deals to remind of are found by their reminders."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE message_files ADD COLUMN width bigint, ADD COLUMN height bigint")
    op.execute("CREATE INDEX ix_message_files_day ON message_files (sender_id, created_at)")
    op.execute("CREATE INDEX ix_messages_file ON messages (file_id) WHERE file_id IS NOT NULL")
    op.execute("CREATE TABLE discarded_files (token text CONSTRAINT pk_discarded_files PRIMARY KEY)")
    op.execute("DROP INDEX ix_deals_due")
    op.execute(
        "CREATE INDEX ix_deals_due ON deals (reminders, state_since) WHERE reminders < 2 "
        "AND state IN ('awaiting_payment', 'awaiting_delivery', 'shipped', 'awaiting_review')"
    )
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "discarded_files")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_deals_due")
    op.execute(
        "CREATE INDEX ix_deals_due ON deals (state_since) "
        "WHERE state IN ('awaiting_payment', 'awaiting_delivery', 'shipped', 'awaiting_review')"
    )
    op.execute("DROP TABLE discarded_files")
    op.execute("DROP INDEX ix_messages_file")
    op.execute("DROP INDEX ix_message_files_day")
    op.execute("ALTER TABLE message_files DROP COLUMN width, DROP COLUMN height")
