"""Payments that wait for staff are found without reading all that were ever made."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_payments_review", "payments (id) WHERE status = 'review'")


def downgrade() -> None:
    """Back."""
    drop_index("ix_payments_review")
