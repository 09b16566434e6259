"""Both people of a deal review it, hidden until both have; sellers reply."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE deals ADD delivered_at timestamptz")
    op.execute(
        "UPDATE deals SET delivered_at = e.at FROM deal_events AS e "
        "WHERE e.deal_id = deals.id AND e.kind = 'confirm_delivery'"
    )
    op.execute("""
        ALTER TABLE reviews
            ADD about text NOT NULL DEFAULT 'seller'
                CONSTRAINT ck_reviews_about CHECK (about IN ('seller', 'buyer')),
            ADD reply text NOT NULL DEFAULT '' CONSTRAINT ck_reviews_reply CHECK (char_length(reply) <= 1000),
            ADD replied_at timestamptz,
            ADD reveal_at timestamptz,
            ADD revealed_at timestamptz,
            DROP CONSTRAINT uq_reviews_deal_id,
            ADD CONSTRAINT uq_reviews_deal_id_about UNIQUE (deal_id, about)""")
    # Those that are public already are due at once: the job reveals them again, so that every public review
    # has its fact and what is added up from the facts has them all.
    op.execute("UPDATE reviews SET reveal_at = created_at")
    op.execute("ALTER TABLE reviews ALTER reveal_at SET NOT NULL")
    op.execute("CREATE INDEX ix_reviews_hidden ON reviews (reveal_at) WHERE revealed_at IS NULL")
    for name, person in (("seller", "seller_id"), ("buyer", "buyer_id")):
        op.execute(
            f"CREATE INDEX ix_reviews_of_{name} ON reviews ({person}, id) "
            f"WHERE about = '{name}' AND revealed_at IS NOT NULL"
        )
    op.execute(
        "CREATE INDEX ix_reviews_of_product ON reviews (product_id, id) "
        "WHERE about = 'seller' AND revealed_at IS NOT NULL"
    )
    op.execute(
        "CREATE INDEX ix_reviews_praise ON reviews (id) "
        "WHERE about = 'seller' AND revealed_at IS NOT NULL AND rating_tenths >= 45 AND comment <> ''"
    )
    op.execute("DROP TABLE seller_ratings")
    op.execute("""
        CREATE TABLE ratings (
            user_id bigint NOT NULL,
            about text NOT NULL CONSTRAINT ck_ratings_about CHECK (about IN ('seller', 'buyer')),
            rating_tenths bigint NOT NULL,
            reviews bigint NOT NULL CONSTRAINT ck_ratings_reviews CHECK (reviews > 0),
            CONSTRAINT pk_ratings PRIMARY KEY (user_id, about, rating_tenths)
        )""")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "ratings")


def downgrade() -> None:
    """Back."""
    op.execute("""
        CREATE TABLE seller_ratings (
            seller_id bigint CONSTRAINT pk_seller_ratings PRIMARY KEY,
            reviews bigint NOT NULL CONSTRAINT ck_seller_ratings_reviews CHECK (reviews > 0),
            sum_tenths bigint NOT NULL
        )""")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", "seller_ratings")
    op.execute("DROP TABLE ratings")
    op.execute("DELETE FROM reviews WHERE about = 'buyer'")
    op.execute(
        "INSERT INTO seller_ratings SELECT seller_id, count(*), sum(rating_tenths) FROM reviews GROUP BY seller_id"
    )
    for name in ("hidden", "of_seller", "of_buyer", "of_product", "praise"):
        op.execute(f"DROP INDEX ix_reviews_{name}")
    op.execute("""
        ALTER TABLE reviews
            DROP CONSTRAINT uq_reviews_deal_id_about,
            DROP about, DROP reply, DROP replied_at, DROP reveal_at, DROP revealed_at,
            ADD CONSTRAINT uq_reviews_deal_id UNIQUE (deal_id)""")
    op.execute("ALTER TABLE deals DROP delivered_at")
