"""Devices that are told of notices by push, what waits for them, and the key that signs what is sent."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    # Without a value the default of the kind holds, as for rows of the release before.
    op.execute("ALTER TABLE notice_preferences ADD COLUMN push boolean")
    op.execute("""
        CREATE TABLE push_subscriptions (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_push_subscriptions PRIMARY KEY,
            user_id bigint NOT NULL CONSTRAINT fk_push_subscriptions_user_id
                REFERENCES users (id) ON DELETE CASCADE,
            session_id text NOT NULL CONSTRAINT fk_push_subscriptions_session_id
                REFERENCES refresh_families (id) ON DELETE CASCADE,
            endpoint text NOT NULL CONSTRAINT ck_push_subscriptions_endpoint CHECK (length(endpoint) <= 1000),
            endpoint_hash bytea NOT NULL CONSTRAINT uq_push_subscriptions_endpoint_hash UNIQUE,
            p256dh bytea NOT NULL CONSTRAINT ck_push_subscriptions_p256dh CHECK (octet_length(p256dh) = 65),
            secret bytea NOT NULL CONSTRAINT ck_push_subscriptions_secret CHECK (octet_length(secret) = 16),
            created_at timestamptz NOT NULL,
            renewed_at timestamptz NOT NULL,
            succeeded_at timestamptz,
            failures integer NOT NULL DEFAULT 0
        )""")
    op.execute("CREATE INDEX ix_push_subscriptions_user_id ON push_subscriptions (user_id)")
    op.execute("CREATE INDEX ix_push_subscriptions_session_id ON push_subscriptions (session_id)")
    op.execute("CREATE INDEX ix_push_subscriptions_renewed_at ON push_subscriptions (renewed_at)")
    op.execute("""
        CREATE TABLE push_messages (
            notice_id bigint NOT NULL CONSTRAINT fk_push_messages_notice_id
                REFERENCES notices (id) ON DELETE CASCADE,
            subscription_id bigint NOT NULL CONSTRAINT fk_push_messages_subscription_id
                REFERENCES push_subscriptions (id) ON DELETE CASCADE,
            attempts integer NOT NULL DEFAULT 0,
            next_at timestamptz NOT NULL,
            created_at timestamptz NOT NULL,
            CONSTRAINT pk_push_messages PRIMARY KEY (notice_id, subscription_id)
        )""")
    op.execute("CREATE INDEX ix_push_messages_subscription_id ON push_messages (subscription_id)")
    op.execute("CREATE INDEX ix_push_messages_next_at ON push_messages (next_at)")
    op.execute("""
        CREATE TABLE push_keys (
            id smallint CONSTRAINT pk_push_keys PRIMARY KEY CONSTRAINT ck_push_keys_one CHECK (id = 1),
            sealed bytea NOT NULL,
            created_at timestamptz NOT NULL
        )""")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "push_subscriptions", "push_messages", "push_keys")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE push_keys")
    op.execute("DROP TABLE push_messages")
    op.execute("DROP TABLE push_subscriptions")
    op.execute("ALTER TABLE notice_preferences DROP COLUMN push")
