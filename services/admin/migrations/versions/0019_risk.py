"""Bids by lot and bidder, and the pairs of a bidder and a seller whose bidding looks arranged."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE risk_lots (
            auction_id bigint CONSTRAINT pk_risk_lots PRIMARY KEY,
            seller_id bigint NOT NULL,
            seen_at timestamptz NOT NULL,
            starts_at timestamptz,
            ended_at timestamptz,
            is_cancelled boolean NOT NULL,
            winner_id bigint,
            second_chance_buyer_id bigint,
            minimum_bid bigint,
            last_bidder_id bigint,
            bidder_before_id bigint,
            last_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_risk_lots_ended_at ON risk_lots (ended_at)")
    op.execute("CREATE INDEX ix_risk_lots_seen_at ON risk_lots (seen_at) WHERE ended_at IS NULL")
    op.execute("""
        CREATE TABLE risk_bidders (
            auction_id bigint NOT NULL REFERENCES risk_lots (auction_id) ON DELETE CASCADE,
            bidder_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            bids int NOT NULL,
            raises int NOT NULL,
            least_raises int NOT NULL,
            answers int NOT NULL,
            first_at timestamptz,
            last_at timestamptz,
            is_retracted boolean NOT NULL,
            is_unpaid boolean NOT NULL,
            CONSTRAINT pk_risk_bidders PRIMARY KEY (auction_id, bidder_id)
        )""")
    op.execute("CREATE INDEX ix_risk_bidders_newest ON risk_bidders (bidder_id, first_at DESC)")
    op.execute("""
        CREATE TABLE risk_accounts (
            user_id bigint CONSTRAINT pk_risk_accounts PRIMARY KEY,
            registered_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_risk_accounts_registered_at ON risk_accounts (registered_at)")
    op.execute("""
        CREATE TABLE risk_pairs (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_risk_pairs PRIMARY KEY,
            bidder_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            score int NOT NULL,
            level text NOT NULL,
            reasons jsonb NOT NULL,
            state text NOT NULL,
            version int NOT NULL,
            flagged_at timestamptz NOT NULL,
            decided_at timestamptz,
            CONSTRAINT uq_risk_pairs UNIQUE (bidder_id, seller_id)
        )""")
    op.execute("CREATE INDEX ix_risk_pairs_open ON risk_pairs (score DESC, id) WHERE state = 'open'")
    op.execute("CREATE INDEX ix_risk_pairs_decided ON risk_pairs (state, decided_at DESC, id)")
    op.execute("""
        CREATE TABLE risk_steps (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_risk_steps PRIMARY KEY,
            pair_id bigint NOT NULL REFERENCES risk_pairs (id) ON DELETE CASCADE,
            step text NOT NULL,
            score int NOT NULL,
            by_id bigint,
            words text NOT NULL,
            at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_risk_steps_of_pair ON risk_steps (pair_id, id)")
    grant(
        "admin", "SELECT, INSERT, UPDATE, DELETE", "risk_lots", "risk_bidders", "risk_accounts", "risk_pairs"
    )
    grant("admin", "SELECT, INSERT", "risk_steps")


def downgrade() -> None:
    """Back."""
    for table in ("risk_steps", "risk_pairs", "risk_accounts", "risk_bidders", "risk_lots"):
        op.execute(f"DROP TABLE {table}")
