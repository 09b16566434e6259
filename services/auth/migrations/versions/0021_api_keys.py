"""Keys by which programs call in the name of a person, kept as hashes."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE api_keys (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_api_keys PRIMARY KEY,
            user_id bigint NOT NULL CONSTRAINT fk_api_keys_user_id
                REFERENCES users (id) ON DELETE CASCADE,
            name text NOT NULL,
            scopes text[] NOT NULL CONSTRAINT ck_api_keys_scopes CHECK (cardinality(scopes) BETWEEN 1 AND 32),
            prefix text NOT NULL,
            secret_hash bytea NOT NULL
                CONSTRAINT uq_api_keys_secret_hash UNIQUE
                CONSTRAINT ck_api_keys_secret_hash CHECK (length(secret_hash) = 32),
            previous_hash bytea
                CONSTRAINT uq_api_keys_previous_hash UNIQUE
                CONSTRAINT ck_api_keys_previous_hash CHECK (length(previous_hash) = 32),
            previous_ends_at timestamptz,
            generation integer NOT NULL DEFAULT 1,
            days integer NOT NULL,
            created_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL,
            last_used_at timestamptz,
            revoked_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_api_keys_user_id ON api_keys (user_id)")
    op.execute("CREATE INDEX ix_api_keys_expires_at ON api_keys (expires_at)")
    op.execute("CREATE INDEX ix_api_keys_revoked_at ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "api_keys")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE api_keys")
