"""Who is erased and not forgotten yet is found without reading all who are gone."""

from libs.kit.db.migrate import drop_to_forget, find_to_forget

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    find_to_forget()


def downgrade() -> None:
    """Back."""
    drop_to_forget()
