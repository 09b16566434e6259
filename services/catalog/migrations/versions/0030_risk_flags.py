"""Who looks suspicious to moderation: their listings stay off the home page and featured places."""

from alembic import op

from libs.kit.db.risk_flags_table import create_risk_flags

SHOWN = ("username", "shop_name", "image", "standing", "is_verified")

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def touch_when_changed(*columns: str) -> None:
    """Mark a person's listings as changed when one of these columns changes."""
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("OLD", "NEW"))
    op.execute(
        "CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON people FOR EACH ROW "
        f"WHEN (({old}) IS DISTINCT FROM ({new})) EXECUTE FUNCTION touch()"
    )


def upgrade() -> None:
    """Forward."""
    create_risk_flags("catalog")
    op.execute("ALTER TABLE people ADD COLUMN is_suspected boolean NOT NULL DEFAULT false")
    touch_when_changed(*SHOWN, "is_suspected")


def downgrade() -> None:
    """Back."""
    touch_when_changed(*SHOWN)
    op.execute("ALTER TABLE people DROP COLUMN is_suspected")
    op.execute("DROP TABLE risk_flags")
