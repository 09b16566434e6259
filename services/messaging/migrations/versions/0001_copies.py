"""Copies of people and products."""

from alembic import op

from libs.kit.db.migrate import create_kit_tables, drop_kit_tables, grant

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_kit_tables("messaging")
    op.execute("""
        CREATE TABLE user_copies (
            user_id bigint CONSTRAINT pk_user_copies PRIMARY KEY,
            username text NOT NULL,
            registered_at timestamptz NOT NULL
        )""")
    op.execute("""
        CREATE TABLE product_copies (
            product_id bigint CONSTRAINT pk_product_copies PRIMARY KEY,
            seller_id bigint NOT NULL,
            name text NOT NULL,
            price bigint NOT NULL,
            listing_type text NOT NULL,
            image_url text
        )""")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "user_copies", "product_copies")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE product_copies, user_copies")
    drop_kit_tables()
