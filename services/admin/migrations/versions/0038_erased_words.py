"""An erasure empties the words of steps."""

from alembic import op

from libs.kit.db.column_comments import comment_columns, comment_kit_tables, comment_tables

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves and let it empty words."""
    op.execute("GRANT UPDATE (words) ON case_steps, risk_steps TO wangi_admin")
    comment_kit_tables()
    comment_tables(
        "code", "account_measures audit_beginnings audit_chains audit_log case_receipts fact_days settings"
    )
    comment_tables("code", "platform_rules")
    comment_tables("record", "platform_rule_steps setting_steps")
    comment_tables("expires", "web_event_counts web_events")
    comment_columns(
        "code",
        case_reports="reason",
        case_steps="decision reason step",
        cases="decision kind reason reported_for state",
        risk_deals="cancelled_by",
        risk_pairs="level reasons state",
        risk_steps="reason step",
    )


def downgrade() -> None:
    """Take the right back. The comments stay: they bind nothing."""
    op.execute("REVOKE UPDATE (words) ON case_steps, risk_steps FROM wangi_admin")
