"""Offers for negotiable listings."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE offers (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_offers PRIMARY KEY,
            conversation_id bigint NOT NULL REFERENCES conversations (id),
            product_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            buyer_id bigint NOT NULL,
            by text NOT NULL CONSTRAINT ck_offers_by CHECK (by IN ('buyer', 'seller')),
            amount bigint NOT NULL CONSTRAINT ck_offers_amount CHECK (amount > 0),
            state text NOT NULL CONSTRAINT ck_offers_state
                CHECK (state IN ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired')),
            version bigint NOT NULL DEFAULT 0,
            answers_id bigint,
            deal_id bigint REFERENCES deals (id),
            created_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL,
            answered_at timestamptz,
            CONSTRAINT ck_offers_people CHECK (seller_id <> buyer_id)
        ) WITH (fillfactor = 80)""")
    op.execute("CREATE UNIQUE INDEX uq_offers_open ON offers (product_id, buyer_id) WHERE state = 'open'")
    op.execute("CREATE INDEX ix_offers_buyer ON offers (buyer_id, product_id, id)")
    op.execute("CREATE INDEX ix_offers_seller ON offers (seller_id, id)")
    op.execute("CREATE INDEX ix_offers_due ON offers (expires_at) WHERE state = 'open'")
    op.execute("""
        CREATE TABLE offer_floors (
            product_id bigint CONSTRAINT pk_offer_floors PRIMARY KEY,
            seller_id bigint NOT NULL,
            amount bigint NOT NULL CONSTRAINT ck_offer_floors_amount CHECK (amount > 0)
        )""")
    op.execute("CREATE INDEX ix_offer_floors_seller ON offer_floors (seller_id)")
    op.execute("ALTER TABLE messages ADD offer_id bigint REFERENCES offers (id)")
    op.execute("CREATE UNIQUE INDEX uq_messages_offer ON messages (offer_id) WHERE offer_id IS NOT NULL")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "offers", "offer_floors")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE messages DROP offer_id")
    op.execute("DROP TABLE offer_floors, offers")
