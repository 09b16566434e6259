"""The record is searched by when it happened, by service and by kind of act, along an index each."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

ADMIN = "data ->> 'byAdminId'"
BY_STAFF = f"WHERE {ADMIN} IS NOT NULL"


def upgrade() -> None:
    """Forward."""
    build_index("ix_audit_log_time", "audit_log (happened_at, id)")
    build_index("ix_audit_log_source_time", "audit_log (source, happened_at, id)")
    build_index("ix_audit_log_staff_time", f"audit_log (happened_at, id) {BY_STAFF}")
    build_index("ix_audit_log_of_staff_time", f"audit_log (({ADMIN}), happened_at, id) {BY_STAFF}")
    # The kind is the third part of `wangi.auth.UserBanned.v1`.
    build_index("ix_audit_log_kind_time", f"audit_log (split_part(type, '.', 3), happened_at, id) {BY_STAFF}")


def downgrade() -> None:
    """Back."""
    drop_index("ix_audit_log_kind_time")
    drop_index("ix_audit_log_of_staff_time")
    drop_index("ix_audit_log_staff_time")
    drop_index("ix_audit_log_source_time")
    drop_index("ix_audit_log_time")
