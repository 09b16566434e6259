"""Pages of what one person sells, for an export, follow an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_product_copies_of_seller", "product_copies (seller_id, product_id)")
    drop_index("ix_product_copies_seller_id")


def downgrade() -> None:
    """Back."""
    build_index("ix_product_copies_seller_id", "product_copies (seller_id)")
    drop_index("ix_product_copies_of_seller")
