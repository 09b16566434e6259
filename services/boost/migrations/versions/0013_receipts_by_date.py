"""Receipts of a span of days follow an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_receipts_issued", "receipts (issued_at, order_id)")


def downgrade() -> None:
    """Back."""
    drop_index("ix_receipts_issued")
