"""A report may be about a purchase."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE message_reports ADD deal_id bigint REFERENCES deals (id)")
    op.execute("DROP INDEX uq_message_reports_one")
    op.execute(
        "CREATE UNIQUE INDEX uq_message_reports_one "
        "ON message_reports (reporter_id, about_id, coalesce(message_id, 0), coalesce(deal_id, 0))"
    )


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX uq_message_reports_one")
    op.execute("DELETE FROM message_reports WHERE deal_id IS NOT NULL")
    op.execute("ALTER TABLE message_reports DROP deal_id")
    op.execute(
        "CREATE UNIQUE INDEX uq_message_reports_one ON message_reports (reporter_id, about_id, coalesce(message_id, 0))"
    )
