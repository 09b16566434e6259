"""A review knows which cases have hidden it: it comes back once none of them stands."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column(
        "reviews", sa.Column("hidden_by", ARRAY(sa.BigInteger), nullable=False, server_default="{}")
    )


def downgrade() -> None:
    """Back."""
    op.drop_column("reviews", "hidden_by")
