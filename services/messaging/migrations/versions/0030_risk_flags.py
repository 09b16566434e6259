"""Who looks suspicious to moderation: no testimonial quotes a review between them."""

from alembic import op

from libs.kit.db.risk_flags_table import create_risk_flags

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_risk_flags("messaging")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE risk_flags")
