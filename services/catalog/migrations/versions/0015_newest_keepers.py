"""The newest people who keep a listing are found without sorting all of them."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_favourites_newest", "favourites (product_id, added_at DESC, user_id)")


def downgrade() -> None:
    """Back."""
    drop_index("ix_favourites_newest")
