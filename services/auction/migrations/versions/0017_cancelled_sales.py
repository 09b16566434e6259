"""Who cancelled a sale in the conversation before it was paid, or after it by agreement."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; a program of before neither reads nor writes it."""
    op.execute("""
        ALTER TABLE sales ADD COLUMN cancelled_by text
            CONSTRAINT ck_sales_cancelled_by
                CHECK (cancelled_by IN ('buyer', 'seller', 'agreement', 'staff', 'platform')),
            ADD CONSTRAINT ck_sales_cancelled CHECK (cancelled_by IS NULL OR paid IS FALSE)""")


def downgrade() -> None:
    """Back; a sale that was cancelled is then one that was not paid."""
    op.execute("ALTER TABLE sales DROP COLUMN cancelled_by")
