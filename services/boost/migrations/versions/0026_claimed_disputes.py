"""Who of staff looks at a dispute and until when, and why it was decided, from the list of reasons."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; of decisions from before only the words are known."""
    op.execute("""
        ALTER TABLE protections
            ADD COLUMN claimed_by bigint, ADD COLUMN claimed_until timestamptz, ADD COLUMN decision_code text""")


def downgrade() -> None:
    """Back."""
    op.execute("""
        ALTER TABLE protections
            DROP COLUMN claimed_by, DROP COLUMN claimed_until, DROP COLUMN decision_code""")
