"""People as every service knows them, instead of copied names."""

from alembic import op

from libs.kit.db.migrate import create_people, drop_people

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_people("messaging")
    op.execute("INSERT INTO people (user_id, username) SELECT user_id, username FROM user_copies")
    op.execute("DROP TABLE user_copies")
    op.execute("CREATE INDEX ix_product_copies_seller_id ON product_copies (seller_id)")


def downgrade() -> None:
    """Back; when each person registered is not known any more."""
    op.execute("DROP INDEX ix_product_copies_seller_id")
    op.execute("""
        CREATE TABLE user_copies (
            user_id bigint CONSTRAINT pk_user_copies PRIMARY KEY,
            username text NOT NULL,
            registered_at timestamptz NOT NULL
        )""")
    op.execute("INSERT INTO user_copies SELECT user_id, username, now() FROM people WHERE username <> ''")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON user_copies TO wangi_messaging")
    drop_people()
