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
    op.execute(
        "UPDATE deals SET is_money_held = true WHERE state IN ('awaiting_delivery', 'shipped') AND EXISTS "
        "(SELECT FROM deal_events e WHERE e.deal_id = deals.id AND e.kind = 'funds_held')"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE deals DROP COLUMN is_money_held")
    op.execute("ALTER TABLE deals DROP COLUMN cancel_asked_at")
