"""What a photograph of a listing shows, as its seller says."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. Nothing is known of what older photographs show, so they are not looked at."""
    op.execute("""
        ALTER TABLE product_images ADD COLUMN kind text, ADD CONSTRAINT ck_product_images_kind
            CHECK (kind IN ('front', 'name_and_date', 'level', 'batch_code', 'box')) NOT VALID""")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_images DROP COLUMN kind")
