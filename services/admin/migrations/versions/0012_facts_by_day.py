"""How many facts of each kind came on each day, for staff's overview."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE fact_days (
            name text NOT NULL,
            day date NOT NULL,
            times bigint NOT NULL,
            CONSTRAINT pk_fact_days PRIMARY KEY (name, day)
        )""")
    grant("admin", "SELECT, INSERT, UPDATE, DELETE", "fact_days")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE fact_days")
