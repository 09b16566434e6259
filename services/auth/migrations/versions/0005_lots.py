"""Notices of auctions: what a lot is called, and that some kinds are told once for each thing."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE lots (
            product_id bigint CONSTRAINT pk_lots PRIMARY KEY,
            seller_id bigint NOT NULL,
            name text NOT NULL,
            kept_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_lots_seller_id ON lots (seller_id)")
    op.execute("CREATE INDEX ix_lots_kept_at ON lots (kept_at)")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "lots")
    op.execute(
        "CREATE UNIQUE INDEX uq_notices_once ON notices (user_id, kind, about) WHERE kind = 'ending_soon'"
    )
    op.execute("CREATE INDEX ix_notices_about ON notices (user_id, about)")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_notices_about, uq_notices_once")
    op.execute("DROP TABLE lots")
