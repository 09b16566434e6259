"""Staff looks for listings: by words among the removed too, by state, by seller's name and by report."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

WITHOUT_PENDING = "WITH (gin_pending_list_limit = 64)"


def upgrade() -> None:
    """Forward."""
    build_index(
        "ix_products_searchable_removed",
        f"products USING gin (searchable) {WITHOUT_PENDING} WHERE status = 'removed'",
    )
    build_index("ix_products_status", "products (status, id)")
    build_index("ix_products_seller_newest", "products (seller_id, id)")
    build_index("ix_product_counts_reported", "product_counts (product_id) WHERE reports > 0")
    build_index("ix_people_username", "people (lower(username)) WHERE username <> ''")


def downgrade() -> None:
    """Back."""
    drop_index("ix_people_username")
    drop_index("ix_product_counts_reported")
    drop_index("ix_products_seller_newest")
    drop_index("ix_products_status")
    drop_index("ix_products_searchable_removed")
