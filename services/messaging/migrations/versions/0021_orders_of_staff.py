"""Staff finds orders by their state, and by the number of their parcel, along an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_deals_by_state", "deals (state, id) WHERE opened_at IS NOT NULL")
    build_index("ix_deals_tracking", "deals (tracking_number) WHERE tracking_number IS NOT NULL")


def downgrade() -> None:
    """Back."""
    drop_index("ix_deals_by_state")
    drop_index("ix_deals_tracking")
