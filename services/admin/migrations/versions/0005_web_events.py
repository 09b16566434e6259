"""What consenting visitors did in the web app: counted, kept for a while, without names."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE web_events (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_web_events PRIMARY KEY,
            session text NOT NULL,
            name text NOT NULL,
            happened_at timestamptz NOT NULL,
            path text NOT NULL,
            params jsonb NOT NULL,
            received_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.execute("CREATE INDEX ix_web_events_received_at ON web_events (received_at)")
    grant("admin", "SELECT, INSERT, DELETE", "web_events")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE web_events")
