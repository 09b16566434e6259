"""Columns that an erasure leaves."""

from libs.kit.db.column_comments import comment_columns, comment_kit_tables, comment_tables

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves."""
    comment_kit_tables()
    comment_tables("code", "discarded_pictures look_progress marks platform_rules")
    comment_tables("record", "categories")
    comment_tables("expires", "product_visitors search_counts")
    comment_columns(
        "code",
        auction_copies="status",
        pictures="token",
        product_images="token",
        products="box_condition concentration",
    )


def downgrade() -> None:
    """Nothing to undo: comments do not affect older code."""
