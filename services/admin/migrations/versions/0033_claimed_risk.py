"""Who looks at a pair or an account and until when, and why it was decided, from the list of reasons."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; of decisions from before only the words are known."""
    op.execute("ALTER TABLE risk_pairs ADD COLUMN claimed_by bigint, ADD COLUMN claimed_until timestamptz")
    op.execute("ALTER TABLE risk_steps ADD COLUMN reason text")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE risk_steps DROP COLUMN reason")
    op.execute("ALTER TABLE risk_pairs DROP COLUMN claimed_by, DROP COLUMN claimed_until")
