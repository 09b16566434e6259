"""A ban's departure keeps which ban it is of, so that its end can be told; what it voided is counted."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; a departure that is under way has no moment, and is not answered."""
    build_index("ix_voided_bidders_bidder", "voided_bidders (bidder_id, voided_at)")
    op.execute("ALTER TABLE departures ADD COLUMN decided_at timestamptz")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE departures DROP COLUMN decided_at")
    drop_index("ix_voided_bidders_bidder")
