"""A seller offers a listing to all who keep it as favourite."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE favourite_campaigns (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_favourite_campaigns PRIMARY KEY,
            product_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            amount bigint NOT NULL CONSTRAINT ck_favourite_campaigns_amount CHECK (amount > 0),
            created_at timestamptz NOT NULL,
            sent_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_favourite_campaigns_product ON favourite_campaigns (product_id, id)")
    op.execute("CREATE INDEX ix_favourite_campaigns_seller ON favourite_campaigns (seller_id, created_at)")
    op.execute("CREATE INDEX ix_favourite_campaigns_age ON favourite_campaigns (created_at)")
    op.execute(
        "CREATE INDEX ix_favourite_campaigns_waiting ON favourite_campaigns (id) WHERE sent_at IS NULL"
    )
    op.execute("""
        CREATE TABLE favourite_offers (
            campaign_id bigint NOT NULL REFERENCES favourite_campaigns (id),
            buyer_id bigint NOT NULL,
            expires_at timestamptz NOT NULL,
            offer_id bigint REFERENCES offers (id),
            declined_at timestamptz,
            CONSTRAINT pk_favourite_offers PRIMARY KEY (campaign_id, buyer_id)
        )""")
    op.execute("CREATE INDEX ix_favourite_offers_buyer ON favourite_offers (buyer_id, campaign_id)")
    op.execute("CREATE INDEX ix_favourite_offers_age ON favourite_offers (expires_at)")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "favourite_campaigns", "favourite_offers")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE favourite_offers, favourite_campaigns")
