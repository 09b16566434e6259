"""How a dispute was decided while the money waits, until when that may be appealed, and by whom it was."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index

revision = "0032"
down_revision = "0030"
branch_labels = None
depends_on = None

_STATES = (
    "'awaiting_funds', 'held', 'shipped', 'inspection', 'disputed', 'return_requested', 'return_sent', "
    "'released', 'refunded', 'returned', 'split', 'cancelled', 'outside', 'withheld'"
)


def upgrade() -> None:
    """Forward; decisions of before have been carried out. New states are checked of new rows alone."""
    build_index("ix_protections_appealed", "protections (deal_id) WHERE state = 'appealed'")
    op.execute("""
        ALTER TABLE protections
            ADD COLUMN decision text, ADD COLUMN decision_amount bigint, ADD COLUMN decision_asked_by bigint,
            ADD COLUMN appeal_until timestamptz, ADD COLUMN appealed_by bigint, ADD COLUMN appealed_at timestamptz,
            ADD COLUMN appeal_words text NOT NULL DEFAULT '', ADD COLUMN appeal_outcome text""")
    # No clock may end what another of staff has to decide.
    op.execute("""
        ALTER TABLE protections ADD CONSTRAINT ck_protections_appealed
            CHECK (state <> 'appealed' OR due_at IS NULL) NOT VALID""")
    _set_states(f"{_STATES}, 'decided', 'appealed'")


def downgrade() -> None:
    """Back; refused while a decision waits for its appeal."""
    op.execute("""
        DO $$ BEGIN
            IF EXISTS (SELECT 1 FROM protections WHERE state IN ('decided', 'appealed')) THEN
                RAISE EXCEPTION 'a decision waits for its appeal, and would be lost';
            END IF;
        END $$""")
    drop_index("ix_protections_appealed")
    _set_states(_STATES)
    op.execute("""
        ALTER TABLE protections
            DROP CONSTRAINT ck_protections_appealed,
            DROP COLUMN decision, DROP COLUMN decision_amount, DROP COLUMN decision_asked_by,
            DROP COLUMN appeal_until, DROP COLUMN appealed_by, DROP COLUMN appealed_at,
            DROP COLUMN appeal_words, DROP COLUMN appeal_outcome""")


def _set_states(states: str) -> None:
    op.execute("ALTER TABLE protections DROP CONSTRAINT ck_protections_state")
    op.execute(
        f"ALTER TABLE protections ADD CONSTRAINT ck_protections_state CHECK (state IN ({states})) NOT VALID"
    )
