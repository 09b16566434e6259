"""People with what is said of a seller beside the name."""

from libs.kit.db.migrate import show_people, unshow_people

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    show_people()


def downgrade() -> None:
    """Back."""
    unshow_people()
