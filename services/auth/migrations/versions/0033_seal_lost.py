"""When a seller lost the seal: their ban takes two people for some days more (decision 0048)."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; of seals that were lost before, no one knows when."""
    op.execute("ALTER TABLE users ADD COLUMN seal_lost_at timestamptz")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN seal_lost_at")
