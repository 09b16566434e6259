"""Pages of what the record says of one account, for an export, follow an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    build_index("ix_audit_log_of_subject", "audit_log (source, subject, id)")
    drop_index("ix_audit_log_subject")


def downgrade() -> None:
    """Back."""
    build_index("ix_audit_log_subject", "audit_log (source, subject)")
    drop_index("ix_audit_log_of_subject")
