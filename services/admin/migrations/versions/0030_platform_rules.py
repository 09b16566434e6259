"""The rules that operators move while the platform runs, and who did so and why.

0029 was never used."""

from alembic import op

from libs.kit.db.migrate import grant
from libs.kit.db.rules_table import create_rules, drop_rules

revision = "0030"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    create_rules("admin")
    op.execute("""
        CREATE TABLE platform_rule_steps (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_platform_rule_steps PRIMARY KEY,
            name text NOT NULL
                CONSTRAINT fk_platform_rule_steps_name REFERENCES platform_rules (name),
            before bigint NOT NULL,
            value bigint NOT NULL,
            by_id bigint NOT NULL,
            words text NOT NULL,
            at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_platform_rule_steps_name ON platform_rule_steps (name, id)")
    op.execute("CREATE INDEX ix_platform_rule_steps_at ON platform_rule_steps (at)")
    grant("admin", "SELECT, INSERT, DELETE", "platform_rule_steps")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE platform_rule_steps")
    drop_rules()
