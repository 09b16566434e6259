"""Events that the broker refused wait for an operator, and old rows of the kit's tables leave in pieces."""

from libs.kit.db.migrate import create_refused, drop_refused

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_refused("messaging")


def downgrade() -> None:
    """Back."""
    drop_refused()
