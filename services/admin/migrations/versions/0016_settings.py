"""What operators pause while the platform runs, and who did so and why."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE settings (
            name text CONSTRAINT pk_settings PRIMARY KEY,
            is_on boolean NOT NULL,
            changes int NOT NULL
        )""")
    op.execute("""
        CREATE TABLE setting_steps (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_setting_steps PRIMARY KEY,
            name text NOT NULL CONSTRAINT fk_setting_steps_name REFERENCES settings (name),
            is_on boolean NOT NULL,
            by_id bigint NOT NULL,
            words text NOT NULL,
            at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_setting_steps_name ON setting_steps (name, id)")
    op.execute("CREATE INDEX ix_setting_steps_at ON setting_steps (at)")
    grant("admin", "SELECT, INSERT, UPDATE", "settings")
    grant("admin", "SELECT, INSERT, DELETE", "setting_steps")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE setting_steps")
    op.execute("DROP TABLE settings")
