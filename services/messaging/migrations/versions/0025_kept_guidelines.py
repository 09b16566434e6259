"""When staff last agreed with a report about a person, among what a seller is verified by."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE verifications ADD COLUMN upheld_at timestamptz, ADD COLUMN upheld_case_id bigint")
    op.execute(
        "CREATE INDEX ix_verifications_upheld ON verifications (upheld_at) WHERE upheld_at IS NOT NULL"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE verifications DROP COLUMN upheld_at, DROP COLUMN upheld_case_id")
