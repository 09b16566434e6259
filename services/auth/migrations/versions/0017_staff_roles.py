"""People of the staff who may do less than an admin."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute(
        "ALTER TABLE users ADD COLUMN staff_role text "
        "CONSTRAINT ck_users_staff_role CHECK (staff_role IN ('support', 'moderator', 'finance')), "
        "ADD CONSTRAINT ck_users_staff_not_banned CHECK (NOT (staff_role IS NOT NULL AND is_banned))"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN staff_role")
