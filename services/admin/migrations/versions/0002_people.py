"""People as every service knows them; the audit log keeps no text that a person wrote."""

from alembic import op

from libs.kit.db.migrate import create_people, drop_people

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WITHOUT_WORDS = """
    UPDATE audit_log SET data = data
    - '{username,sellerName,name,brand,description,batchCode,images,bidderName}'::text[]
"""


def upgrade() -> None:
    """Forward."""
    create_people("admin")
    op.execute(WITHOUT_WORDS)
    op.execute("CREATE INDEX ix_audit_log_subject ON audit_log (source, subject)")


def downgrade() -> None:
    """Back; what was left out of the record stays out."""
    op.execute("DROP INDEX ix_audit_log_subject")
    drop_people()
