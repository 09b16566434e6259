"""Purchase cards follow the stock: how many pieces are free, and which listings changed."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index(
        "ix_deals_cards",
        "deals (product_id, id) WHERE state IN ('offered', 'unavailable') AND sale_number IS NULL",
    )
    # Not known of the listings there are: their cards tell it when they are pressed, until the next fact.
    op.execute("ALTER TABLE product_copies ADD free bigint NOT NULL DEFAULT 1, ADD cards_due timestamptz")
    op.execute(
        "CREATE INDEX ix_product_copies_cards_due ON product_copies (cards_due) WHERE cards_due IS NOT NULL"
    )


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_copies DROP free, DROP cards_due")
    drop_index("ix_deals_cards")
