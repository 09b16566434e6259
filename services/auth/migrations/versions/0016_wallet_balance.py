"""What is in a person's wallet, as boost tells it."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute(
        "ALTER TABLE users ADD COLUMN wallet_balance bigint NOT NULL DEFAULT 0, "
        "ADD COLUMN wallet_entry bigint NOT NULL DEFAULT 0"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN wallet_balance, DROP COLUMN wallet_entry")
