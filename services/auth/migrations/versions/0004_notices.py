"""Notices: what happened that a person wanted to hear of, and what they want to hear of."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE notices (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_notices PRIMARY KEY,
            user_id bigint NOT NULL,
            kind text NOT NULL,
            about text NOT NULL,
            facts jsonb NOT NULL,
            link text NOT NULL,
            writer_id bigint,
            mailed boolean NOT NULL DEFAULT false,
            shown boolean NOT NULL DEFAULT true,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            read_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_notices_user_id ON notices (user_id, id DESC)")
    op.execute("CREATE INDEX ix_notices_unread ON notices (user_id) WHERE read_at IS NULL AND shown")
    op.execute("CREATE INDEX ix_notices_writer_id ON notices (writer_id) WHERE writer_id IS NOT NULL")
    op.execute("CREATE INDEX ix_notices_created_at ON notices (created_at)")
    op.execute("""
        CREATE TABLE notice_preferences (
            user_id bigint NOT NULL,
            kind text NOT NULL,
            in_app boolean NOT NULL,
            mail boolean NOT NULL,
            CONSTRAINT pk_notice_preferences PRIMARY KEY (user_id, kind)
        )""")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "notices", "notice_preferences")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE notice_preferences, notices")
