"""What people did around changes of how they sign in, and accounts among what waits for staff."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_risk_pairs_seller", "risk_pairs (seller_id)")
    op.execute(
        "ALTER TABLE risk_pairs ADD COLUMN kind text NOT NULL DEFAULT 'bids' "
        "CONSTRAINT ck_risk_pairs_kind CHECK (kind IN ('bids', 'takeover'))"
    )
    op.execute("""
        CREATE TABLE risk_acts (
            user_id bigint NOT NULL,
            slot timestamptz NOT NULL,
            code text NOT NULL,
            times int NOT NULL,
            CONSTRAINT pk_risk_acts PRIMARY KEY (user_id, slot, code)
        )""")
    op.execute("CREATE INDEX ix_risk_acts_slot ON risk_acts (slot)")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "risk_acts")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE risk_acts")
    op.execute("DELETE FROM risk_pairs WHERE kind = 'takeover'")
    op.execute("ALTER TABLE risk_pairs DROP COLUMN kind")
    drop_index("ix_risk_pairs_seller")
