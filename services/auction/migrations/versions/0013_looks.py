"""What moved since the last look is found by the newest bids, and what was cancelled by a mark of its own."""

from alembic import op

from libs.kit.db.migrate import build_index

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    # Bids are placed in the order of time: each goes to the last page of this index, where the newest are
    # found.
    build_index("ix_bids_placed_at", "bids (placed_at)")
    op.execute("ALTER TABLE looks ADD COLUMN IF NOT EXISTS is_cancelled boolean NOT NULL DEFAULT false")
    build_index("ix_looks_cancelled", "looks (auction_id) WHERE is_cancelled")
    op.execute(
        "UPDATE looks SET is_cancelled = true FROM auctions WHERE auctions.id = auction_id AND status = 'cancelled'"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE looks DROP COLUMN is_cancelled")
    op.execute("DROP INDEX ix_bids_placed_at")
