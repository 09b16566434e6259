"""The record is searched by the request in which staff acted or looked, along an index."""

from libs.kit.db.migrate import build_index, drop_index

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

REQUEST = "data ->> 'requestId'"


def upgrade() -> None:
    """Forward."""
    build_index("ix_audit_log_request", f"audit_log (({REQUEST}), id) WHERE {REQUEST} IS NOT NULL")


def downgrade() -> None:
    """Back."""
    drop_index("ix_audit_log_request")
