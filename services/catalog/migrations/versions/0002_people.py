"""People as every service knows them, instead of copied names; auctions may end early; pictures may go."""

from alembic import op

from libs.kit.db.migrate import create_people, drop_people, grant

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_people("catalog")
    op.execute("INSERT INTO people (user_id, username) SELECT user_id, username FROM seller_copies")
    op.execute("DROP TABLE seller_copies")
    op.execute("ALTER TABLE auction_copies ADD COLUMN status text NOT NULL DEFAULT 'active'")
    op.execute("ALTER TABLE auction_copies ADD COLUMN changed_at timestamptz")
    op.execute("CREATE TABLE discarded_pictures (token text CONSTRAINT pk_discarded_pictures PRIMARY KEY)")
    op.execute("CREATE INDEX ix_product_images_image_url ON product_images (image_url)")
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "discarded_pictures")
    grant("catalog", "DELETE", "product_images")


def downgrade() -> None:
    """Back."""
    op.execute("REVOKE DELETE ON product_images FROM wangi_catalog")
    op.execute("DROP INDEX ix_product_images_image_url")
    op.execute("DROP TABLE discarded_pictures")
    op.execute("ALTER TABLE auction_copies DROP COLUMN changed_at, DROP COLUMN status")
    op.execute(
        "CREATE TABLE seller_copies (user_id bigint CONSTRAINT pk_seller_copies PRIMARY KEY, username text NOT NULL)"
    )
    op.execute("INSERT INTO seller_copies SELECT user_id, username FROM people WHERE username <> ''")
    op.execute("GRANT SELECT, INSERT, UPDATE ON seller_copies TO wangi_catalog")
    drop_people()
