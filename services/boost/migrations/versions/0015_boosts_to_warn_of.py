"""Boosts of whose end no one was told yet follow an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index(
        "ix_featured_products_to_warn",
        "featured_products (featured_until) WHERE featured_until IS NOT NULL AND NOT is_warned",
    )


def downgrade() -> None:
    """Back."""
    drop_index("ix_featured_products_to_warn")
