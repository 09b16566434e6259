"""What a person sells is found by the person's own touch, and the erased are forgotten in pieces; the lowest
price that was told of a listing; how much a seller has for sale is counted from an index."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, drop_to_forget, find_to_forget

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_SHOWN = """WHEN ((OLD.username, OLD.shop_name, OLD.image, OLD.standing, OLD.is_verified)
              IS DISTINCT FROM (NEW.username, NEW.shop_name, NEW.image, NEW.standing, NEW.is_verified))"""


def upgrade() -> None:
    """Forward."""
    op.execute("ALTER TABLE people ADD COLUMN IF NOT EXISTS touched xid8 NOT NULL DEFAULT '0'")
    op.execute("ALTER TABLE people ALTER COLUMN touched SET DEFAULT pg_current_xact_id()")
    op.execute("ALTER TABLE products ADD COLUMN IF NOT EXISTS told_price bigint")
    op.execute("ALTER TABLE products ADD COLUMN IF NOT EXISTS price_told_at timestamptz")
    op.execute(f"""
        CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON people FOR EACH ROW {_SHOWN} EXECUTE FUNCTION touch()""")
    # A replica of the build before looks at listings alone: it is told of the newest. All of them, thousands,
    # took longer than a handler may.
    op.execute("""
        CREATE OR REPLACE FUNCTION touch_what_they_sell() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE products SET touched = pg_current_xact_id() WHERE id IN (
                SELECT id FROM products WHERE seller_id = NEW.user_id ORDER BY created_at DESC, id DESC LIMIT 200);
            RETURN NULL;
        END $$""")
    build_index("ix_people_touched", "people (touched)")
    build_index("ix_products_for_sale", "products (seller_id) WHERE status IN ('active', 'pending')")
    find_to_forget()


def downgrade() -> None:
    """Back."""
    drop_to_forget()
    drop_index("ix_products_for_sale")
    drop_index("ix_people_touched")
    op.execute("DROP TRIGGER IF EXISTS touch ON people")
    op.execute("""
        CREATE OR REPLACE FUNCTION touch_what_they_sell() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE products SET touched = pg_current_xact_id() WHERE seller_id = NEW.user_id; RETURN NULL; END $$""")
    op.execute("ALTER TABLE products DROP COLUMN IF EXISTS told_price, DROP COLUMN IF EXISTS price_told_at")
    op.execute("ALTER TABLE people DROP COLUMN IF EXISTS touched")
