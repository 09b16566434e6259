"""People as every service knows them."""

from alembic import op

from libs.kit.db.migrate import create_people, drop_people

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_people("boost")
    op.execute("CREATE INDEX ix_product_copies_seller_id ON product_copies (seller_id)")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_product_copies_seller_id")
    drop_people()
