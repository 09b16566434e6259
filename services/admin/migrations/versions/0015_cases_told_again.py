"""Which open cases about listings are told once more: catalog heard of none from before it listened."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. The job tells them."""
    op.execute("ALTER TABLE cases ADD COLUMN needs_telling boolean NOT NULL DEFAULT false")
    op.execute(
        "UPDATE cases SET needs_telling = true WHERE kind = 'listing' AND state IN ('open', 'appealed')"
    )
    build_index("ix_cases_needs_telling", "cases (id) WHERE needs_telling")


def downgrade() -> None:
    """Back."""
    drop_index("ix_cases_needs_telling")
    op.execute("ALTER TABLE cases DROP COLUMN needs_telling")
