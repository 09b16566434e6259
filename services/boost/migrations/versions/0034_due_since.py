"""Since when a payout is to be sent, kept over tries that the provider did not take."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; those that were tried before count from their next try on, or from when they were sent without
    an answer."""
    op.execute("ALTER TABLE payouts ADD COLUMN IF NOT EXISTS due_since timestamptz")
    build_index(
        "ix_payouts_unsent",
        "payouts (due_since) WHERE due_since IS NOT NULL AND ref IS NULL AND ended_at IS NULL",
    )


def downgrade() -> None:
    """Back."""
    drop_index("ix_payouts_unsent")
    op.execute("ALTER TABLE payouts DROP COLUMN due_since")
