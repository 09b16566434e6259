"""Cases: what people reported, who looks at it, what was decided, and which services carried it out."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE cases (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_cases PRIMARY KEY,
            kind text NOT NULL,
            subject_id bigint NOT NULL,
            about_id bigint NOT NULL,
            state text NOT NULL,
            priority int NOT NULL,
            reported_for text,
            reports int NOT NULL,
            version bigint NOT NULL,
            opened_at timestamptz NOT NULL,
            waits_since timestamptz NOT NULL,
            claimed_by bigint,
            claimed_until timestamptz,
            decision text,
            reason text,
            decided_by bigint,
            over_at timestamptz
        )""")
    waits = "WHERE state IN ('open', 'appealed')"
    op.execute(f"CREATE UNIQUE INDEX uq_cases_subject ON cases (kind, subject_id) {waits}")
    op.execute(f"CREATE INDEX ix_cases_queue ON cases (priority DESC, id) {waits}")
    op.execute("CREATE INDEX ix_cases_newest ON cases (state, id)")
    op.execute("CREATE INDEX ix_cases_of_subject ON cases (kind, subject_id, id)")
    op.execute("CREATE INDEX ix_cases_about ON cases (about_id, id)")
    op.execute("CREATE INDEX ix_cases_claimed_by ON cases (claimed_by) WHERE claimed_by IS NOT NULL")
    op.execute("CREATE INDEX ix_cases_decided_by ON cases (decided_by, id)")
    op.execute("CREATE INDEX ix_cases_over_at ON cases (over_at) WHERE over_at IS NOT NULL")
    op.execute("""
        CREATE TABLE case_reports (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_case_reports PRIMARY KEY,
            case_id bigint NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
            reporter_id bigint,
            reason text NOT NULL,
            filed_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_case_reports_of_case ON case_reports (case_id, id)")
    op.execute("CREATE INDEX ix_case_reports_reporter ON case_reports (reporter_id, id)")
    op.execute("""
        CREATE TABLE case_steps (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_case_steps PRIMARY KEY,
            case_id bigint NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
            step text NOT NULL,
            by_id bigint,
            decision text,
            reason text,
            days int,
            words text NOT NULL,
            at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_case_steps_of_case ON case_steps (case_id, id)")
    op.execute("""
        CREATE TABLE case_receipts (
            step_id bigint CONSTRAINT pk_case_receipts PRIMARY KEY REFERENCES case_steps (id) ON DELETE CASCADE,
            case_id bigint NOT NULL,
            service text NOT NULL,
            outcome text,
            done_at timestamptz
        )""")
    op.execute("CREATE INDEX ix_case_receipts_of_case ON case_receipts (case_id)")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "cases")
    # What was reported and done stays as it was written, until it goes with its case.
    grant("admin", "SELECT, INSERT", "case_reports", "case_steps")
    grant("admin", "SELECT, INSERT, UPDATE", "case_receipts")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE case_receipts, case_steps, case_reports, cases")
