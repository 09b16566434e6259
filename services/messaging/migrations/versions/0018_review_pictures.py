"""Reviews have pictures."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE review_pictures (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_review_pictures PRIMARY KEY,
            token text NOT NULL CONSTRAINT uq_review_pictures_token UNIQUE,
            owner_id bigint NOT NULL,
            deal_id bigint NOT NULL REFERENCES deals (id),
            review_id bigint REFERENCES reviews (id),
            place bigint CONSTRAINT ck_review_pictures_place CHECK (place BETWEEN 0 AND 2),
            width bigint NOT NULL,
            height bigint NOT NULL,
            created_at timestamptz NOT NULL,
            CONSTRAINT uq_review_pictures_review_id_place UNIQUE (review_id, place),
            CONSTRAINT ck_review_pictures_shown CHECK ((review_id IS NULL) = (place IS NULL))
        )""")
    op.execute("CREATE INDEX ix_review_pictures_owner ON review_pictures (owner_id, id)")
    op.execute(
        "CREATE INDEX ix_review_pictures_waiting ON review_pictures (created_at) WHERE review_id IS NULL"
    )
    op.execute(
        "CREATE INDEX ix_review_pictures_deal ON review_pictures (deal_id, owner_id) WHERE review_id IS NULL"
    )
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "review_pictures")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TABLE review_pictures")
