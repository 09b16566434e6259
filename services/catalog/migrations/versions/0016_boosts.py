"""What is paid for a listing's visibility, and how often the carousel showed it."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        ALTER TABLE products
            ADD COLUMN featured_at timestamptz,
            ADD COLUMN premium_until timestamptz,
            ADD COLUMN featured_duration_hours integer,
            ADD COLUMN boosted_at timestamptz,
            ADD COLUMN boosted_until timestamptz,
            ADD COLUMN premium_paid_until timestamptz,
            ADD COLUMN boost_version bigint NOT NULL DEFAULT 0,
            ADD COLUMN package_version bigint NOT NULL DEFAULT 0,
            ADD COLUMN premium_version bigint NOT NULL DEFAULT 0""")
    op.execute("ALTER TABLE product_days ADD COLUMN shown integer NOT NULL DEFAULT 0")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_days DROP COLUMN shown")
    op.execute("""
        ALTER TABLE products
            DROP COLUMN featured_at, DROP COLUMN premium_until, DROP COLUMN featured_duration_hours,
            DROP COLUMN boosted_at, DROP COLUMN boosted_until, DROP COLUMN premium_paid_until,
            DROP COLUMN boost_version, DROP COLUMN package_version, DROP COLUMN premium_version""")
