"""Conversations, messages, deals and reviews."""

from alembic import op

from libs.kit.db.migrate import grant

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

# The newest first, so that each may be dropped.
TABLES = (
    "seller_ratings", "reviews", "deal_events", "message_reports", "blocks", "messages", "message_files", "deals",
    "conversation_sides", "conversations",
)  # fmt: skip


def upgrade() -> None:
    """Forward."""
    op.execute("""
        CREATE TABLE conversations (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_conversations PRIMARY KEY,
            low_id bigint NOT NULL,
            high_id bigint NOT NULL,
            started_by bigint NOT NULL,
            seq bigint NOT NULL DEFAULT 0,
            version bigint NOT NULL DEFAULT 0,
            created_at timestamptz NOT NULL,
            CONSTRAINT uq_conversations_low_id_high_id UNIQUE (low_id, high_id),
            CONSTRAINT ck_conversations_order CHECK (low_id < high_id),
            CONSTRAINT ck_conversations_starter CHECK (started_by IN (low_id, high_id))
        ) WITH (fillfactor = 80)""")
    op.execute("CREATE INDEX ix_conversations_started ON conversations (started_by, created_at)")
    op.execute("""
        CREATE TABLE conversation_sides (
            conversation_id bigint NOT NULL REFERENCES conversations (id),
            user_id bigint NOT NULL,
            other_id bigint NOT NULL,
            received bigint NOT NULL DEFAULT 0,
            read bigint NOT NULL DEFAULT 0,
            delivered bigint NOT NULL DEFAULT 0,
            last_message_id bigint,
            product_id bigint,
            last_at timestamptz NOT NULL,
            is_pinned boolean NOT NULL DEFAULT false,
            is_muted boolean NOT NULL DEFAULT false,
            is_archived boolean NOT NULL DEFAULT false,
            has_written boolean NOT NULL DEFAULT false,
            unread_since timestamptz,
            mailed boolean NOT NULL DEFAULT false,
            CONSTRAINT pk_conversation_sides PRIMARY KEY (conversation_id, user_id),
            CONSTRAINT ck_conversation_sides_counts
                CHECK (0 <= read AND read <= delivered AND delivered <= received)
        ) WITH (fillfactor = 80)""")
    op.execute(
        "CREATE INDEX ix_sides_list ON conversation_sides (user_id, is_archived, is_pinned, last_at, conversation_id)"
    )
    op.execute("CREATE INDEX ix_sides_unread ON conversation_sides (user_id) WHERE received > read")
    op.execute("CREATE INDEX ix_sides_to_mail ON conversation_sides (unread_since) WHERE NOT mailed")
    op.execute("""
        CREATE TABLE deals (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_deals PRIMARY KEY,
            conversation_id bigint NOT NULL REFERENCES conversations (id),
            product_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            buyer_id bigint NOT NULL,
            amount bigint NOT NULL CONSTRAINT ck_deals_amount CHECK (amount > 0),
            sold_by text NOT NULL
                CONSTRAINT ck_deals_sold_by CHECK (sold_by IN ('fixed', 'negotiable', 'auction', 'buy_now')),
            auction_id bigint,
            sale_number bigint,
            state text NOT NULL,
            version bigint NOT NULL DEFAULT 0,
            product_name text NOT NULL,
            image_url text,
            courier text,
            tracking_number text,
            cancel_asked_by bigint,
            pay_by timestamptz,
            created_at timestamptz NOT NULL,
            opened_at timestamptz,
            updated_at timestamptz NOT NULL,
            state_since timestamptz NOT NULL,
            reminders bigint NOT NULL DEFAULT 0,
            CONSTRAINT ck_deals_people CHECK (seller_id <> buyer_id),
            CONSTRAINT ck_deals_state CHECK (state IN ('offered', 'unavailable', 'awaiting_payment',
                'awaiting_delivery', 'shipped', 'awaiting_review', 'completed', 'cancelled'))
        ) WITH (fillfactor = 80)""")
    op.execute(
        "CREATE UNIQUE INDEX uq_deals_open_card ON deals (product_id, buyer_id) WHERE state = 'offered'"
    )
    op.execute(
        "CREATE UNIQUE INDEX uq_deals_sale ON deals (auction_id, sale_number) WHERE sale_number IS NOT NULL"
    )
    op.execute("CREATE INDEX ix_deals_buyer ON deals (buyer_id, id)")
    op.execute("CREATE INDEX ix_deals_seller ON deals (seller_id, id)")
    op.execute("CREATE INDEX ix_deals_product ON deals (product_id, id)")
    op.execute(
        "CREATE INDEX ix_deals_due ON deals (state_since) "
        "WHERE state IN ('awaiting_payment', 'awaiting_delivery', 'shipped', 'awaiting_review')"
    )
    op.execute("""
        CREATE TABLE message_files (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_message_files PRIMARY KEY,
            token text NOT NULL CONSTRAINT uq_message_files_token UNIQUE,
            sender_id bigint NOT NULL,
            receiver_id bigint NOT NULL,
            name text NOT NULL,
            content_type text NOT NULL,
            size bigint NOT NULL,
            created_at timestamptz NOT NULL
        )""")
    op.execute("CREATE INDEX ix_message_files_sender ON message_files (sender_id, id)")
    op.execute("""
        CREATE TABLE messages (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_messages PRIMARY KEY,
            conversation_id bigint NOT NULL REFERENCES conversations (id),
            seq bigint NOT NULL,
            changed_seq bigint NOT NULL,
            place bigint NOT NULL,
            sender_id bigint NOT NULL,
            receiver_id bigint NOT NULL,
            content text NOT NULL,
            product_id bigint,
            message_type text NOT NULL
                CONSTRAINT ck_messages_type CHECK (message_type IN ('TEXT', 'FILE', 'ACTION')),
            file_id bigint REFERENCES message_files (id),
            action_type text CONSTRAINT ck_messages_action
                CHECK (action_type IN ('INITIATE', 'CONFIRM_PAYMENT', 'CONFIRM_DELIVERY', 'REVIEW')),
            actor_id bigint,
            deal_id bigint REFERENCES deals (id),
            is_clicked boolean NOT NULL DEFAULT false,
            reply_to_id bigint,
            client_id text,
            warnings text[] NOT NULL DEFAULT '{}',
            deleted_at timestamptz,
            created_at timestamptz NOT NULL,
            terms tsvector,
            CONSTRAINT uq_messages_conversation_id_seq UNIQUE (conversation_id, seq),
            CONSTRAINT uq_messages_conversation_id_changed_seq UNIQUE (conversation_id, changed_seq),
            CONSTRAINT uq_messages_sender_id_client_id UNIQUE (sender_id, client_id),
            CONSTRAINT ck_messages_length CHECK (char_length(content) <= 2000),
            CONSTRAINT ck_messages_card CHECK ((message_type = 'ACTION') = (action_type IS NOT NULL))
        ) WITH (fillfactor = 90)""")
    op.execute("CREATE UNIQUE INDEX uq_messages_step ON messages (deal_id, action_type)")
    op.execute("CREATE UNIQUE INDEX uq_messages_place ON messages (conversation_id, receiver_id, place)")
    op.execute("CREATE INDEX ix_messages_sender ON messages (sender_id, id)")
    op.execute("CREATE INDEX ix_messages_receiver ON messages (receiver_id, id)")
    op.execute("CREATE INDEX ix_messages_about ON messages (conversation_id, product_id, seq)")
    op.execute("CREATE INDEX ix_messages_terms ON messages USING gin (terms)")
    op.execute("""
        CREATE TABLE blocks (
            blocker_id bigint NOT NULL,
            blocked_id bigint NOT NULL,
            is_active boolean NOT NULL,
            version bigint NOT NULL,
            created_at timestamptz NOT NULL,
            CONSTRAINT pk_blocks PRIMARY KEY (blocker_id, blocked_id)
        )""")
    op.execute("CREATE INDEX ix_blocks_blocked ON blocks (blocked_id)")
    op.execute("""
        CREATE TABLE message_reports (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_message_reports PRIMARY KEY,
            reporter_id bigint NOT NULL,
            about_id bigint NOT NULL,
            message_id bigint,
            reason text NOT NULL,
            words text NOT NULL,
            context jsonb NOT NULL,
            created_at timestamptz NOT NULL
        )""")
    op.execute(
        "CREATE UNIQUE INDEX uq_message_reports_one ON message_reports (reporter_id, about_id, coalesce(message_id, 0))"
    )
    op.execute("CREATE INDEX ix_message_reports_about ON message_reports (about_id)")
    op.execute("""
        CREATE TABLE deal_events (
            deal_id bigint NOT NULL REFERENCES deals (id),
            number bigint NOT NULL,
            kind text NOT NULL,
            actor_id bigint,
            details jsonb NOT NULL,
            at timestamptz NOT NULL,
            CONSTRAINT pk_deal_events PRIMARY KEY (deal_id, number)
        )""")
    op.execute("""
        CREATE TABLE reviews (
            id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_reviews PRIMARY KEY,
            deal_id bigint NOT NULL CONSTRAINT uq_reviews_deal_id UNIQUE REFERENCES deals (id),
            product_id bigint NOT NULL,
            seller_id bigint NOT NULL,
            buyer_id bigint NOT NULL,
            rating_tenths bigint NOT NULL
                CONSTRAINT ck_reviews_rating CHECK (rating_tenths BETWEEN 0 AND 50 AND rating_tenths % 5 = 0),
            comment text NOT NULL CONSTRAINT ck_reviews_comment CHECK (char_length(comment) <= 1000),
            created_at timestamptz NOT NULL
        )""")
    op.execute("""
        CREATE TABLE seller_ratings (
            seller_id bigint CONSTRAINT pk_seller_ratings PRIMARY KEY,
            reviews bigint NOT NULL CONSTRAINT ck_seller_ratings_reviews CHECK (reviews > 0),
            sum_tenths bigint NOT NULL
        )""")
    op.execute("CREATE INDEX ix_deals_to_lapse ON deals (state_since) WHERE state = 'awaiting_review'")
    op.execute("CREATE INDEX ix_reviews_seller ON reviews (seller_id, id)")
    op.execute("CREATE INDEX ix_reviews_buyer ON reviews (buyer_id, id)")
    op.execute(
        "CREATE TABLE live (single boolean PRIMARY KEY DEFAULT true CHECK (single), epoch int NOT NULL)"
    )
    op.execute("INSERT INTO live (epoch) VALUES (1)")
    grant("messaging", "SELECT, INSERT, UPDATE, DELETE", *TABLES)
    grant("messaging", "SELECT", "live")
    # A batch of messages names their ids itself: each is in the fact that the same statement writes.
    op.execute("GRANT USAGE ON SEQUENCE messages_id_seq TO wangi_messaging")


def downgrade() -> None:
    """Back."""
    op.execute(f"DROP TABLE live, {', '.join(TABLES)}")
