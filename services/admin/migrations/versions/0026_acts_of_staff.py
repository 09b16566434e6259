"""Acts of staff, of all or of one of them, are found in the record by an index.

0020 to 0025 were never used."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0026"
down_revision = "0019"
branch_labels = None
depends_on = None

STAFF = "data ->> 'byAdminId'"


def upgrade() -> None:
    """Forward."""
    build_index("ix_audit_log_staff", f"audit_log (id) WHERE {STAFF} IS NOT NULL")
    build_index("ix_audit_log_of_staff", f"audit_log (({STAFF}), id) WHERE {STAFF} IS NOT NULL")


def downgrade() -> None:
    """Back."""
    drop_index("ix_audit_log_of_staff")
    drop_index("ix_audit_log_staff")
