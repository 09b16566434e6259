"""Orders of boosts with their payments, what is featured until when, receipts, and the packages' history."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    _packages()
    _orders()
    _payments()
    _boosts()
    _receipts()


def _packages() -> None:
    op.execute("ALTER TABLE boost_packages ADD COLUMN version int NOT NULL DEFAULT 1")
    # Cents for one product, as every amount of boost (C4).
    op.execute("UPDATE boost_packages SET effective_price = round(price::numeric / item_count, 2)")
    op.execute(
        "GRANT UPDATE (name, price, effective_price, duration_hours, is_active, version) "
        "ON boost_packages TO wangi_boost"
    )
    op.execute("""
        CREATE TABLE package_changes (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_package_changes PRIMARY KEY,
            package_id int NOT NULL REFERENCES boost_packages (id),
            version int NOT NULL,
            name text NOT NULL,
            price int NOT NULL,
            duration_hours int NOT NULL,
            is_active boolean NOT NULL,
            staff_id bigint NOT NULL,
            reason text NOT NULL,
            changed_at timestamptz NOT NULL,
            CONSTRAINT uq_package_changes UNIQUE (package_id, version)
        )""")
    grant("boost", "SELECT, INSERT", "package_changes")


def _orders() -> None:
    op.execute("""
        CREATE TABLE boost_orders (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_boost_orders PRIMARY KEY,
            seller_id bigint NOT NULL,
            package_id int NOT NULL REFERENCES boost_packages (id),
            package_name text NOT NULL,
            package_type text NOT NULL,
            item_count int NOT NULL,
            duration_hours int NOT NULL,
            product_ids bigint[] NOT NULL,
            amount bigint NOT NULL CONSTRAINT ck_boost_orders_amount CHECK (amount >= 0),
            uses_credit boolean NOT NULL,
            credit bigint NOT NULL DEFAULT 0 CONSTRAINT ck_boost_orders_credit CHECK (credit BETWEEN 0 AND amount),
            refunded bigint NOT NULL DEFAULT 0
                CONSTRAINT ck_boost_orders_refunded CHECK (refunded BETWEEN 0 AND amount),
            status text NOT NULL CONSTRAINT ck_boost_orders_status
                CHECK (status IN ('pending', 'paid', 'expired', 'cancelled', 'review', 'refunded')),
            version int NOT NULL DEFAULT 0,
            client_key text,
            created_at timestamptz NOT NULL,
            expires_at timestamptz NOT NULL,
            failed_at timestamptz,
            paid_at timestamptz,
            CONSTRAINT ck_boost_orders_items CHECK (cardinality(product_ids) = item_count),
            CONSTRAINT ck_boost_orders_paid CHECK ((paid_at IS NOT NULL) = (status IN ('paid', 'refunded')))
        )""")
    op.execute(
        "CREATE UNIQUE INDEX uq_boost_orders_open ON boost_orders (seller_id, package_id, product_ids) "
        "WHERE status = 'pending'"
    )
    op.execute("CREATE UNIQUE INDEX uq_boost_orders_key ON boost_orders (seller_id, client_key)")
    op.execute("CREATE INDEX ix_boost_orders_seller ON boost_orders (seller_id, id)")
    op.execute("CREATE INDEX ix_boost_orders_status ON boost_orders (status, id)")
    op.execute("CREATE INDEX ix_boost_orders_due ON boost_orders (expires_at) WHERE status = 'pending'")
    op.execute(
        "CREATE INDEX ix_boost_orders_over ON boost_orders (created_at) "
        "WHERE status IN ('expired', 'cancelled')"
    )
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "boost_orders")
    op.execute("""
        CREATE TABLE refunds (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_refunds PRIMARY KEY,
            order_id bigint NOT NULL REFERENCES boost_orders (id),
            amount bigint NOT NULL CONSTRAINT ck_refunds_amount CHECK (amount > 0),
            kind text NOT NULL CONSTRAINT ck_refunds_kind CHECK (kind IN ('removed', 'staff', 'late')),
            staff_id bigint,
            words text NOT NULL DEFAULT '',
            refunded_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_refunds_order ON refunds (order_id, id)")
    grant("boost", "SELECT, INSERT", "refunds")
    op.execute("GRANT UPDATE (words) ON refunds TO wangi_boost")


def _payments() -> None:
    op.execute("""
        CREATE TABLE payments (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payments PRIMARY KEY,
            order_id bigint NOT NULL CONSTRAINT fk_payments_order_id REFERENCES boost_orders (id) ON DELETE CASCADE,
            amount bigint NOT NULL CONSTRAINT ck_payments_amount CHECK (amount > 0),
            status text NOT NULL CONSTRAINT ck_payments_status
                CHECK (status IN ('creating', 'open', 'paid', 'deleted', 'lost', 'review')),
            bill_id text CONSTRAINT uq_payments_bill_id UNIQUE,
            url text,
            created_at timestamptz NOT NULL,
            started_at timestamptz,
            opened_at timestamptz,
            ask_at timestamptz,
            failures int NOT NULL DEFAULT 0,
            paid_at timestamptz,
            channel text,
            settled_as text CONSTRAINT ck_payments_settled_as CHECK (settled_as IN ('order', 'credit')),
            CONSTRAINT ck_payments_bill CHECK (bill_id IS NOT NULL OR status IN ('creating', 'lost')),
            CONSTRAINT ck_payments_paid CHECK ((status = 'paid') = (settled_as IS NOT NULL))
        )""")
    op.execute(
        "CREATE UNIQUE INDEX uq_payments_live ON payments (order_id) WHERE status IN ('creating', 'open')"
    )
    # An order is paid by one bill, whatever happens.
    op.execute("CREATE UNIQUE INDEX uq_payments_once ON payments (order_id) WHERE settled_as = 'order'")
    op.execute("CREATE INDEX ix_payments_order ON payments (order_id, id)")
    op.execute(
        "CREATE INDEX ix_payments_due ON payments (ask_at) WHERE ask_at IS NOT NULL AND status <> 'paid'"
    )
    op.execute(
        "CREATE INDEX ix_payments_channel ON payments (ask_at) WHERE ask_at IS NOT NULL AND status = 'paid'"
    )
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "payments")
    op.execute("""
        CREATE TABLE payment_notifications (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_payment_notifications PRIMARY KEY,
            kind text NOT NULL
                CONSTRAINT ck_payment_notifications_kind CHECK (kind IN ('callback', 'redirect')),
            digest bytea NOT NULL CONSTRAINT uq_payment_notifications_digest UNIQUE,
            raw bytea NOT NULL,
            bill_id text,
            received_at timestamptz NOT NULL,
            look_at timestamptz,
            judged_at timestamptz,
            judgement text
        )""")
    op.execute(
        "CREATE INDEX ix_payment_notifications_waiting ON payment_notifications (look_at) WHERE judged_at IS NULL"
    )
    op.execute("CREATE INDEX ix_payment_notifications_bill ON payment_notifications (bill_id, id)")
    op.execute("CREATE INDEX ix_payment_notifications_age ON payment_notifications (received_at)")
    op.execute(
        "CREATE INDEX ix_payment_notifications_forged ON payment_notifications (id) WHERE judgement = 'forged'"
    )
    grant("boost", "SELECT, INSERT, UPDATE, DELETE", "payment_notifications")
    op.execute("""
        CREATE TABLE provider_asks (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_provider_asks PRIMARY KEY,
            asked_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_provider_asks_age ON provider_asks (asked_at)")
    grant("boost", "SELECT, INSERT, DELETE", "provider_asks")


def _boosts() -> None:
    op.execute("""
        CREATE TABLE featured_products (
            product_id bigint CONSTRAINT pk_featured_products PRIMARY KEY,
            seller_id bigint NOT NULL,
            order_id bigint,
            version int NOT NULL DEFAULT 0,
            featured_at timestamptz,
            featured_until timestamptz,
            CONSTRAINT ck_featured_products CHECK ((featured_at IS NULL) = (featured_until IS NULL))
        )""")
    op.execute(
        "CREATE INDEX ix_featured_products_due ON featured_products (featured_until) "
        "WHERE featured_until IS NOT NULL"
    )
    op.execute(
        "CREATE INDEX ix_featured_products_seller ON featured_products (seller_id) "
        "WHERE featured_until IS NOT NULL"
    )
    grant("boost", "SELECT, INSERT, UPDATE", "featured_products")
    op.execute("""
        CREATE TABLE boosts (
            order_id bigint NOT NULL REFERENCES boost_orders (id),
            product_id bigint NOT NULL,
            amount bigint NOT NULL,
            starts_at timestamptz NOT NULL,
            ends_at timestamptz NOT NULL,
            CONSTRAINT pk_boosts PRIMARY KEY (order_id, product_id),
            CONSTRAINT ck_boosts_span CHECK (ends_at >= starts_at)
        )""")
    op.execute("CREATE INDEX ix_boosts_product ON boosts (product_id, ends_at)")
    grant("boost", "SELECT, INSERT, UPDATE", "boosts")


def _receipts() -> None:
    op.execute("""
        CREATE TABLE receipt_years (
            year int CONSTRAINT pk_receipt_years PRIMARY KEY,
            last int NOT NULL
        )""")
    grant("boost", "SELECT, INSERT, UPDATE", "receipt_years")
    op.execute("""
        CREATE TABLE receipts (
            order_id bigint CONSTRAINT pk_receipts PRIMARY KEY REFERENCES boost_orders (id),
            number text NOT NULL CONSTRAINT uq_receipts_number UNIQUE,
            issued_at timestamptz NOT NULL,
            seller_name text NOT NULL,
            tax_name text NOT NULL,
            tax_basis_points int NOT NULL,
            tax bigint NOT NULL,
            total bigint NOT NULL
        )""")
    grant("boost", "SELECT, INSERT", "receipts")
    op.execute("GRANT UPDATE (seller_name) ON receipts TO wangi_boost")


def downgrade() -> None:
    """Back."""
    op.execute(
        "DROP TABLE receipts, receipt_years, boosts, featured_products, provider_asks, payment_notifications, "
        "payments, refunds, boost_orders, package_changes"
    )
    op.execute(
        "REVOKE UPDATE (name, price, effective_price, duration_hours, is_active, version) "
        "ON boost_packages FROM wangi_boost"
    )
    op.execute("ALTER TABLE boost_packages DROP COLUMN version")
    op.execute("UPDATE boost_packages SET effective_price = round(price::numeric / item_count / 100, 2)")
