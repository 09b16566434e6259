"""Strikes have ids that cases name, and staff may take one back."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. A strike is rare, so that the table is small enough to be written anew."""
    op.execute("""
        ALTER TABLE strikes
            ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT uq_strikes_id UNIQUE,
            ADD COLUMN lifted_at timestamptz,
            ADD COLUMN reviews int NOT NULL DEFAULT 0""")
    grant("auction", "UPDATE (lifted_at, reviews)", "strikes")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE strikes DROP COLUMN reviews, DROP COLUMN lifted_at, DROP COLUMN id")
