"""What is held now is added up along an index of the purchases that are open."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index(
        "ix_protections_held",
        "protections (held_at) INCLUDE (amount, fee) WHERE held_at IS NOT NULL AND ended_at IS NULL",
    )


def downgrade() -> None:
    """Back."""
    drop_index("ix_protections_held")
