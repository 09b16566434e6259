"""Columns that an erasure leaves."""

from libs.kit.db.column_comments import comment_columns, comment_kit_tables, comment_tables

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves."""
    comment_kit_tables()
    comment_tables("code", "discarded_files platform_rules")
    comment_columns(
        "code",
        deal_events="kind",
        deals="courier",
        message_files="token",
        message_reports="reason",
        review_pictures="token",
        verifications="lost_for",
    )
    comment_columns("words: words, tracking", deal_events="details")


def downgrade() -> None:
    """Nothing to undo: comments do not affect older code."""
