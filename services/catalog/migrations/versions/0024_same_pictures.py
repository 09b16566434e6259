"""How pictures look, and where the same one stands at another seller's listing."""

from alembic import op

from libs.kit.db.migrate import build_index, drop_index, grant

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

# Two looks that differ in at most seven of 64 bits differ in at most one of a quarter's sixteen.
QUARTERS = [f"((look >> {shift}) & 65535)" for shift in (0, 16, 32, 48)]


def upgrade() -> None:
    """Forward. Pictures of before have no look and are found by none."""
    op.execute("ALTER TABLE pictures ADD COLUMN IF NOT EXISTS look bigint")
    for place, quarter in enumerate(QUARTERS):
        build_index(f"ix_pictures_look_{place}", f"pictures ({quarter}) WHERE look IS NOT NULL")
    op.execute("ALTER TABLE product_counts ADD COLUMN same_pictures int NOT NULL DEFAULT 0")
    op.execute("""
        CREATE TABLE same_pictures (
            product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
            other_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE,
            token text NOT NULL,
            other_token text NOT NULL,
            distance int NOT NULL CONSTRAINT ck_same_pictures_distance CHECK (distance BETWEEN 0 AND 64),
            found_at timestamptz NOT NULL,
            CONSTRAINT pk_same_pictures PRIMARY KEY (product_id, other_id),
            CONSTRAINT ck_same_pictures_pair CHECK (product_id <> other_id)
        )""")
    # A pair of listings is told of once, whichever of them shows the picture again.
    op.execute("""
        CREATE UNIQUE INDEX ux_same_pictures_pair
            ON same_pictures (least(product_id, other_id), greatest(product_id, other_id))""")
    op.execute("CREATE INDEX ix_same_pictures_other ON same_pictures (other_id)")
    op.execute("""
        CREATE TABLE unseen_pictures (
            image_id bigint CONSTRAINT pk_unseen_pictures PRIMARY KEY
                REFERENCES product_images (id) ON DELETE CASCADE
        )""")
    grant("catalog", "SELECT, INSERT, DELETE", "same_pictures", "unseen_pictures")
    op.execute("""
        CREATE FUNCTION note_unseen_picture() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO catalog.unseen_pictures (image_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$""")
    op.execute("""
        CREATE TRIGGER note_unseen_picture AFTER INSERT OR UPDATE OF token ON product_images FOR EACH ROW
        WHEN (NEW.token IS NOT NULL) EXECUTE FUNCTION note_unseen_picture()""")


def downgrade() -> None:
    """Back."""
    op.execute("DROP TRIGGER note_unseen_picture ON product_images")
    op.execute("DROP FUNCTION note_unseen_picture")
    op.execute("DROP TABLE unseen_pictures, same_pictures")
    op.execute("ALTER TABLE product_counts DROP COLUMN same_pictures")
    for place in range(len(QUARTERS)):
        drop_index(f"ix_pictures_look_{place}")
    op.execute("ALTER TABLE pictures DROP COLUMN look")
