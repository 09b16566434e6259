"""Staff looks for accounts by how they stand, and by the hash of an e-mail address."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

SHOWN = "erased_at IS NULL"


def upgrade() -> None:
    """Forward."""
    # The hash by which `guessing.folded` names an address, so that both are one word.
    op.execute("""
        CREATE OR REPLACE FUNCTION email_hash(address text) RETURNS text
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        AS $$ SELECT left(encode(sha256(convert_to(address, 'UTF8')), 'hex'), 32) $$""")
    # Of all rows: an index of those that are shown would be taken for a way to find just these.
    build_index("ix_users_email_hash", "users (auth.email_hash(email_key))")
    build_index("ix_users_banned", f"users (id) WHERE is_banned AND {SHOWN}")
    build_index(
        "ix_users_suspended", f"users (suspended_until) WHERE suspended_until IS NOT NULL AND {SHOWN}"
    )
    build_index("ix_users_verified", f"users (id) WHERE is_verified AND {SHOWN}")
    build_index("ix_users_staff", f"users (id) WHERE (is_admin OR staff_role IS NOT NULL) AND {SHOWN}")


def downgrade() -> None:
    """Back."""
    drop_index("ix_users_staff")
    drop_index("ix_users_verified")
    drop_index("ix_users_suspended")
    drop_index("ix_users_banned")
    drop_index("ix_users_email_hash")
    op.execute("DROP FUNCTION email_hash")
