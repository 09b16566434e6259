"""How many conversations and deals a listing had on a day."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        ALTER TABLE product_days
            ADD COLUMN conversations integer NOT NULL DEFAULT 0,
            ADD COLUMN deals integer NOT NULL DEFAULT 0""")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_days DROP COLUMN conversations, DROP COLUMN deals")
