"""Conversations that the platform began for an auction's seller and winner."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; a program of before begins none of these."""
    op.execute("ALTER TABLE conversations ADD COLUMN by_platform boolean NOT NULL DEFAULT false")


def downgrade() -> None:
    """Back; they count for the day's limit of their seller."""
    op.execute("ALTER TABLE conversations DROP COLUMN by_platform")
