"""Delivered orders of ninety days, and what is known of a seller from finished sales."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE deliveries (
            deal_id bigint CONSTRAINT pk_deliveries PRIMARY KEY,
            product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
            delivered_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_deliveries_age ON deliveries (delivered_at)")
    op.execute("CREATE INDEX ix_deliveries_product ON deliveries (product_id)")
    op.execute("""
        CREATE TABLE seller_figures (
            seller_id bigint CONSTRAINT pk_seller_figures PRIMARY KEY,
            delivered bigint NOT NULL DEFAULT 0,
            reviews bigint NOT NULL DEFAULT 0,
            sum_tenths bigint NOT NULL DEFAULT 0
        )""")
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "deliveries", "seller_figures")
    # Every public review is told again as revealed, and counted then (messaging 0015).
    op.execute("DELETE FROM product_ratings")
    op.execute("UPDATE products SET rating_tenths = NULL, reviews = 0 WHERE reviews > 0")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE deliveries, seller_figures")
