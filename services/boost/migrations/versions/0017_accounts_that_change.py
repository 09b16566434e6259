"""Changes of bank accounts, payouts that are called back or stay unanswered, and why staff acted on money."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        ALTER TABLE payouts
            ADD COLUMN unanswered_since timestamptz,
            ADD COLUMN looks int NOT NULL DEFAULT 0,
            DROP CONSTRAINT ck_payouts_trouble,
            ADD CONSTRAINT ck_payouts_trouble CHECK (trouble IN
                ('refused', 'given_back', 'away', 'taken', 'differs', 'sealed', 'unclear')),
            DROP CONSTRAINT ck_payouts_status,
            ADD CONSTRAINT ck_payouts_status CHECK (status IN
                ('waiting', 'sending', 'sent', 'completed', 'failed', 'cancelled')),
            DROP CONSTRAINT ck_payouts_ended,
            ADD CONSTRAINT ck_payouts_ended CHECK
                ((ended_at IS NOT NULL) = (status IN ('completed', 'failed', 'cancelled')))""")
    # No one kept whether these were answered.
    op.execute("UPDATE payouts SET unanswered_since = now() WHERE status = 'sending' AND ref IS NULL")
    op.execute("ALTER TABLE payments ADD COLUMN came bigint CONSTRAINT ck_payments_came CHECK (came > 0)")
    op.execute("""
        CREATE TABLE payout_account_changes (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payout_account_changes PRIMARY KEY,
            user_id bigint NOT NULL,
            change text NOT NULL CONSTRAINT ck_payout_account_changes_change
                CHECK (change IN ('set', 'dropped', 'renamed')),
            bank_code text NOT NULL,
            last_four text NOT NULL,
            changed_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_payout_account_changes_user ON payout_account_changes (user_id, id)")
    op.execute("CREATE INDEX ix_payout_account_changes_age ON payout_account_changes (changed_at)")
    grant("boost", "SELECT, INSERT, DELETE", "payout_account_changes")
    op.execute("""
        CREATE TABLE staff_acts (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_staff_acts PRIMARY KEY,
            act text NOT NULL CONSTRAINT ck_staff_acts_act CHECK (act IN ('payout_asked', 'payout_retried',
                'payout_settled_paid', 'payout_settled_refused', 'payment_asked', 'payment_credited')),
            payout_id bigint CONSTRAINT fk_staff_acts_payout_id REFERENCES payouts (id),
            payment_id bigint CONSTRAINT fk_staff_acts_payment_id REFERENCES payments (id) ON DELETE CASCADE,
            staff_id bigint NOT NULL,
            reason text NOT NULL,
            acted_at timestamptz NOT NULL,
            CONSTRAINT ck_staff_acts_about CHECK (num_nonnulls(payout_id, payment_id) = 1)
        )""")
    op.execute("CREATE INDEX ix_staff_acts_payout ON staff_acts (payout_id, id) WHERE payout_id IS NOT NULL")
    op.execute(
        "CREATE INDEX ix_staff_acts_payment ON staff_acts (payment_id, id) WHERE payment_id IS NOT NULL"
    )
    # What staff has done stays as it was written.
    grant("boost", "SELECT, INSERT", "staff_acts")
    # An erased person is no longer spoken of.
    op.execute("GRANT UPDATE (reason) ON staff_acts TO wangi_boost")


def downgrade() -> None:
    """Back; refused where a payout was called back or stays unclear."""
    op.execute("DROP TABLE staff_acts, payout_account_changes")
    op.execute("ALTER TABLE payments DROP COLUMN came")
    op.execute("""
        ALTER TABLE payouts
            DROP COLUMN unanswered_since,
            DROP COLUMN looks,
            DROP CONSTRAINT ck_payouts_trouble,
            ADD CONSTRAINT ck_payouts_trouble CHECK (trouble IN
                ('refused', 'given_back', 'away', 'taken', 'differs', 'sealed')),
            DROP CONSTRAINT ck_payouts_ended,
            ADD CONSTRAINT ck_payouts_ended CHECK ((ended_at IS NOT NULL) = (status IN ('completed', 'failed'))),
            DROP CONSTRAINT ck_payouts_status,
            ADD CONSTRAINT ck_payouts_status
                CHECK (status IN ('waiting', 'sending', 'sent', 'completed', 'failed'))""")
