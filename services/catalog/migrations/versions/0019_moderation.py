"""Facts about what staff did with a listing have numbers of their own; its only review may be hidden."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE product_counts ADD COLUMN moderations integer NOT NULL DEFAULT 0")
    op.execute(
        "ALTER TABLE product_ratings DROP CONSTRAINT ck_product_ratings_reviews, "
        "ADD CONSTRAINT ck_product_ratings_reviews CHECK (reviews >= 0) NOT VALID"
    )
    op.execute("ALTER TABLE product_ratings VALIDATE CONSTRAINT ck_product_ratings_reviews")


def downgrade() -> None:
    """Back."""
    op.execute("DELETE FROM product_ratings WHERE reviews = 0")
    op.execute(
        "ALTER TABLE product_ratings DROP CONSTRAINT ck_product_ratings_reviews, "
        "ADD CONSTRAINT ck_product_ratings_reviews CHECK (reviews > 0)"
    )
    op.execute("ALTER TABLE product_counts DROP COLUMN moderations")
