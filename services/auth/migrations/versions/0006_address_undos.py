"""An address that was changed can be changed back for a week, and the session that asked for a new one is
known."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE users ADD COLUMN pending_session text")
    op.execute("""
        CREATE TABLE address_undos (
            id text CONSTRAINT pk_address_undos PRIMARY KEY,
            user_id bigint NOT NULL CONSTRAINT fk_address_undos_user_id REFERENCES users (id),
            token_hash bytea NOT NULL,
            email text NOT NULL,
            email_key text NOT NULL,
            changed_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_address_undos_user_id ON address_undos (user_id)")
    op.execute("CREATE INDEX ix_address_undos_email_key ON address_undos (email_key)")
    grant("auth", "SELECT, INSERT, UPDATE, DELETE", "address_undos")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE address_undos")
    op.execute("ALTER TABLE users DROP COLUMN pending_session")
