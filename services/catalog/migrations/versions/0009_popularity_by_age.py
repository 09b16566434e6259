"""Popularity is counted anew for every listing, as a figure that no passing day changes; listings without
words are found without reading all of them."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. The figures follow from the job: its mark is not there yet, so it begins at the first
    listing."""
    build_index("ix_products_wordless", "products (id) WHERE words = '{}' AND name <> ''")


def downgrade() -> None:
    """Back."""
    drop_index("ix_products_wordless")
