"""Which accounts share a signal, by a number that only they have in common.

0033 and 0034 were not used here."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0035"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE risk_signals (
            kind text NOT NULL,
            signal bigint NOT NULL,
            user_id bigint NOT NULL,
            since timestamptz NOT NULL,
            seen_at timestamptz NOT NULL,
            CONSTRAINT pk_risk_signals PRIMARY KEY (kind, signal, user_id)
        )""")
    op.execute("CREATE INDEX ix_risk_signals_user ON risk_signals (user_id)")
    op.execute("CREATE INDEX ix_risk_signals_seen ON risk_signals (seen_at)")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "risk_signals")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE risk_signals")
