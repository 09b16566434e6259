"""Which accounts share a signal, by a number that only they have in common; purchases in figures, and two
kinds more of what waits for staff.

"""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE risk_signals (
            kind text NOT NULL,
            signal bigint NOT NULL,
            user_id bigint NOT NULL,
            since timestamptz NOT NULL,
            seen_at timestamptz NOT NULL,
            CONSTRAINT pk_risk_signals PRIMARY KEY (kind, signal, user_id)
        )""")
    op.execute("CREATE INDEX ix_risk_signals_user ON risk_signals (user_id)")
    op.execute("CREATE INDEX ix_risk_signals_seen ON risk_signals (seen_at)")
    op.execute("""
        CREATE TABLE risk_deals (
            deal_id bigint CONSTRAINT pk_risk_deals PRIMARY KEY,
            seller_id bigint NOT NULL,
            buyer_id bigint NOT NULL,
            seen_at timestamptz NOT NULL,
            opened_at timestamptz,
            is_won boolean NOT NULL,
            delivered_at timestamptz,
            cancelled_by text,
            stars int,
            is_disputed boolean NOT NULL,
            is_refunded boolean NOT NULL
        )""")
    op.execute("CREATE INDEX ix_risk_deals_buyer ON risk_deals (buyer_id, opened_at DESC, deal_id DESC)")
    op.execute("CREATE INDEX ix_risk_deals_seller ON risk_deals (seller_id, opened_at DESC, deal_id DESC)")
    op.execute("CREATE INDEX ix_risk_deals_seen ON risk_deals (seen_at)")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "risk_signals", "risk_deals")
    op.execute(
        "ALTER TABLE risk_pairs DROP CONSTRAINT ck_risk_pairs_kind, DROP CONSTRAINT uq_risk_pairs, "
        "ADD CONSTRAINT ck_risk_pairs_kind CHECK (kind IN ('bids', 'takeover', 'deals', 'sales')), "
        "ADD CONSTRAINT uq_risk_pairs UNIQUE (bidder_id, seller_id, kind)"
    )


def downgrade() -> None:
    """Back."""
    op.execute("DELETE FROM risk_pairs WHERE kind IN ('deals', 'sales')")
    op.execute(
        "ALTER TABLE risk_pairs DROP CONSTRAINT ck_risk_pairs_kind, DROP CONSTRAINT uq_risk_pairs, "
        "ADD CONSTRAINT ck_risk_pairs_kind CHECK (kind IN ('bids', 'takeover')), "
        "ADD CONSTRAINT uq_risk_pairs UNIQUE (bidder_id, seller_id)"
    )
    op.execute("DROP TABLE risk_signals, risk_deals")
