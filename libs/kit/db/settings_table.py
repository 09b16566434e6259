"""The copy of what operators pause, as each service that asks it has it; for their migrations."""

from alembic import op

from libs.kit.db.migrate import grant


def create_settings(service: str) -> None:
    """Create the copy."""
    op.execute("""
        CREATE TABLE operator_settings (
            name text CONSTRAINT pk_operator_settings PRIMARY KEY,
            is_on boolean NOT NULL,
            changes int NOT NULL
        )""")
    grant(service, "SELECT, INSERT, UPDATE", "operator_settings")


def drop_settings() -> None:
    """Undo `create_settings`; what is paused is open again until it is changed once more."""
    op.execute("DROP TABLE operator_settings")
