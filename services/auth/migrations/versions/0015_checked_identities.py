"""Staff checks identities; who is a verified seller, messaging decides."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. Nothing but a hand could set `is_verified` so far, and it meant the identity."""
    op.execute("ALTER TABLE users ADD COLUMN identity_checked_at timestamptz")
    op.execute("UPDATE users SET is_verified = false WHERE is_verified")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN identity_checked_at")
