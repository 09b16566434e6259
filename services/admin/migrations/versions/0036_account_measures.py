"""Bans, suspensions, their lifting and removals of listings, with the services that carry each out and what
they answered."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE account_measures (
            user_id bigint NOT NULL,
            measure text NOT NULL CONSTRAINT ck_account_measures_measure
                CHECK (measure IN ('ban', 'lift_ban', 'suspend', 'lift_suspension', 'remove_listing')),
            decided_at timestamptz NOT NULL,
            subject_id bigint NOT NULL,
            expected text[] NOT NULL,
            answers jsonb NOT NULL,
            is_done boolean NOT NULL GENERATED ALWAYS AS (answers ?& expected) STORED,
            CONSTRAINT pk_account_measures PRIMARY KEY (user_id, decided_at, measure, subject_id)
        )""")
    op.execute("CREATE INDEX ix_account_measures_waiting ON account_measures (decided_at) WHERE NOT is_done")
    op.execute("CREATE INDEX ix_account_measures_decided ON account_measures (decided_at)")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "account_measures")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE account_measures")
