"""How pictures look that are from before looks were taken, and up to which of them a job has come."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_pictures_without_look", "pictures (token) WHERE look IS NULL")
    op.execute("CREATE TABLE look_progress (token text NOT NULL)")
    op.execute("INSERT INTO look_progress VALUES ('')")
    grant("catalog", "SELECT, UPDATE", "look_progress")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE look_progress")
    drop_index("ix_pictures_without_look")
