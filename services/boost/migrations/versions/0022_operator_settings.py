"""What operators pause while the platform runs."""

from libs.kit.db.settings_table import create_settings, drop_settings

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_settings("boost")


def downgrade() -> None:
    """Back."""
    drop_settings()
