"""The newest deliveries of a seller are found by an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_deals_delivered", "deals (seller_id, delivered_at DESC) WHERE delivered_at IS NOT NULL")


def downgrade() -> None:
    """Back."""
    drop_index("ix_deals_delivered")
