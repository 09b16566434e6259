"""Who may not trade any more, and how far their auctions have been gone through."""

from alembic import op

from libs.kit.migrate import grant

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE departures (
            user_id bigint CONSTRAINT pk_departures PRIMARY KEY,
            why text NOT NULL CONSTRAINT ck_departures_why CHECK (why IN ('banned', 'erased')),
            since timestamptz NOT NULL,
            done_to bigint NOT NULL DEFAULT 0
        )""")
    grant("auction", "SELECT, INSERT, UPDATE, DELETE", "departures")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE departures")
