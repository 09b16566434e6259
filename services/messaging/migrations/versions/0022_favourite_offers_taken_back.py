"""A seller takes back what they offer to all who keep a listing."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE favourite_campaigns ADD COLUMN withdrawn_at timestamptz")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE favourite_campaigns DROP COLUMN withdrawn_at")
