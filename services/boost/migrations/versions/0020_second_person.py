"""Refunds and decisions about large amounts that one person of the staff asked for and another agrees to."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE second_person_requests (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_second_person_requests PRIMARY KEY,
            order_id bigint CONSTRAINT fk_second_person_requests_order_id REFERENCES boost_orders (id),
            deal_id bigint CONSTRAINT fk_second_person_requests_deal_id REFERENCES protections (deal_id),
            outcome text NOT NULL CONSTRAINT ck_second_person_requests_outcome
                CHECK (outcome IN ('refund', 'release', 'return', 'split')),
            buyer_amount bigint,
            reason text NOT NULL,
            asked_by bigint NOT NULL,
            asked_at timestamptz NOT NULL,
            until timestamptz NOT NULL,
            ended_as text CONSTRAINT ck_second_person_requests_ended_as
                CHECK (ended_as IN ('agreed', 'withdrawn', 'replaced', 'lapsed')),
            ended_by bigint,
            ended_at timestamptz,
            CONSTRAINT ck_second_person_requests_about CHECK (num_nonnulls(order_id, deal_id) = 1),
            CONSTRAINT ck_second_person_requests_ended CHECK ((ended_at IS NULL) = (ended_as IS NULL))
        )""")
    for name in ("order", "deal"):
        op.execute(f"""
            CREATE INDEX ix_second_person_requests_{name} ON second_person_requests ({name}_id)
            WHERE {name}_id IS NOT NULL""")
        op.execute(f"""
            CREATE UNIQUE INDEX uq_second_person_requests_{name} ON second_person_requests ({name}_id)
            WHERE ended_at IS NULL AND {name}_id IS NOT NULL""")
    grant("boost", "SELECT, INSERT", "second_person_requests")
    # An erased person is no longer spoken of.
    op.execute("GRANT UPDATE (ended_as, ended_by, ended_at, reason) ON second_person_requests TO wangi_boost")


def downgrade() -> None:
    """Back; what waits is asked for anew."""
    op.execute("DROP TABLE second_person_requests")
