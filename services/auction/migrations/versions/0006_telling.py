"""Who was outbid and is to be told, and how far the telling has come."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. No reference to `auctions`: checking it would wait for the lock that bids are decided
    under."""
    op.execute("""
        CREATE TABLE looks (
            auction_id bigint CONSTRAINT pk_looks PRIMARY KEY,
            version int NOT NULL DEFAULT 0,
            last_seq int NOT NULL DEFAULT 0,
            leader_id bigint,
            warned_at timestamptz
        )""")
    op.execute("""
        CREATE TABLE outbids (
            auction_id bigint NOT NULL,
            bidder_id bigint NOT NULL,
            due_at timestamptz,
            told_at timestamptz,
            times int NOT NULL DEFAULT 0,
            CONSTRAINT pk_outbids PRIMARY KEY (auction_id, bidder_id)
        )""")
    op.execute("CREATE INDEX ix_outbids_due_at ON outbids (due_at) WHERE due_at IS NOT NULL")
    grant("auction", "SELECT, INSERT, UPDATE, DELETE", "looks", "outbids")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE outbids, looks")
