"""Let an erasure empty the reasons of staff actions."""

from alembic import op

from libs.kit.db.column_comments import comment_columns, comment_kit_tables, comment_tables

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves and let it empty reasons."""
    op.execute("GRANT UPDATE (reason) ON staff_acts TO wangi_auth")
    comment_kit_tables()
    comment_tables("code", "erasure_receipts kept_keys operator_settings push_keys signing_keys")
    comment_tables("expires", "guess_counts")
    comment_columns("code", staff_acts="act after before code request_id")


def downgrade() -> None:
    """Take the right back. The comments stay: they bind nothing."""
    op.execute("REVOKE UPDATE (reason) ON staff_acts FROM wangi_auth")
