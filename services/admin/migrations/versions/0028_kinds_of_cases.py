"""What waits is found by its kind along an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

WAITS = "WHERE state IN ('open', 'appealed', 'contested')"


def upgrade() -> None:
    """Forward."""
    build_index("ix_cases_waiting_of_kind", f"cases (kind, priority DESC, id) {WAITS}")


def downgrade() -> None:
    """Back."""
    drop_index("ix_cases_waiting_of_kind")
