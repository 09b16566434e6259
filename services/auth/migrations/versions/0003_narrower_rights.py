"""What was written down stays written: keys and erasures change only in the one column that must."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ONE_COLUMN = {"signing_keys": "gone_at", "erasures": "erased_at"}


def upgrade() -> None:
    """Forward."""
    for table, column in ONE_COLUMN.items():
        op.execute(f"REVOKE UPDATE ON {table} FROM wangi_auth")
        grant("auth", f"UPDATE ({column})", table)


def downgrade() -> None:
    """Back."""
    for table, column in ONE_COLUMN.items():
        op.execute(f"REVOKE UPDATE ({column}) ON {table} FROM wangi_auth")
        grant("auth", "UPDATE", table)
