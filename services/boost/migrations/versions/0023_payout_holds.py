"""Pairs of people whose money waits for moderators."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_STATES = (
    "'awaiting_funds', 'held', 'shipped', 'inspection', 'disputed', 'return_requested', 'return_sent', "
    "'released', 'refunded', 'returned', 'split', 'cancelled', 'outside'"
)


def upgrade() -> None:
    """Forward. The new state is checked of new rows alone: a look at all would stop every step of money."""
    build_index("ix_protections_withheld", "protections (deal_id) WHERE state = 'withheld'")
    op.execute("""
        CREATE TABLE payout_holds (
            pair_id bigint CONSTRAINT pk_payout_holds PRIMARY KEY,
            bidder_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            state text NOT NULL
                CONSTRAINT ck_payout_holds_state CHECK (state IN ('held', 'confirmed', 'cleared')),
            step int NOT NULL,
            changed_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_payout_holds_people ON payout_holds (bidder_id, seller_id)")
    op.execute("CREATE INDEX ix_payout_holds_seller ON payout_holds (seller_id)")
    op.execute("CREATE INDEX ix_payout_holds_over ON payout_holds (changed_at) WHERE state <> 'held'")
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "payout_holds")
    _set_states(f"{_STATES}, 'withheld'")


def downgrade() -> None:
    """Back; refused while money waits."""
    drop_index("ix_protections_withheld")
    _set_states(_STATES)
    op.execute("DROP TABLE payout_holds")


def _set_states(states: str) -> None:
    op.execute("ALTER TABLE protections DROP CONSTRAINT ck_protections_state")
    op.execute(
        f"ALTER TABLE protections ADD CONSTRAINT ck_protections_state CHECK (state IN ({states})) NOT VALID"
    )
