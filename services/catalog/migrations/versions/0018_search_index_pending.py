"""The index of words takes new entries in small portions: each search reads what is not yet merged, and after
an import of ten thousand listings that was four megabytes, two milliseconds a word."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER INDEX ix_products_searchable SET (gin_pending_list_limit = 64)")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER INDEX ix_products_searchable RESET (gin_pending_list_limit)")
