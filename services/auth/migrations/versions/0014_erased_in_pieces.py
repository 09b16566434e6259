"""Erasing a person, or an account that nobody confirmed, reads no whole table of waiting mails or open questions."""

from libs.kit.migrate import build_index, drop_index

revision = "0014"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_mails_user_id", "mails (user_id) WHERE user_id IS NOT NULL")
    build_index("ix_mails_address", "mails (lower(address))")
    build_index("ix_challenges_user_id", "challenges (user_id) WHERE user_id IS NOT NULL")


def downgrade() -> None:
    """Back."""
    drop_index("ix_challenges_user_id")
    drop_index("ix_mails_address")
    drop_index("ix_mails_user_id")
