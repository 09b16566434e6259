"""When a person asked to cancel a deal (older requests count as expired), and whether its money is held."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE deals ADD COLUMN cancel_asked_at timestamptz")
    op.execute("ALTER TABLE deals ADD COLUMN is_money_held boolean NOT NULL DEFAULT false")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE deals DROP COLUMN is_money_held")
    op.execute("ALTER TABLE deals DROP COLUMN cancel_asked_at")
