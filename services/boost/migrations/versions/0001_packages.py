"""The packages on offer and the copy of products."""

import sqlalchemy as sa
from alembic import op

from libs.kit.db.migrate import create_kit_tables, drop_kit_tables, grant

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

PACKAGES = (
    (1, "Standard 1", "standard", 1, 1000, 72),
    (2, "Standard 3", "standard", 3, 2700, 72),
    (3, "Standard 5", "standard", 5, 4000, 72),
    (4, "Standard 10", "standard", 10, 7000, 72),
    (5, "Premium 1", "premium", 1, 2000, 168),
    (6, "Premium 3", "premium", 3, 5400, 168),
    (7, "Premium 5", "premium", 5, 8000, 168),
    (8, "Premium 10", "premium", 10, 14000, 168),
)

_COLUMNS = ("id", "name", "package_type", "item_count", "price", "duration_hours", "effective_price")
_TABLE = sa.table("boost_packages", *(sa.column(name) for name in _COLUMNS))


def upgrade() -> None:
    """Forward."""
    create_kit_tables("boost")
    op.execute("""
        CREATE TABLE boost_packages (
            id int CONSTRAINT pk_boost_packages PRIMARY KEY,
            name text NOT NULL,
            package_type text NOT NULL
                CONSTRAINT ck_boost_packages_type CHECK (package_type IN ('standard', 'premium')),
            item_count int NOT NULL CONSTRAINT ck_boost_packages_item_count CHECK (item_count > 0),
            price int NOT NULL CONSTRAINT ck_boost_packages_price CHECK (price >= 0),
            duration_hours int NOT NULL CONSTRAINT ck_boost_packages_duration CHECK (duration_hours > 0),
            effective_price numeric(10, 2) NOT NULL,
            is_active boolean NOT NULL DEFAULT true,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.bulk_insert(
        _TABLE, [dict(zip(_COLUMNS, (*row, row[4] / row[3] / 100), strict=True)) for row in PACKAGES]
    )
    op.execute("""
        CREATE TABLE product_copies (
            product_id bigint CONSTRAINT pk_product_copies PRIMARY KEY,
            seller_id bigint NOT NULL,
            name text NOT NULL,
            price bigint NOT NULL,
            image_url text
        )""")
    grant("boost", "SELECT", "boost_packages")
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "product_copies")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE product_copies, boost_packages")
    drop_kit_tables()
