"""Pages of what one person wrote to staff: these lists of an export follow an index, too."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NEW = {
    "ix_reports_of_reporter": "reports (reporter_id, id)",
    "ix_appeals_of_seller": "appeals (seller_id, id)",
}


def upgrade() -> None:
    """Forward."""
    for name, columns in NEW.items():
        build_index(name, columns)


def downgrade() -> None:
    """Back."""
    for name in NEW:
        drop_index(name)
