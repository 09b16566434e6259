"""Which accounts share a browser or a delivery address, as keyed hashes.

0030 was never used."""

from libs.kit.db.signals_table import create_signals, drop_signals

revision = "0031"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_signals("auth")


def downgrade() -> None:
    """Back."""
    drop_signals()
