"""Pages of what one person wrote to staff: these lists of an export follow an index, too."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NEW = {"ix_reports_of_reporter": "reports (reporter_id, id)", "ix_appeals_of_seller": "appeals (seller_id, id)"}


def upgrade() -> None:
    """Forward."""
    with op.get_context().autocommit_block():
        op.execute("SET lock_timeout = 0")
        for name, columns in NEW.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {columns}")
        op.execute("SET lock_timeout = '2s'")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_appeals_of_seller, ix_reports_of_reporter")
