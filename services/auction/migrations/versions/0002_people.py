"""People as every service knows them; bids may count no more, and a bidder's mask may be emptied, nothing
else."""

from alembic import op

from libs.kit.db.migrate import create_people, drop_people, grant

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_people("auction")
    op.execute("""
        INSERT INTO people (user_id, username)
        SELECT DISTINCT ON ((card ->> 'sellerId')::bigint) (card ->> 'sellerId')::bigint, card ->> 'sellerName'
        FROM listing_copies WHERE card ->> 'sellerName' <> '' ORDER BY 1, product_id DESC""")
    op.execute("UPDATE listing_copies SET card = card - 'sellerName'")
    op.execute("ALTER TABLE auctions ADD COLUMN last_seq int NOT NULL DEFAULT 0")
    op.execute("UPDATE auctions SET last_seq = bid_count")
    op.execute("ALTER TABLE auctions ADD CONSTRAINT ck_auctions_last_seq CHECK (last_seq >= bid_count)")
    op.execute("""
        CREATE TABLE bid_voids (
            auction_id bigint NOT NULL,
            seq int NOT NULL,
            version int NOT NULL,
            reason text NOT NULL CONSTRAINT ck_bid_voids_reason CHECK (reason IN ('bidder_banned', 'bidder_erased')),
            voided_at timestamptz NOT NULL,
            CONSTRAINT pk_bid_voids PRIMARY KEY (auction_id, seq),
            CONSTRAINT fk_bid_voids_bid FOREIGN KEY (auction_id, seq) REFERENCES bids (auction_id, seq)
        )""")
    op.execute("CREATE INDEX ix_bids_bidder_id ON bids (bidder_id)")
    op.execute("CREATE INDEX ix_auctions_seller_id ON auctions (seller_id)")
    op.execute("CREATE INDEX ix_listing_copies_seller_id ON listing_copies ((card ->> 'sellerId'))")
    op.execute("""
        CREATE FUNCTION forget_bidder(gone bigint) RETURNS void
        LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT
        AS $$ UPDATE bids SET bidder_name = '' WHERE bidder_id = gone AND bidder_name <> '' $$""")
    op.execute("REVOKE ALL ON FUNCTION forget_bidder(bigint) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION forget_bidder(bigint) TO wangi_auction")
    grant("auction", "SELECT, INSERT", "bid_voids")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION forget_bidder(bigint)")
    op.execute("DROP INDEX ix_listing_copies_seller_id")
    op.execute("DROP INDEX ix_auctions_seller_id")
    op.execute("DROP INDEX ix_bids_bidder_id")
    op.execute("DROP TABLE bid_voids")
    op.execute("ALTER TABLE auctions DROP COLUMN last_seq")
    drop_people()
