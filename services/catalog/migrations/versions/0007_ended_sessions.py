"""Sessions that were ended, each for itself; rows about void tokens go when all those tokens have expired."""

from libs.kit.db.migrate import create_ended_sessions, drop_ended_sessions

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_ended_sessions("catalog")


def downgrade() -> None:
    """Back."""
    drop_ended_sessions()
