"""Bottles that are held for a deal, and what their reviews add up to."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE reservations (
            deal_id bigint CONSTRAINT pk_reservations PRIMARY KEY,
            product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
            buyer_id bigint NOT NULL,
            amount bigint NOT NULL CONSTRAINT ck_reservations_amount CHECK (amount > 0),
            state text NOT NULL
                CONSTRAINT ck_reservations_state CHECK (state IN ('provisional', 'firm', 'sold', 'released')),
            created_at timestamptz NOT NULL,
            CONSTRAINT ck_reservations_deal CHECK (deal_id > 0)
        )""")
    op.execute("CREATE INDEX ix_reservations_open ON reservations (created_at) WHERE state = 'provisional'")
    op.execute("CREATE INDEX ix_reservations_product ON reservations (product_id)")
    op.execute("CREATE INDEX ix_reservations_buyer ON reservations (buyer_id)")
    op.execute("""
        CREATE TABLE product_ratings (
            product_id bigint CONSTRAINT pk_product_ratings PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
            reviews bigint NOT NULL CONSTRAINT ck_product_ratings_reviews CHECK (reviews > 0),
            sum_tenths bigint NOT NULL
        )""")
    grant("catalog", "SELECT, INSERT, UPDATE", "reservations", "product_ratings")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE product_ratings, reservations")
