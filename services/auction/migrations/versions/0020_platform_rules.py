"""The rules that operators move while the platform runs, and each auction's rule of the first bid."""

from alembic import op

from libs.kit.db.rules_table import create_rules, drop_rules

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_rules("auction")
    # How the first bid is judged; auctions from before do as the installation is set.
    op.execute("ALTER TABLE auctions ADD start_counts boolean")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE auctions DROP start_counts")
    drop_rules()
