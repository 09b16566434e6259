"""What becomes of a lot after its end: who may buy it until when, second chances, strikes and pauses."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        ALTER TABLE auctions
            ADD COLUMN final_price bigint,
            ADD COLUMN sale_version int NOT NULL DEFAULT 0,
            ADD COLUMN taken_back_at timestamptz,
            ADD COLUMN relisted_from bigint CONSTRAINT fk_auctions_relisted_from REFERENCES auctions (id)""")
    op.execute("UPDATE auctions SET final_price = current_bid WHERE outcome = 'sold'")
    # A second chance may be taken where the reserve was not met; the outcome of the hammer stays what it was.
    op.execute("ALTER TABLE auctions DROP CONSTRAINT ck_auctions_winner")
    op.execute("""
        ALTER TABLE auctions ADD CONSTRAINT ck_auctions_winner CHECK (
            CASE coalesce(outcome, '')
                WHEN 'sold' THEN winner_id IS NOT NULL
                WHEN 'bought_now' THEN winner_id IS NOT NULL
                WHEN 'reserve_not_met' THEN true
                ELSE winner_id IS NULL END)""")
    op.execute("""
        CREATE TABLE sales (
            auction_id bigint NOT NULL CONSTRAINT fk_sales_auction_id REFERENCES auctions (id),
            number int NOT NULL CONSTRAINT ck_sales_number CHECK (number > 0),
            buyer_id bigint NOT NULL,
            price bigint NOT NULL CONSTRAINT ck_sales_price CHECK (price > 0),
            won_at timestamptz NOT NULL,
            pay_by timestamptz NOT NULL,
            reminded_at timestamptz,
            settled_at timestamptz,
            paid boolean,
            CONSTRAINT pk_sales PRIMARY KEY (auction_id, number),
            CONSTRAINT ck_sales_settled CHECK ((paid IS NULL) = (settled_at IS NULL))
        )""")
    op.execute("CREATE UNIQUE INDEX uq_sales_open ON sales (auction_id) WHERE paid IS DISTINCT FROM false")
    op.execute(
        "CREATE INDEX ix_sales_to_remind ON sales (pay_by) WHERE reminded_at IS NULL AND settled_at IS NULL"
    )
    op.execute("CREATE INDEX ix_sales_buyer_id ON sales (buyer_id)")
    op.execute("""
        INSERT INTO sales (auction_id, number, buyer_id, price, won_at, pay_by, reminded_at)
        SELECT id, 1, winner_id, current_bid, ended_at, ended_at + interval '48 hours', clock_timestamp()
        FROM auctions WHERE outcome = 'sold'""")
    op.execute("""
        CREATE TABLE second_chances (
            auction_id bigint NOT NULL CONSTRAINT fk_second_chances_auction_id REFERENCES auctions (id),
            bidder_id bigint NOT NULL,
            price bigint NOT NULL CONSTRAINT ck_second_chances_price CHECK (price > 0),
            offered_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL,
            answer text CONSTRAINT ck_second_chances_answer CHECK (answer IN ('accepted', 'declined', 'expired')),
            answered_at timestamptz,
            CONSTRAINT pk_second_chances PRIMARY KEY (auction_id, bidder_id),
            CONSTRAINT ck_second_chances_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
        )""")
    op.execute(
        "CREATE UNIQUE INDEX uq_second_chances_open ON second_chances (auction_id) WHERE answer IS NULL"
    )
    op.execute("CREATE INDEX ix_second_chances_open ON second_chances (expires_at) WHERE answer IS NULL")
    op.execute("CREATE INDEX ix_second_chances_bidder_id ON second_chances (bidder_id)")
    op.execute("""
        CREATE TABLE strikes (
            user_id bigint NOT NULL,
            number int NOT NULL CONSTRAINT ck_strikes_number CHECK (number > 0),
            auction_id bigint NOT NULL CONSTRAINT fk_strikes_auction_id REFERENCES auctions (id),
            given_at timestamptz NOT NULL,
            CONSTRAINT pk_strikes PRIMARY KEY (user_id, number),
            CONSTRAINT uq_strikes_auction_id UNIQUE (auction_id, user_id)
        )""")
    op.execute("""
        CREATE TABLE bidding_pauses (
            user_id bigint CONSTRAINT pk_bidding_pauses PRIMARY KEY,
            until timestamptz NOT NULL
        )""")
    grant("auction", "SELECT, INSERT, UPDATE", "sales", "second_chances")
    grant("auction", "SELECT, INSERT", "strikes")
    grant("auction", "SELECT, INSERT, UPDATE, DELETE", "bidding_pauses")


def downgrade() -> None:
    """Back; a second chance that was taken where the reserve was not met is forgotten."""
    op.execute("DROP TABLE bidding_pauses, strikes, second_chances, sales")
    op.execute("UPDATE auctions SET winner_id = NULL WHERE outcome = 'reserve_not_met'")
    op.execute("ALTER TABLE auctions DROP CONSTRAINT ck_auctions_winner")
    op.execute("""
        ALTER TABLE auctions ADD CONSTRAINT ck_auctions_winner CHECK (
            (winner_id IS NOT NULL) = (coalesce(outcome, '') IN ('sold', 'bought_now')))""")
    for name in ("relisted_from", "taken_back_at", "sale_version", "final_price"):
        op.execute(f"ALTER TABLE auctions DROP COLUMN {name}")
