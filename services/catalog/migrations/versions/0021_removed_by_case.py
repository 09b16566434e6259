"""Whether a case took a listing away, whatever the words of its reason."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. Of what is removed already only the word of its reason is known."""
    op.execute("ALTER TABLE product_counts ADD COLUMN is_removed_by_case boolean NOT NULL DEFAULT false")
    op.execute("""
        INSERT INTO product_counts (product_id, is_removed_by_case)
        SELECT id, true FROM products WHERE status = 'removed' AND removed_reason IN (
            'counterfeit', 'prohibited', 'misleading', 'stolen_photos', 'scam', 'harassment', 'spam', 'no_breach',
            'staff', 'other')
        ON CONFLICT (product_id) DO UPDATE SET is_removed_by_case = true""")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE product_counts DROP COLUMN is_removed_by_case")
