"""Which accounts are paid to the same bank account, as keyed hashes.

0027 was never used."""

from libs.kit.db.signals_table import create_signals, drop_signals

revision = "0028"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_signals("boost")


def downgrade() -> None:
    """Back."""
    drop_signals()
