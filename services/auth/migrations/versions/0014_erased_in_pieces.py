"""Erasing a person reads no whole table: not of waiting mails, open questions, or of everybody who was ever
erased."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE erasures ADD COLUMN IF NOT EXISTS confirmed_at timestamptz")
    op.execute("GRANT UPDATE (confirmed_at) ON erasures TO wangi_auth")
    build_index("ix_erasures_waiting", "erasures (asked_at) WHERE erased_at IS NULL")
    build_index("ix_erasures_unconfirmed", "erasures (asked_at) WHERE confirmed_at IS NULL")
    build_index("ix_mails_user_id", "mails (user_id) WHERE user_id IS NOT NULL")
    build_index("ix_mails_address", "mails (lower(address))")
    build_index("ix_challenges_user_id", "challenges (user_id) WHERE user_id IS NOT NULL")


def downgrade() -> None:
    """Back."""
    for name in (
        "challenges_user_id",
        "mails_address",
        "mails_user_id",
        "erasures_unconfirmed",
        "erasures_waiting",
    ):
        drop_index(f"ix_{name}")
    op.execute("ALTER TABLE erasures DROP COLUMN confirmed_at")
