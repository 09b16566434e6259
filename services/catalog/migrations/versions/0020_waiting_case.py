"""Which case about a listing waits for staff, so that no one removes it past that."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE product_counts ADD COLUMN waiting_case bigint")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_counts DROP COLUMN waiting_case")
