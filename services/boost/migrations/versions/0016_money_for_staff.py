"""What staff sees of payouts, bills of deals that do not fit, and whose payment method is confirmed."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_payments_unfitting", "payments (id) WHERE status = 'review' AND deal_id IS NOT NULL")
    build_index("ix_payouts_open", "payouts (id) WHERE ended_at IS NULL")
    build_index("ix_payouts_failed", "payouts (id) WHERE status = 'failed'")
    op.execute("""
        ALTER TABLE payouts
            ADD COLUMN named_at timestamptz,
            ADD COLUMN trouble text CONSTRAINT ck_payouts_trouble
                CHECK (trouble IN ('refused', 'given_back', 'away', 'taken', 'differs', 'sealed')),
            ADD COLUMN retry_of bigint CONSTRAINT uq_payouts_retry_of UNIQUE
                CONSTRAINT fk_payouts_retry_of REFERENCES payouts (id)""")
    op.execute("""
        CREATE TABLE payment_methods (
            user_id bigint CONSTRAINT pk_payment_methods PRIMARY KEY,
            confirmed_by text NOT NULL
                CONSTRAINT ck_payment_methods_by CHECK (confirmed_by IN ('payment', 'bank_account')),
            confirmed_at timestamptz NOT NULL
        )""")
    grant("boost", "SELECT, INSERT, DELETE", "payment_methods")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE payment_methods")
    op.execute("ALTER TABLE payouts DROP COLUMN retry_of, DROP COLUMN trouble, DROP COLUMN named_at")
    for name in ("ix_payments_unfitting", "ix_payouts_open", "ix_payouts_failed"):
        drop_index(name)
