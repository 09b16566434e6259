"""How long the oldest of each kind waits, what of a kind is over, and who else a case concerns."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    waits = "WHERE state IN ('open', 'appealed', 'contested')"
    op.execute("ALTER TABLE cases ADD COLUMN IF NOT EXISTS beside_id bigint")
    build_index("ix_cases_of_kind_newest", "cases (kind, state, id)")
    build_index("ix_cases_waiting_since", f"cases (state, kind, waits_since) {waits}")


def downgrade() -> None:
    """Back."""
    drop_index("ix_cases_waiting_since")
    drop_index("ix_cases_of_kind_newest")
    op.execute("ALTER TABLE cases DROP COLUMN beside_id")
