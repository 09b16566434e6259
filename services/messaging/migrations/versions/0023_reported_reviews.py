"""A review can be reported, and hidden by staff."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

ONE = "coalesce(message_id, 0), coalesce(deal_id, 0)"


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE reviews ADD hidden_at timestamptz")
    # Of a rating whose only review is hidden there is none left.
    op.execute(
        "ALTER TABLE ratings DROP CONSTRAINT ck_ratings_reviews, "
        "ADD CONSTRAINT ck_ratings_reviews CHECK (reviews >= 0) NOT VALID"
    )
    op.execute("ALTER TABLE ratings VALIDATE CONSTRAINT ck_ratings_reviews")
    op.execute("ALTER TABLE message_reports ADD review_id bigint REFERENCES reviews (id)")
    op.execute("DROP INDEX uq_message_reports_one")
    op.execute(
        "CREATE UNIQUE INDEX uq_message_reports_one "
        f"ON message_reports (reporter_id, about_id, {ONE}, coalesce(review_id, 0))"
    )


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX uq_message_reports_one")
    op.execute("DELETE FROM message_reports WHERE review_id IS NOT NULL")
    op.execute("ALTER TABLE message_reports DROP review_id")
    op.execute(
        f"CREATE UNIQUE INDEX uq_message_reports_one ON message_reports (reporter_id, about_id, {ONE})"
    )
    op.execute("DELETE FROM ratings WHERE reviews = 0")
    op.execute(
        "ALTER TABLE ratings DROP CONSTRAINT ck_ratings_reviews, "
        "ADD CONSTRAINT ck_ratings_reviews CHECK (reviews > 0)"
    )
    op.execute("ALTER TABLE reviews DROP hidden_at")
