"""Drafts are found by an index that no bid changes: a bid rewrites its auction in its place, and no index of
it."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("DROP INDEX ix_auctions_drafts")
    op.execute("CREATE INDEX ix_auctions_drafts ON auctions (id) WHERE status = 'draft'")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_auctions_drafts")
    op.execute("CREATE INDEX ix_auctions_drafts ON auctions (updated_at) WHERE status = 'draft'")
