"""Who is a verified seller, and what that stands on."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

COUNTS = "delivered_at IS NOT NULL AND amount >= 1000"


def upgrade() -> None:
    """Forward. The job counts the deals of before, and those of an older build beside this one."""
    op.execute("ALTER TABLE deals ADD COLUMN IF NOT EXISTS is_counted boolean NOT NULL DEFAULT false")
    build_index("ix_deals_counted", "deals (seller_id, buyer_id) WHERE is_counted")
    build_index("ix_deals_to_count", f"deals (id) WHERE {COUNTS} AND NOT is_counted")
    op.execute("""
        CREATE TABLE verifications (
            seller_id bigint CONSTRAINT pk_verifications PRIMARY KEY,
            version bigint NOT NULL DEFAULT 0,
            identity_checked_at timestamptz,
            delivered bigint NOT NULL DEFAULT 0,
            buyers bigint NOT NULL DEFAULT 0 CONSTRAINT ck_verifications_buyers CHECK (buyers BETWEEN 0 AND delivered),
            verified_since timestamptz,
            grace_until timestamptz,
            lost_for text[] NOT NULL DEFAULT '{}',
            told_since timestamptz,
            CONSTRAINT ck_verifications_grace CHECK (grace_until IS NULL OR verified_since IS NOT NULL)
        )""")
    op.execute(
        "CREATE INDEX ix_verifications_grace ON verifications (grace_until) WHERE grace_until IS NOT NULL"
    )
    grant("messaging", "SELECT, INSERT, UPDATE", "verifications")
    # Those from before were not earned; auth, whose migration comes before, is asked again.
    op.execute("UPDATE people SET stale = true WHERE is_verified")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE verifications")
    drop_index("ix_deals_counted")
    drop_index("ix_deals_to_count")
    op.execute("ALTER TABLE deals DROP COLUMN IF EXISTS is_counted")
