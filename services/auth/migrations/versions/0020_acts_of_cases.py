"""Which case an act of staff belongs to, so that a granted appeal takes back that act and no other."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; of acts from before no one knows."""
    op.execute("ALTER TABLE staff_acts ADD COLUMN case_id bigint")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE staff_acts DROP COLUMN case_id")
