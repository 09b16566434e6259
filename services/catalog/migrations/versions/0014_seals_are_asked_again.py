"""The seal of a verified seller is earned from now on: copies that have one from before ask auth again."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. Auth's own migration, which takes them back, comes before."""
    op.execute("UPDATE people SET stale = true WHERE is_verified")


def downgrade() -> None:
    """Back. What was asked stays true."""
