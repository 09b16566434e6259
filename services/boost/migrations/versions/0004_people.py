"""People with what is said of a seller beside the name; products that may leave the shop."""

from alembic import op

from libs.kit.db.migrate import show_people, unshow_people

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    show_people()
    op.execute("ALTER TABLE product_copies ADD COLUMN status text NOT NULL DEFAULT 'active'")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_copies DROP COLUMN status")
    unshow_people()
