"""Since when a person is of the staff: with two-step sign-in a role counts if it was given after that."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; no one knows when the roles of before were given."""
    op.execute("ALTER TABLE users ADD COLUMN staff_since timestamptz")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN staff_since")
