"""Payments that do not fit are told as cases, and what staff decides about one is carried out."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_ACTS = (
    "'payout_asked', 'payout_retried', 'payout_settled_paid', 'payout_settled_refused', 'payment_asked', "
    "'payment_credited'"
)
_OUTCOMES = "'refund', 'release', 'return', 'split'"


def upgrade() -> None:
    """Forward. What waited before is told as soon as the new build runs."""
    op.execute("ALTER TABLE payments ADD COLUMN IF NOT EXISTS mismatches_told int NOT NULL DEFAULT 0")
    build_index(
        "ix_payments_mismatches_untold",
        "payments (id) WHERE (status = 'review') <> (mismatches_told % 2 = 1)",
    )
    op.execute("""
        CREATE TABLE mismatch_decisions (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_mismatch_decisions PRIMARY KEY,
            payment_id bigint NOT NULL
                CONSTRAINT fk_mismatch_decisions_payment_id REFERENCES payments (id) ON DELETE CASCADE,
            case_id bigint NOT NULL,
            decision text NOT NULL CONSTRAINT ck_mismatch_decisions_decision
                CHECK (decision IN ('credit', 'match', 'write_off')),
            reason text NOT NULL,
            staff_id bigint NOT NULL,
            decided_at timestamptz NOT NULL,
            look_at timestamptz,
            outcome text
        )""")
    op.execute("CREATE INDEX ix_mismatch_decisions_payment_id ON mismatch_decisions (payment_id)")
    op.execute(
        "CREATE INDEX ix_mismatch_decisions_due ON mismatch_decisions (look_at) WHERE look_at IS NOT NULL"
    )
    grant("boost", "SELECT, INSERT, UPDATE (look_at, outcome)", "mismatch_decisions")
    _set_check("staff_acts", "act", f"{_ACTS}, 'payment_written_off'")
    _set_check("second_person_requests", "outcome", f"{_OUTCOMES}, 'credit'")


def downgrade() -> None:
    """Back; refused where something was written off, or a credit waits for a second person."""
    _set_check("second_person_requests", "outcome", _OUTCOMES)
    _set_check("staff_acts", "act", _ACTS)
    op.execute("DROP TABLE mismatch_decisions")
    drop_index("ix_payments_mismatches_untold")
    op.execute("ALTER TABLE payments DROP COLUMN mismatches_told")


def _set_check(table: str, column: str, values: str) -> None:
    name = f"ck_{table}_{column}"
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({values})) NOT VALID")
