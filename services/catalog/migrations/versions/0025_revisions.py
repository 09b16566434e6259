"""What a listing said before each change of its words, price or pictures."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE revisions (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
            seller_id bigint NOT NULL,
            before jsonb NOT NULL,
            changed_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_revisions_product ON revisions (product_id, id)")
    op.execute("CREATE INDEX ix_revisions_seller ON revisions (seller_id)")
    op.execute("CREATE INDEX ix_revisions_age ON revisions (changed_at)")
    grant("catalog", "SELECT, INSERT, DELETE", "revisions")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE revisions")
