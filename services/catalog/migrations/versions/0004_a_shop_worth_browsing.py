"""A shop worth browsing: words to search by, pictures with their measures, favourites, drafts, counts."""

from alembic import op

from libs.kit.db.migrate import grant, show_people, unshow_people

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

STATES = "('active', 'pending', 'sold', 'archived', 'removed')"


def upgrade() -> None:
    """Forward."""
    show_people()
    _products()
    _touch()
    _pictures()
    _people_and_things()
    _searching()
    _speaking_up()


def _products() -> None:
    op.execute("""
        ALTER TABLE products
            ADD COLUMN brand_key text NOT NULL DEFAULT '',
            ADD COLUMN concentration text,
            ADD COLUMN notes text,
            ADD COLUMN state text,
            ADD COLUMN updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            ADD COLUMN sold_at timestamptz,
            ADD COLUMN relist_of bigint CONSTRAINT fk_products_relist_of REFERENCES products (id),
            ADD COLUMN removed_reason text,
            ADD COLUMN removed_at timestamptz,
            ADD COLUMN archived_at timestamptz,
            ADD COLUMN featured_until timestamptz,
            ADD COLUMN boost_package_id bigint,
            ADD COLUMN boost_group_id bigint,
            ADD COLUMN popularity int NOT NULL DEFAULT 0,
            ADD COLUMN delivered int NOT NULL DEFAULT 0,
            ADD COLUMN rating_tenths int,
            ADD COLUMN reviews int NOT NULL DEFAULT 0,
            ADD COLUMN words text[] NOT NULL DEFAULT '{}',
            ADD COLUMN title_words text[] NOT NULL DEFAULT '{}',
            ADD COLUMN touched xid8 NOT NULL DEFAULT pg_current_xact_id()""")
    op.execute(
        "ALTER TABLE products ADD COLUMN searchable tsvector GENERATED ALWAYS AS (array_to_tsvector(words)) STORED"
    )
    op.execute("UPDATE products SET status = 'archived' WHERE status = 'cancelled'")
    op.execute("UPDATE products SET updated_at = created_at, brand_key = lower(brand)")
    op.execute(f"ALTER TABLE products ADD CONSTRAINT ck_products_status CHECK (status IN {STATES})")
    op.execute(
        "CREATE INDEX ix_products_searchable ON products USING gin (searchable) WHERE status <> 'removed'"
    )
    op.execute("CREATE INDEX ix_products_price ON products (price, id DESC) WHERE status = 'active'")
    op.execute(
        "CREATE INDEX ix_products_shelf ON products (category_id, created_at DESC, id DESC) WHERE status = 'active'"
    )
    op.execute("CREATE INDEX ix_products_brand_key ON products (brand_key) WHERE status = 'active'")
    op.execute("CREATE INDEX ix_products_of_seller ON products (seller_id, created_at DESC, id DESC)")
    op.execute("DROP INDEX ix_products_seller_id")
    op.execute("CREATE INDEX ix_products_touched ON products (touched)")
    op.execute("CREATE INDEX ix_products_sold ON products (sold_at DESC) WHERE status = 'sold'")


def _touch() -> None:
    """Record the transaction of each change, by which a process updates its index of what is for sale."""
    op.execute("ALTER TABLE auction_copies ADD COLUMN has_reserve boolean NOT NULL DEFAULT false")
    op.execute("ALTER TABLE auction_copies ADD COLUMN starts_at timestamptz")
    op.execute("ALTER TABLE auction_copies ADD COLUMN touched xid8 NOT NULL DEFAULT pg_current_xact_id()")
    op.execute("CREATE INDEX ix_auction_copies_touched ON auction_copies (touched)")
    op.execute("CREATE INDEX ix_auction_copies_ends_at ON auction_copies (ends_at) WHERE status = 'active'")
    op.execute("""
        CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.touched = pg_current_xact_id(); RETURN NEW; END $$""")
    op.execute("""
        CREATE FUNCTION touch_what_they_sell() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE products SET touched = pg_current_xact_id() WHERE seller_id = NEW.user_id; RETURN NULL; END $$""")
    for table in ("products", "auction_copies"):
        op.execute(f"CREATE TRIGGER touch BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION touch()")
    op.execute("""
        CREATE TRIGGER touch_what_they_sell AFTER UPDATE ON people FOR EACH ROW
        WHEN ((OLD.username, OLD.shop_name, OLD.image, OLD.standing, OLD.is_verified)
              IS DISTINCT FROM (NEW.username, NEW.shop_name, NEW.image, NEW.standing, NEW.is_verified))
        EXECUTE FUNCTION touch_what_they_sell()""")


