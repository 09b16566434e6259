"""People without columns that are not read."""

from libs.kit.db.migrate import trim_people, untrim_people

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    trim_people()


def downgrade() -> None:
    """Back."""
    untrim_people()
