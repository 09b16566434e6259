"""Appeals of warnings and suspensions: their words, and the queue with what is contested."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

WAITS = "WHERE state IN ('open', 'appealed', 'contested')"


def upgrade() -> None:
    """Forward. The index of the old build's queue goes in a later release."""
    build_index("ix_cases_waiting", f"cases (priority DESC, id) {WAITS}")
    op.execute("""
        CREATE TABLE case_appeals (
            case_id bigint CONSTRAINT pk_case_appeals PRIMARY KEY
                CONSTRAINT fk_case_appeals_case_id REFERENCES cases (id) ON DELETE CASCADE,
            user_id bigint NOT NULL,
            words text NOT NULL,
            at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_case_appeals_user_id ON case_appeals (user_id)")
    grant("admin", "SELECT, INSERT, DELETE", "case_appeals")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE case_appeals")
    drop_index("ix_cases_waiting")
