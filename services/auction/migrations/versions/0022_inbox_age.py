"""The inbox forgets after 45 days what was handled (decision 0077)."""

from libs.kit.db.inbox_age import keep_inbox

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    keep_inbox(45, instead_of=90)


def downgrade() -> None:
    """Back."""
    keep_inbox(90, instead_of=45)
