"""Bids are voided by bidder in one row, and what a ban or an erasure ends is ended in pieces."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# A person's first bid on an auction answers no other bid, so it shows whose bids a version of it voided.
_FROM_BIDS = """
    INSERT INTO voided_bidders (auction_id, bidder_id, version, up_to_seq, bids, reason, voided_at)
    SELECT v.auction_id, who.bidder_id, v.version, max(v.seq), count(*), max(v.reason), max(v.voided_at)
    FROM {0} AS v JOIN (
        SELECT DISTINCT v.auction_id, v.version, b.bidder_id FROM {0} AS v JOIN bids AS b USING (auction_id, seq)
        WHERE b.answers_id IS NULL
    ) AS who USING (auction_id, version) GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING"""


def upgrade() -> None:
    """Forward."""
    build_index("ix_bids_bidder", "bids (bidder_id, auction_id, seq)")
    drop_index("ix_bids_bidder_id")
    build_index("ix_auctions_selling", "auctions (seller_id, id) WHERE status = 'active'")
    op.execute("""
        CREATE TABLE voided_bidders (
            auction_id bigint NOT NULL CONSTRAINT fk_voided_bidders_auction_id REFERENCES auctions (id),
            bidder_id bigint NOT NULL,
            version int NOT NULL,
            up_to_seq int NOT NULL,
            bids int NOT NULL CONSTRAINT ck_voided_bidders_bids CHECK (bids > 0),
            reason text NOT NULL
                CONSTRAINT ck_voided_bidders_reason CHECK (reason IN ('bidder_banned', 'bidder_erased', 'retracted')),
            voided_at timestamptz NOT NULL,
            CONSTRAINT pk_voided_bidders PRIMARY KEY (auction_id, bidder_id, version)
        )""")
    op.execute(_FROM_BIDS.format("bid_voids"))
    # What a replica of the build before voids meanwhile counts for this build too.
    op.execute(
        "CREATE FUNCTION void_by_bidder() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS "
        f"$$ BEGIN {_FROM_BIDS.format('fresh')}; RETURN NULL; END $$"
    )
    op.execute("""
        CREATE TRIGGER void_by_bidder AFTER INSERT ON bid_voids REFERENCING NEW TABLE AS fresh
        FOR EACH STATEMENT EXECUTE FUNCTION void_by_bidder()""")
    op.execute("""
        CREATE TABLE departures (
            user_id bigint NOT NULL,
            since timestamptz NOT NULL,
            reason text NOT NULL CONSTRAINT ck_departures_reason CHECK (reason IN ('banned', 'erased')),
            stage text NOT NULL DEFAULT 'trading'
                CONSTRAINT ck_departures_stage CHECK (stage IN ('trading', 'words', 'names')),
            after_id bigint NOT NULL DEFAULT 0,
            after_seq int NOT NULL DEFAULT 0,
            CONSTRAINT pk_departures PRIMARY KEY (user_id, since)
        )""")
    op.execute("""
        CREATE FUNCTION forget_names(gone bigint, after_id bigint, after_seq int, most int)
        RETURNS TABLE (auction_id bigint, seq int)
        LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT SET enable_seqscan = off
        AS $$ UPDATE bids SET bidder_name = '' FROM (
                SELECT b.auction_id, b.seq FROM bids AS b
                WHERE b.bidder_id = gone AND (b.auction_id, b.seq) > (after_id, after_seq)
                ORDER BY b.auction_id, b.seq LIMIT most
            ) AS piece WHERE bids.auction_id = piece.auction_id AND bids.seq = piece.seq
            RETURNING bids.auction_id, bids.seq $$""")
    op.execute("REVOKE ALL ON FUNCTION forget_names(bigint, bigint, int, int) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION forget_names(bigint, bigint, int, int) TO wangi_auction")
    grant("auction", "SELECT, INSERT", "voided_bidders")
    grant("auction", "SELECT, INSERT, UPDATE, DELETE", "departures")


def downgrade() -> None:
    """Back; whose bids count no more is written out bid by bid again."""
    build_index("ix_bids_bidder_id", "bids (bidder_id, auction_id)")
    op.execute("DROP TRIGGER void_by_bidder ON bid_voids")
    op.execute("DROP FUNCTION void_by_bidder()")
    op.execute("""
        INSERT INTO bid_voids (auction_id, seq, version, reason, voided_at)
        SELECT DISTINCT ON (b.auction_id, b.seq) b.auction_id, b.seq, v.version, v.reason, v.voided_at
        FROM voided_bidders AS v JOIN bids AS b ON b.auction_id = v.auction_id AND b.seq <= v.up_to_seq
        AND v.bidder_id IN (b.bidder_id, b.answers_id) ORDER BY b.auction_id, b.seq, v.version
        ON CONFLICT DO NOTHING""")
    op.execute("DROP FUNCTION forget_names(bigint, bigint, int, int)")
    op.execute("DROP INDEX ix_auctions_selling")
    op.execute("DROP INDEX ix_bids_bidder")
    op.execute("DROP TABLE departures, voided_bidders")
