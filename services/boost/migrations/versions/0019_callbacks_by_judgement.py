"""Staff looks for what came in the provider's name by how it was judged."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_payment_notifications_judgement", "payment_notifications (judgement, id)")


def downgrade() -> None:
    """Back."""
    drop_index("ix_payment_notifications_judgement")
