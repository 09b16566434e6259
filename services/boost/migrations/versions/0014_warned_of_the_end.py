"""Whether a seller was told that a boost is over soon."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE featured_products ADD COLUMN is_warned boolean NOT NULL DEFAULT false")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE featured_products DROP COLUMN is_warned")
