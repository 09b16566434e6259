"""What each question to the provider was for, answers that do not fit, and payouts that a bank sends back."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_payments_review", "payments (order_id) WHERE status = 'review' AND order_id IS NOT NULL")
    op.execute("""
        ALTER TABLE provider_asks
            ADD COLUMN share text NOT NULL DEFAULT 'bill' CONSTRAINT ck_provider_asks_share
                CHECK (share IN ('bill', 'word', 'payout', 'channel', 'reconcile', 'deletion'))""")
    op.execute("ALTER TABLE payments ADD COLUMN odd int NOT NULL DEFAULT 0")
    op.execute("""
        ALTER TABLE payouts
            DROP CONSTRAINT ck_payouts_due,
            ADD CONSTRAINT ck_payouts_due
                CHECK (due_at IS NULL OR ended_at IS NULL OR status = 'completed')""")
    # Those that wait for staff are asked about again, also where that had ended.
    op.execute("UPDATE payments SET ask_at = now() WHERE status = 'review' AND ask_at IS NULL")


def downgrade() -> None:
    """Back."""
    op.execute("UPDATE payouts SET due_at = NULL WHERE status = 'completed'")
    op.execute("""
        ALTER TABLE payouts
            DROP CONSTRAINT ck_payouts_due,
            ADD CONSTRAINT ck_payouts_due CHECK (due_at IS NULL OR ended_at IS NULL)""")
    op.execute("ALTER TABLE payments DROP COLUMN odd")
    op.execute("ALTER TABLE provider_asks DROP COLUMN share")
    drop_index("ix_payments_review")
