"""Columns that an erasure leaves."""

from libs.kit.db.column_comments import comment_columns, comment_kit_tables

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves."""
    comment_kit_tables()
    comment_columns("code", operator_settings="name", platform_rules="name")
    comment_columns("words: name, brand, description, notes, batchCode, state", listing_copies="card")


def downgrade() -> None:
    """Nothing to undo: comments do not affect older code."""
