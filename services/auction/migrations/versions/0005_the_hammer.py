"""Secret maximums, bids that are made for them, and how an auction ended."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        ALTER TABLE auctions
            ADD COLUMN leader_most bigint,
            ADD COLUMN outcome text CONSTRAINT ck_auctions_outcome CHECK (
                outcome IN ('sold', 'bought_now', 'reserve_not_met', 'no_bids', 'cancelled')),
            ADD COLUMN winner_id bigint,
            ADD COLUMN ended_at timestamptz""")
    op.execute("UPDATE auctions SET leader_most = current_bid")
    op.execute("UPDATE auctions SET outcome = 'cancelled', ended_at = updated_at WHERE status = 'cancelled'")
    op.execute("""
        ALTER TABLE auctions
            ADD CONSTRAINT ck_auctions_most CHECK (
                (leader_most IS NULL) = (current_bid IS NULL) AND leader_most >= current_bid),
            ADD CONSTRAINT ck_auctions_over CHECK (
                (outcome IS NULL) = (status IN ('draft', 'active')) AND (outcome IS NULL) = (ended_at IS NULL)),
            ADD CONSTRAINT ck_auctions_winner CHECK (
                (winner_id IS NOT NULL) = (coalesce(outcome, '') IN ('sold', 'bought_now')))""")
    # One offer may lead to four bids: two of its own, an answer, and the step to the reserve.
    op.execute("ALTER SEQUENCE bid_ids INCREMENT BY 4")
    op.execute("""
        ALTER TABLE bids
            ADD COLUMN is_auto boolean NOT NULL DEFAULT false,
            ADD COLUMN answers_id bigint,
            ADD CONSTRAINT ck_bids_auto CHECK (is_auto = (answers_id IS NOT NULL))""")
    op.execute("""
        CREATE TABLE maximums (
            auction_id bigint NOT NULL CONSTRAINT fk_maximums_auction_id REFERENCES auctions (id),
            bidder_id bigint NOT NULL,
            most bigint NOT NULL CONSTRAINT ck_maximums_most CHECK (most > 0),
            placed_at timestamptz NOT NULL,
            CONSTRAINT pk_maximums PRIMARY KEY (auction_id, bidder_id, most)
        )""")
    grant("auction", "SELECT, INSERT", "maximums")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE maximums")
    op.execute("ALTER TABLE bids DROP COLUMN answers_id, DROP COLUMN is_auto")
    op.execute("ALTER SEQUENCE bid_ids INCREMENT BY 1")
    for name in ("most", "over", "winner"):
        op.execute(f"ALTER TABLE auctions DROP CONSTRAINT ck_auctions_{name}")
    for name in ("ended_at", "winner_id", "outcome", "leader_most"):
        op.execute(f"ALTER TABLE auctions DROP COLUMN {name}")
