"""The copy of the rules that operators move, as each service that asks them has it; for their migrations."""

from alembic import op

from libs.kit.db.migrate import grant


def create_rules(service: str) -> None:
    """Create the copy."""
    op.execute("""
        CREATE TABLE platform_rules (
            name text CONSTRAINT pk_platform_rules PRIMARY KEY,
            value bigint NOT NULL,
            changes int NOT NULL
        )""")
    grant(service, "SELECT, INSERT, UPDATE", "platform_rules")


def drop_rules() -> None:
    """Undo `create_rules`; each rule is as it was at first until it is moved once more."""
    op.execute("DROP TABLE platform_rules")
