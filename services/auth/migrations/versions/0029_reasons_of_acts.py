"""Why staff acted, from the list of reasons, and which act by hand a granted appeal took back."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; of acts from before only the words are known."""
    op.execute("ALTER TABLE staff_acts ADD COLUMN code text, ADD COLUMN lifts_id bigint")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE staff_acts DROP COLUMN code, DROP COLUMN lifts_id")
