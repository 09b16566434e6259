"""What is old leaves in pieces: removed listings, hits of searches, searches of words that nothing holds any
more."""

from alembic import op

from libs.kit.db.migrate import build_index

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_products_relist_of", "products (relist_of) WHERE relist_of IS NOT NULL")
    build_index("ix_products_removed_at", "products (removed_at) WHERE status = 'removed'")
    build_index("ix_auction_copies_product_id", "auction_copies (product_id)")
    build_index("ix_saved_search_hits_found_at", "saved_search_hits (found_at)")
    build_index("ix_saved_search_hits_product_id", "saved_search_hits (product_id)")
    build_index("ix_search_counts_terms", "search_counts USING gin (string_to_array(terms, ' '))")
    # The service may delete no listing: only one that was removed a year ago goes, and only here, whatever it
    # asks.
    op.execute("""
        CREATE FUNCTION forget_removed_listings(before timestamptz, most int) RETURNS int
        LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        DECLARE
            gone bigint[];
        BEGIN
            gone := ARRAY(SELECT id FROM products WHERE status = 'removed'
                          AND removed_at < least(before, clock_timestamp() - interval '1 year')
                          ORDER BY removed_at LIMIT most FOR UPDATE SKIP LOCKED);
            UPDATE products SET relist_of = NULL WHERE relist_of = ANY(gone);
            DELETE FROM product_images WHERE product_id = ANY(gone);
            DELETE FROM favourites WHERE product_id = ANY(gone);
            DELETE FROM product_counts WHERE product_id = ANY(gone);
            DELETE FROM product_days WHERE product_id = ANY(gone);
            DELETE FROM saved_search_hits WHERE product_id = ANY(gone);
            DELETE FROM reports WHERE product_id = ANY(gone);
            DELETE FROM appeals WHERE product_id = ANY(gone);
            DELETE FROM auction_copies WHERE product_id = ANY(gone);
            DELETE FROM products WHERE id = ANY(gone);
            RETURN cardinality(gone);
        END $$""")
    op.execute("REVOKE ALL ON FUNCTION forget_removed_listings(timestamptz, int) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION forget_removed_listings(timestamptz, int) TO wangi_catalog")


def downgrade() -> None:
    """Back."""
    op.execute("DROP FUNCTION forget_removed_listings(timestamptz, int)")
    op.execute(
        "DROP INDEX ix_search_counts_terms, ix_saved_search_hits_product_id, ix_saved_search_hits_found_at"
    )
    op.execute("DROP INDEX ix_auction_copies_product_id, ix_products_removed_at, ix_products_relist_of")
