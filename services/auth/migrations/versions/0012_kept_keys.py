"""The root secret can be exchanged: what old recovery codes and passkeys fit by is kept, sealed."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE kept_keys (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_kept_keys PRIMARY KEY,
            purpose text NOT NULL,
            sealed bytea NOT NULL
        )
    """)
    grant("auth", "SELECT, INSERT, UPDATE (sealed)", "kept_keys")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE kept_keys")
