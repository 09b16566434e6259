"""A draft holds the bottle that it lists anew, and goes if it came to nothing; everybody is told their own
bid."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute(
        "CREATE INDEX ix_auctions_relisted_from ON auctions (relisted_from) WHERE relisted_from IS NOT NULL"
    )
    op.execute("CREATE INDEX ix_auctions_drafts ON auctions (updated_at) WHERE status = 'draft'")
    # The same for one person's bids in one auction: a reader is told of theirs, however many there were
    # since.
    op.execute("DROP INDEX ix_bids_bidder_id")
    op.execute("CREATE INDEX ix_bids_bidder_id ON bids (bidder_id, auction_id)")
    # The service may delete no auction: only a draft goes, and only here.
    op.execute("""
        CREATE FUNCTION forget_draft(gone bigint) RETURNS void
        LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT
        AS $$ DELETE FROM auctions WHERE id = gone AND status = 'draft' $$""")
    op.execute("REVOKE ALL ON FUNCTION forget_draft(bigint) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION forget_draft(bigint) TO wangi_auction")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION forget_draft(bigint)")
    op.execute("DROP INDEX ix_bids_bidder_id")
    op.execute("CREATE INDEX ix_bids_bidder_id ON bids (bidder_id)")
    op.execute("DROP INDEX ix_auctions_drafts")
    op.execute("DROP INDEX ix_auctions_relisted_from")
