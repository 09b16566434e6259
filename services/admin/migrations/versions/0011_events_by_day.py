"""What visitors did is limited a day, and counted once for each day that has ended."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE web_event_days (
            day date CONSTRAINT pk_web_event_days PRIMARY KEY,
            kept int NOT NULL,
            is_counted boolean NOT NULL DEFAULT false
        )""")
    op.execute("""
        CREATE TABLE web_event_counts (
            day date NOT NULL,
            name text NOT NULL,
            times int NOT NULL,
            visits int NOT NULL,
            CONSTRAINT pk_web_event_counts PRIMARY KEY (day, name)
        )""")
    op.execute("""
        INSERT INTO web_event_days (day, kept)
        SELECT CAST(received_at AS date), count(*) FROM web_events GROUP BY 1""")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "web_event_days", "web_event_counts")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE web_event_counts, web_event_days")
