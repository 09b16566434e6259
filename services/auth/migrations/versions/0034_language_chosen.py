"""Whether a person chose their language, or it was that of the browser at registration."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. English was the default, so another language is taken for a choice."""
    op.execute("ALTER TABLE users ADD COLUMN language_chosen boolean NOT NULL DEFAULT false")
    op.execute("UPDATE users SET language_chosen = true WHERE language <> 'en'")


def downgrade() -> None:
    """Back."""
    op.execute("ALTER TABLE users DROP COLUMN language_chosen")
