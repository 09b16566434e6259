"""Popularity is counted anew for every listing, as a figure that no passing day changes; listings without words are
found without reading all of them."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. The figures follow from the job: its mark is not there yet, so it begins at the first listing."""
    with op.get_context().autocommit_block():
        op.execute(
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_products_wordless ON products (id) "
            "WHERE words = '{}' AND name <> ''"
        )


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_products_wordless")
