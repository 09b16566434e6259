"""A day of the record is found by its moments."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward: entries come nearly in the order of their moments, so an index of their ranges is enough; it
    costs a writer nothing that could be measured."""
    build_index("ix_audit_log_happened_at", "audit_log USING brin (happened_at)")


def downgrade() -> None:
    """Back."""
    drop_index("ix_audit_log_happened_at")