def _pictures() -> None:
    op.execute("""
        CREATE TABLE pictures (
            token text CONSTRAINT pk_pictures PRIMARY KEY,
            seller_id bigint NOT NULL,
            width int NOT NULL CONSTRAINT ck_pictures_width CHECK (width > 0),
            height int NOT NULL CONSTRAINT ck_pictures_height CHECK (height > 0),
            blur text,
            bytes int NOT NULL DEFAULT 0,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.execute("CREATE INDEX ix_pictures_seller_id ON pictures (seller_id, created_at)")
    op.execute("CREATE INDEX ix_pictures_created_at ON pictures (created_at)")
    op.execute("""
        ALTER TABLE product_images
            ADD COLUMN token text CONSTRAINT fk_product_images_token REFERENCES pictures (token),
            ADD COLUMN client_token text,
            ADD COLUMN image_name text NOT NULL DEFAULT '',
            ADD COLUMN created_at timestamptz NOT NULL DEFAULT clock_timestamp()""")
    op.execute("CREATE INDEX ix_product_images_token ON product_images (token)")
    op.execute(
        "CREATE UNIQUE INDEX uq_product_images_client_token ON product_images (client_token) "
        "WHERE client_token IS NOT NULL"
    )
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "pictures")


def _people_and_things() -> None:
    op.execute("""
        CREATE TABLE drafts (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_drafts PRIMARY KEY,
            seller_id bigint NOT NULL,
            form jsonb NOT NULL,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.execute("CREATE INDEX ix_drafts_seller_id ON drafts (seller_id, updated_at DESC)")
    op.execute("""
        CREATE TABLE favourites (
            user_id bigint NOT NULL,
            product_id bigint NOT NULL CONSTRAINT fk_favourites_product_id REFERENCES products (id),
            added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            price_when_added bigint NOT NULL,
            CONSTRAINT pk_favourites PRIMARY KEY (user_id, product_id)
        )""")
    op.execute("CREATE INDEX ix_favourites_product_id ON favourites (product_id)")
    op.execute("""
        CREATE TABLE product_counts (
            product_id bigint CONSTRAINT pk_product_counts PRIMARY KEY
                CONSTRAINT fk_product_counts_product_id REFERENCES products (id),
            views int NOT NULL DEFAULT 0,
            favourites int NOT NULL DEFAULT 0 CONSTRAINT ck_product_counts_favourites CHECK (favourites >= 0),
            favourite_changes int NOT NULL DEFAULT 0,
            reports int NOT NULL DEFAULT 0,
            touched xid8 NOT NULL DEFAULT pg_current_xact_id()
        )""")
    op.execute("CREATE INDEX ix_product_counts_touched ON product_counts (touched)")
    op.execute("CREATE TRIGGER touch BEFORE UPDATE ON product_counts FOR EACH ROW EXECUTE FUNCTION touch()")
    op.execute("""
        CREATE TABLE product_days (
            product_id bigint NOT NULL,
            day date NOT NULL,
            views int NOT NULL DEFAULT 0,
            favourites int NOT NULL DEFAULT 0,
            CONSTRAINT pk_product_days PRIMARY KEY (product_id, day)
        ) WITH (fillfactor = 70)""")
    op.execute("CREATE INDEX ix_product_days_day ON product_days (day)")
    op.execute("""
        CREATE TABLE product_visitors (
            day date NOT NULL,
            product_id bigint NOT NULL,
            visitor bytea NOT NULL,
            CONSTRAINT pk_product_visitors PRIMARY KEY (day, product_id, visitor)
        )""")
    grant(
        "catalog",
        "SELECT, INSERT, UPDATE, DELETE",
        "drafts",
        "favourites",
        "product_visitors",
        "product_days",
    )
    grant("catalog", "SELECT, INSERT, UPDATE", "product_counts")


def _searching() -> None:
    op.execute("""
        CREATE TABLE saved_searches (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_saved_searches PRIMARY KEY,
            user_id bigint NOT NULL,
            name text NOT NULL,
            wanted jsonb NOT NULL,
            by_mail boolean NOT NULL DEFAULT true,
            version int NOT NULL DEFAULT 0,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.execute("CREATE INDEX ix_saved_searches_user_id ON saved_searches (user_id, id)")
    op.execute("""
        CREATE TABLE saved_search_hits (
            search_id bigint NOT NULL
                CONSTRAINT fk_saved_search_hits_search_id REFERENCES saved_searches (id) ON DELETE CASCADE,
            product_id bigint NOT NULL,
            found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            CONSTRAINT pk_saved_search_hits PRIMARY KEY (search_id, product_id)
        )""")
    op.execute("""
        CREATE TABLE search_counts (
            day date NOT NULL,
            terms text NOT NULL,
            times int NOT NULL DEFAULT 0,
            results int NOT NULL DEFAULT 0,
            CONSTRAINT pk_search_counts PRIMARY KEY (day, terms)
        )""")
    op.execute("""
        CREATE TABLE search_days (
            day date CONSTRAINT pk_search_days PRIMARY KEY,
            version int NOT NULL DEFAULT 0
        )""")
    op.execute(
        "CREATE TABLE vocabulary (word text CONSTRAINT pk_vocabulary PRIMARY KEY, shown text NOT NULL)"
    )
    op.execute("CREATE INDEX ix_vocabulary_word ON vocabulary USING gin (word public.gin_trgm_ops)")
    op.execute("""
        CREATE TABLE marks (
            name text CONSTRAINT pk_marks PRIMARY KEY,
            horizon xid8 NOT NULL
        )""")
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "saved_searches", "saved_search_hits", "search_counts")
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "search_days", "vocabulary", "marks")


def _speaking_up() -> None:
    op.execute("""
        CREATE TABLE reports (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_reports PRIMARY KEY,
            product_id bigint NOT NULL CONSTRAINT fk_reports_product_id REFERENCES products (id),
            reporter_id bigint NOT NULL,
            reason text NOT NULL,
            words text NOT NULL DEFAULT '',
            created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            CONSTRAINT uq_reports_product_id UNIQUE (product_id, reporter_id)
        )""")
    op.execute("""
        CREATE TABLE appeals (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_appeals PRIMARY KEY,
            product_id bigint NOT NULL CONSTRAINT fk_appeals_product_id REFERENCES products (id),
            seller_id bigint NOT NULL,
            words text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )""")
    op.execute("CREATE INDEX ix_appeals_product_id ON appeals (product_id)")
    grant("catalog", "SELECT, INSERT, UPDATE, DELETE", "reports", "appeals")


def downgrade() -> None:
    """Back."""
    op.execute(
        "DROP TABLE appeals, reports, marks, vocabulary, search_days, search_counts, saved_search_hits"
    )
    op.execute(
        "DROP TABLE saved_searches, product_visitors, product_days, product_counts, favourites, drafts"
    )
    op.execute(
        "ALTER TABLE product_images DROP COLUMN token, DROP COLUMN client_token, DROP COLUMN image_name, "
        "DROP COLUMN created_at"
    )
    op.execute("DROP TABLE pictures")
    op.execute("DROP TRIGGER touch_what_they_sell ON people")
    for table in ("products", "auction_copies"):
        op.execute(f"DROP TRIGGER touch ON {table}")
    op.execute("DROP FUNCTION touch_what_they_sell(), touch()")
    op.execute(
        "ALTER TABLE auction_copies DROP COLUMN touched, DROP COLUMN has_reserve, DROP COLUMN starts_at"
    )
    op.execute("DROP INDEX ix_auction_copies_ends_at")
    op.execute("CREATE INDEX ix_products_seller_id ON products (seller_id)")
    op.execute(
        "ALTER TABLE products DROP COLUMN searchable, "
        + ", ".join(f"DROP COLUMN {name}" for name in NEW_COLUMNS)
        + ", DROP CONSTRAINT ck_products_status"
    )
    op.execute("DROP INDEX ix_products_of_seller, ix_products_shelf, ix_products_price")
    unshow_people()


NEW_COLUMNS = [
    "brand_key",
    "concentration",
    "notes",
    "state",
    "updated_at",
    "sold_at",
    "relist_of",
    "removed_reason",
    "removed_at",
    "archived_at",
    "featured_until",
    "boost_package_id",
    "boost_group_id",
    "popularity",
    "delivered",
    "rating_tenths",
    "reviews",
    "words",
    "title_words",
    "touched",
]
