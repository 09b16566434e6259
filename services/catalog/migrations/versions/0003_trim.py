"""People without columns that are not read; a card's figures are ordered by when they were true, not by a
number."""

from alembic import op

from libs.kit.db.migrate import trim_people, untrim_people

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    trim_people()
    op.execute("ALTER TABLE auction_copies DROP COLUMN version")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE auction_copies ADD COLUMN version int NOT NULL DEFAULT 1")
    op.execute("ALTER TABLE auction_copies ALTER COLUMN version DROP DEFAULT")
    untrim_people()
