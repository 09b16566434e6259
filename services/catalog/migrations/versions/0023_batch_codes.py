"""The listings of one batch code, for staff."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. `queries/batch_codes.py` asks for the same expression."""
    code = "upper(regexp_replace(batch_code, '[^A-Za-z0-9]+', '', 'g'))"
    build_index(
        "ix_products_batch_code", f"products (brand_key, ({code}), id DESC) WHERE batch_code IS NOT NULL"
    )


def downgrade() -> None:
    """Back."""
    drop_index("ix_products_batch_code")
