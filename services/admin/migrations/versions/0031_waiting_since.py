"""How long the oldest of each kind waits, along an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    waits = "WHERE state IN ('open', 'appealed', 'contested')"
    build_index("ix_cases_waiting_since", f"cases (state, kind, waits_since) {waits}")


def downgrade() -> None:
    """Back."""
    drop_index("ix_cases_waiting_since")
