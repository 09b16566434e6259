"""The table of pairs and accounts that moderation flagged, for the migrations of services that use it."""

from alembic import op

from libs.kit.db.migrate import grant


def create_risk_flags(service: str) -> None:
    """Create the replica."""
    op.execute("""
        CREATE TABLE risk_flags (
            pair_id bigint CONSTRAINT pk_risk_flags PRIMARY KEY,
            bidder_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            is_high boolean NOT NULL
        )""")
    op.execute("CREATE INDEX ix_risk_flags_bidder_id ON risk_flags (bidder_id)")
    op.execute("CREATE INDEX ix_risk_flags_seller_id ON risk_flags (seller_id)")
    grant(service, "SELECT, INSERT, UPDATE, DELETE", "risk_flags")
