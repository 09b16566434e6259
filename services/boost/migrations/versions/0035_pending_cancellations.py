"""Deals that messaging is about to cancel: no money is paid out meanwhile."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE protections ADD COLUMN IF NOT EXISTS cancelling_since timestamptz")
    build_index(
        "ix_protections_cancelling", "protections (cancelling_since) WHERE cancelling_since IS NOT NULL"
    )


def downgrade() -> None:
    """Back."""
    drop_index("ix_protections_cancelling")
    op.execute("ALTER TABLE protections DROP COLUMN cancelling_since")
