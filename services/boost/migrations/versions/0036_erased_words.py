"""An erasure empties the reasons of decisions about payments."""

from alembic import op

from libs.kit.db.column_comments import comment_columns, comment_kit_tables, comment_tables

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Comment on what an erasure leaves and let it empty reasons."""
    op.execute("GRANT UPDATE (reason) ON mismatch_decisions TO wangi_boost")
    comment_kit_tables()
    comment_tables("code", "operator_settings platform_rules ledger_entries protection_steps")
    comment_tables("record", "boost_packages package_changes")
    comment_columns(
        "code",
        boost_orders="package_name package_type",
        mismatch_decisions="outcome",
        payment_notifications="bill_id digest judgement",
        payments="bill_id channel url",
        payouts="bank_code ref",
        protections="appeal_outcome decision decision_code",
        receipts="number tax_name",
        second_person_requests="code",
    )
    # Encrypted, and emptied when the payout ends.
    comment_columns("expires", payouts="sealed")


def downgrade() -> None:
    """Take the right back. The comments stay: they bind nothing."""
    op.execute("REVOKE UPDATE (reason) ON mismatch_decisions FROM wangi_boost")
