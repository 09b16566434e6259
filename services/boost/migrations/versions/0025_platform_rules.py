"""The rules that operators move while the platform runs."""

from libs.kit.db.rules_table import create_rules, drop_rules

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_rules("boost")


def downgrade() -> None:
    """Back."""
    drop_rules()
