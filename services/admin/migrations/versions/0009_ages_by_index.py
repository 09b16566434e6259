"""Old rows are found by their index, however many young ones there are."""

from libs.kit.db.migrate import judge_ages_by_clock, judge_ages_by_statement

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

FUNCTIONS = ("keep_tables(int)",)


def upgrade() -> None:
    """Forward."""
    judge_ages_by_statement(*FUNCTIONS)


def downgrade() -> None:
    """Back."""
    judge_ages_by_clock(*FUNCTIONS)
