"""Bids that staff takes back at the bidder's request; a maximum may be named anew after it."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE bid_voids DROP CONSTRAINT ck_bid_voids_reason")
    op.execute("""
        ALTER TABLE bid_voids ADD CONSTRAINT ck_bid_voids_reason
            CHECK (reason IN ('bidder_banned', 'bidder_erased', 'retracted'))""")
    op.execute("ALTER TABLE maximums DROP CONSTRAINT pk_maximums")
    op.execute(
        "ALTER TABLE maximums ADD CONSTRAINT pk_maximums PRIMARY KEY (auction_id, bidder_id, most, placed_at)"
    )


def downgrade() -> None:
    """Back, as long as nothing was taken back."""
    op.execute("ALTER TABLE maximums DROP CONSTRAINT pk_maximums")
    op.execute("ALTER TABLE maximums ADD CONSTRAINT pk_maximums PRIMARY KEY (auction_id, bidder_id, most)")
    op.execute("ALTER TABLE bid_voids DROP CONSTRAINT ck_bid_voids_reason")
    op.execute("""
        ALTER TABLE bid_voids ADD CONSTRAINT ck_bid_voids_reason
            CHECK (reason IN ('bidder_banned', 'bidder_erased'))""")
