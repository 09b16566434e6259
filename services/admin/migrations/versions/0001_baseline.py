from libs.kit.db.migrate import create_baseline

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the schema of 1.0."""
    create_baseline("admin")


def downgrade() -> None:
    raise NotImplementedError("There is nothing before the baseline. Drop the schema instead.")
