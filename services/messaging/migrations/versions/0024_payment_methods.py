"""Whose payment method is confirmed, among what a seller is verified by."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE verifications ADD COLUMN payment_confirmed_at timestamptz")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE verifications DROP COLUMN payment_confirmed_at")
