"""What is out of date is found without reading what is not."""

from alembic import op

from libs.kit.db.migrate import build_index

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

AGES = {
    "one_time_links": "expires_at",
    "address_undos": "expires_at",
    "guess_counts": "ends_at",
    "known_devices": "seen_at",
}


def upgrade() -> None:
    """Forward."""
    for table, column in AGES.items():
        build_index(f"ix_{table}_{column}", f"{table} ({column})")
    build_index(
        "ix_refresh_families_revoked_at", "refresh_families (revoked_at) WHERE revoked_at IS NOT NULL"
    )
    build_index("ix_refresh_families_expires_at", "refresh_families (expires_at)")


def downgrade() -> None:
    """Back."""
    op.execute("DROP INDEX ix_refresh_families_expires_at")
    op.execute("DROP INDEX ix_refresh_families_revoked_at")
    for table, column in AGES.items():
        op.execute(f"DROP INDEX ix_{table}_{column}")
