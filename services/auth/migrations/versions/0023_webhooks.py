"""Endpoints to which people have their news sent, and the deliveries."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0023"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE webhook_endpoints (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_webhook_endpoints PRIMARY KEY,
            user_id bigint NOT NULL CONSTRAINT fk_webhook_endpoints_user_id
                REFERENCES users (id) ON DELETE CASCADE,
            name text NOT NULL,
            url text NOT NULL CONSTRAINT ck_webhook_endpoints_url CHECK (length(url) <= 1000),
            events text[] NOT NULL
                CONSTRAINT ck_webhook_endpoints_events CHECK (cardinality(events) BETWEEN 1 AND 64),
            secret bytea NOT NULL,
            previous_secret bytea,
            previous_ends_at timestamptz,
            status text NOT NULL DEFAULT 'active'
                CONSTRAINT ck_webhook_endpoints_status CHECK (status IN ('active', 'paused')),
            paused_for text,
            failing_since timestamptz,
            created_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_webhook_endpoints_user_id ON webhook_endpoints (user_id)")
    op.execute("""
        CREATE TABLE webhook_deliveries (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_webhook_deliveries PRIMARY KEY,
            endpoint_id bigint NOT NULL CONSTRAINT fk_webhook_deliveries_endpoint_id
                REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
            message_id text NOT NULL,
            event text NOT NULL,
            body text NOT NULL,
            state text NOT NULL DEFAULT 'waiting'
                CONSTRAINT ck_webhook_deliveries_state CHECK (state IN ('waiting', 'delivered', 'failed')),
            attempts integer NOT NULL DEFAULT 0,
            next_at timestamptz,
            created_at timestamptz NOT NULL,
            status_code integer,
            cause text,
            duration_ms integer,
            tried_at timestamptz
        ) WITH (fillfactor = 80)""")
    op.execute("CREATE INDEX ix_webhook_deliveries_endpoint_id ON webhook_deliveries (endpoint_id, id)")
    op.execute("CREATE INDEX ix_webhook_deliveries_created_at ON webhook_deliveries (created_at)")
    op.execute(
        "CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL"
    )
    op.execute(
        "CREATE INDEX ix_webhook_deliveries_waiting ON webhook_deliveries (endpoint_id)"
        " WHERE next_at IS NOT NULL"
    )
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "webhook_endpoints", "webhook_deliveries")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE webhook_deliveries")
    op.execute("DROP TABLE webhook_endpoints")
