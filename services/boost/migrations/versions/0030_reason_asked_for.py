"""Which reason of the list the first of two people gave, so that the second need not guess it."""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; requests from before have none."""
    op.execute("ALTER TABLE second_person_requests ADD COLUMN code text")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE second_person_requests DROP COLUMN code")
