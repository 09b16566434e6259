-- The schema `messaging` at 1.0. Do not change it: add a migration.

CREATE TABLE blocks (
    blocker_id bigint NOT NULL,
    blocked_id bigint NOT NULL,
    is_active boolean NOT NULL,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX ix_blocks_blocked ON blocks (blocked_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON blocks TO wangi_messaging;

CREATE TABLE conversations (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_conversations PRIMARY KEY,
    low_id bigint NOT NULL,
    high_id bigint NOT NULL,
    started_by bigint NOT NULL,
    seq bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    by_platform boolean NOT NULL DEFAULT false,
    CONSTRAINT uq_conversations_low_id_high_id UNIQUE (low_id, high_id),
    CONSTRAINT ck_conversations_order CHECK (low_id < high_id),
    CONSTRAINT ck_conversations_starter CHECK ((started_by = low_id) OR (started_by = high_id))
) WITH (fillfactor='80');
CREATE INDEX ix_conversations_started ON conversations (started_by, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON conversations TO wangi_messaging;

CREATE TABLE conversation_sides (
    conversation_id bigint NOT NULL,
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
    CONSTRAINT conversation_sides_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES
        conversations(id),
    CONSTRAINT ck_conversation_sides_counts CHECK ((0 <= read) AND (read <= delivered) AND (delivered <=
        received))
) WITH (fillfactor='80');
CREATE INDEX ix_sides_list ON conversation_sides (user_id, is_archived, is_pinned, last_at, conversation_id);
CREATE INDEX ix_sides_to_mail ON conversation_sides (unread_since) WHERE NOT mailed;
CREATE INDEX ix_sides_unread ON conversation_sides (user_id) WHERE received > read;
GRANT SELECT, INSERT, UPDATE, DELETE ON conversation_sides TO wangi_messaging;

CREATE TABLE deals (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_deals PRIMARY KEY,
    conversation_id bigint NOT NULL,
    product_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    buyer_id bigint NOT NULL,
    amount bigint NOT NULL,
    first_amount bigint NOT NULL,
    sold_by text NOT NULL,
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
    delivered_at timestamptz,
    is_counted boolean NOT NULL DEFAULT false,
    cancel_asked_at timestamptz,
    is_money_held boolean NOT NULL DEFAULT false,
    cancelled_by text,
    reported_unpaid_at timestamptz,
    won_at timestamptz,
    CONSTRAINT deals_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
    CONSTRAINT ck_deals_amount CHECK (amount > 0),
    CONSTRAINT ck_deals_cancelled_by CHECK (cancelled_by IN ('buyer', 'seller', 'agreement', 'staff', 'platform')),
    CONSTRAINT ck_deals_people CHECK (seller_id <> buyer_id),
    CONSTRAINT ck_deals_sold_by CHECK (sold_by IN ('fixed', 'negotiable', 'auction', 'buy_now')),
    CONSTRAINT ck_deals_state CHECK (state IN ('offered', 'unavailable', 'awaiting_payment',
        'awaiting_delivery', 'shipped', 'awaiting_review', 'completed', 'cancelled'))
) WITH (fillfactor='80');
CREATE INDEX ix_deals_buyer ON deals (buyer_id, id);
CREATE INDEX ix_deals_by_state ON deals (state, id) WHERE opened_at IS NOT NULL;
CREATE INDEX ix_deals_cards ON deals (product_id, id) WHERE (state IN ('offered', 'unavailable')) AND
    (sale_number IS NULL);
CREATE INDEX ix_deals_counted ON deals (seller_id, buyer_id) WHERE is_counted;
CREATE INDEX ix_deals_delivered ON deals (seller_id, delivered_at DESC) WHERE delivered_at IS NOT NULL;
CREATE INDEX ix_deals_due ON deals (reminders, state_since) WHERE (reminders < 2) AND (state IN
    ('awaiting_payment', 'awaiting_delivery', 'shipped', 'awaiting_review'));
CREATE INDEX ix_deals_product ON deals (product_id, id);
CREATE INDEX ix_deals_seller ON deals (seller_id, id);
CREATE INDEX ix_deals_to_count ON deals (id) WHERE (delivered_at IS NOT NULL) AND (amount >= 1000) AND (NOT
    is_counted);
CREATE INDEX ix_deals_to_lapse ON deals (state_since) WHERE state = 'awaiting_review';
CREATE INDEX ix_deals_tracking ON deals (tracking_number) WHERE tracking_number IS NOT NULL;
CREATE UNIQUE INDEX uq_deals_open_card ON deals (product_id, buyer_id) WHERE state = 'offered';
CREATE UNIQUE INDEX uq_deals_sale ON deals (auction_id, sale_number) WHERE sale_number IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON deals TO wangi_messaging;
COMMENT ON COLUMN deals.courier IS 'code';

CREATE TABLE deal_events (
    deal_id bigint NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    actor_id bigint,
    details jsonb NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT pk_deal_events PRIMARY KEY (deal_id, number),
    CONSTRAINT deal_events_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON deal_events TO wangi_messaging;
COMMENT ON COLUMN deal_events.kind IS 'code';
COMMENT ON COLUMN deal_events.details IS 'words: words, tracking';

CREATE TABLE discarded_files (
    token text CONSTRAINT pk_discarded_files PRIMARY KEY
);
GRANT SELECT, INSERT, UPDATE, DELETE ON discarded_files TO wangi_messaging;
COMMENT ON TABLE discarded_files IS 'code';

CREATE TABLE favourite_campaigns (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_favourite_campaigns PRIMARY KEY,
    product_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    amount bigint NOT NULL,
    created_at timestamptz NOT NULL,
    sent_at timestamptz,
    withdrawn_at timestamptz,
    CONSTRAINT ck_favourite_campaigns_amount CHECK (amount > 0)
);
CREATE INDEX ix_favourite_campaigns_age ON favourite_campaigns (created_at);
CREATE INDEX ix_favourite_campaigns_product ON favourite_campaigns (product_id, id);
CREATE INDEX ix_favourite_campaigns_seller ON favourite_campaigns (seller_id, created_at);
CREATE INDEX ix_favourite_campaigns_waiting ON favourite_campaigns (id) WHERE sent_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON favourite_campaigns TO wangi_messaging;

CREATE TABLE offers (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_offers PRIMARY KEY,
    conversation_id bigint NOT NULL,
    product_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    buyer_id bigint NOT NULL,
    by text NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    answers_id bigint,
    deal_id bigint,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    answered_at timestamptz,
    CONSTRAINT offers_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
    CONSTRAINT offers_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
    CONSTRAINT ck_offers_amount CHECK (amount > 0),
    CONSTRAINT ck_offers_by CHECK (by IN ('buyer', 'seller')),
    CONSTRAINT ck_offers_people CHECK (seller_id <> buyer_id),
    CONSTRAINT ck_offers_state CHECK (state IN ('open', 'countered', 'accepted', 'declined', 'withdrawn',
        'expired'))
) WITH (fillfactor='80');
CREATE INDEX ix_offers_buyer ON offers (buyer_id, product_id, id);
CREATE INDEX ix_offers_due ON offers (expires_at) WHERE state = 'open';
CREATE INDEX ix_offers_seller ON offers (seller_id, id);
CREATE UNIQUE INDEX uq_offers_open ON offers (product_id, buyer_id) WHERE state = 'open';
GRANT SELECT, INSERT, UPDATE, DELETE ON offers TO wangi_messaging;

CREATE TABLE favourite_offers (
    campaign_id bigint NOT NULL,
    buyer_id bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    offer_id bigint,
    declined_at timestamptz,
    CONSTRAINT pk_favourite_offers PRIMARY KEY (campaign_id, buyer_id),
    CONSTRAINT favourite_offers_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES favourite_campaigns(id),
    CONSTRAINT favourite_offers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id)
);
CREATE INDEX ix_favourite_offers_age ON favourite_offers (expires_at);
CREATE INDEX ix_favourite_offers_buyer ON favourite_offers (buyer_id, campaign_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON favourite_offers TO wangi_messaging;

CREATE TABLE live (
    single boolean DEFAULT true CONSTRAINT live_pkey PRIMARY KEY,
    epoch int NOT NULL,
    CONSTRAINT live_single_check CHECK (single)
);
GRANT SELECT ON live TO wangi_messaging;

CREATE TABLE message_files (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_message_files PRIMARY KEY,
    token text NOT NULL,
    sender_id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz NOT NULL,
    width bigint,
    height bigint,
    CONSTRAINT uq_message_files_token UNIQUE (token)
);
CREATE INDEX ix_message_files_day ON message_files (sender_id, created_at);
CREATE INDEX ix_message_files_sender ON message_files (sender_id, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_files TO wangi_messaging;
COMMENT ON COLUMN message_files.token IS 'code';

CREATE TABLE reviews (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_reviews PRIMARY KEY,
    deal_id bigint NOT NULL,
    product_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    buyer_id bigint NOT NULL,
    rating_tenths bigint NOT NULL,
    comment text NOT NULL,
    created_at timestamptz NOT NULL,
    about text NOT NULL DEFAULT 'seller',
    reply text NOT NULL DEFAULT '',
    replied_at timestamptz,
    reveal_at timestamptz NOT NULL,
    revealed_at timestamptz,
    hidden_at timestamptz,
    hidden_by bigint[] NOT NULL DEFAULT '{}'::bigint[],
    CONSTRAINT uq_reviews_deal_id_about UNIQUE (deal_id, about),
    CONSTRAINT reviews_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
    CONSTRAINT ck_reviews_about CHECK (about IN ('seller', 'buyer')),
    CONSTRAINT ck_reviews_comment CHECK (char_length(comment) <= 1000),
    CONSTRAINT ck_reviews_rating CHECK (((rating_tenths >= 0) AND (rating_tenths <= 50)) AND ((rating_tenths %
        (5)::bigint) = 0)),
    CONSTRAINT ck_reviews_reply CHECK (char_length(reply) <= 1000)
);
CREATE INDEX ix_reviews_buyer ON reviews (buyer_id, id);
CREATE INDEX ix_reviews_hidden ON reviews (reveal_at) WHERE revealed_at IS NULL;
CREATE INDEX ix_reviews_of_buyer ON reviews (buyer_id, id) WHERE (about = 'buyer') AND (revealed_at IS NOT
    NULL);
CREATE INDEX ix_reviews_of_product ON reviews (product_id, id) WHERE (about = 'seller') AND (revealed_at IS
    NOT NULL);
CREATE INDEX ix_reviews_of_seller ON reviews (seller_id, id) WHERE (about = 'seller') AND (revealed_at IS NOT
    NULL);
CREATE INDEX ix_reviews_praise ON reviews (id) WHERE (about = 'seller') AND (revealed_at IS NOT NULL) AND
    (rating_tenths >= 45) AND (comment <> '');
CREATE INDEX ix_reviews_seller ON reviews (seller_id, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON reviews TO wangi_messaging;

CREATE TABLE message_reports (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_message_reports PRIMARY KEY,
    reporter_id bigint NOT NULL,
    about_id bigint NOT NULL,
    message_id bigint,
    reason text NOT NULL,
    words text NOT NULL,
    context jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    deal_id bigint,
    review_id bigint,
    CONSTRAINT message_reports_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
    CONSTRAINT message_reports_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id)
);
CREATE INDEX ix_message_reports_about ON message_reports (about_id);
CREATE UNIQUE INDEX uq_message_reports_one ON message_reports (reporter_id, about_id, COALESCE(message_id,
    (0)::bigint), COALESCE(deal_id, (0)::bigint), COALESCE(review_id, (0)::bigint));
GRANT SELECT, INSERT, UPDATE, DELETE ON message_reports TO wangi_messaging;
COMMENT ON COLUMN message_reports.reason IS 'code';

CREATE TABLE messages (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_messages PRIMARY KEY,
    conversation_id bigint NOT NULL,
    seq bigint NOT NULL,
    changed_seq bigint NOT NULL,
    place bigint NOT NULL,
    sender_id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    content text NOT NULL,
    product_id bigint,
    message_type text NOT NULL,
    file_id bigint,
    action_type text,
    actor_id bigint,
    deal_id bigint,
    is_clicked boolean NOT NULL DEFAULT false,
    reply_to_id bigint,
    client_id text,
    warnings text[] NOT NULL DEFAULT '{}',
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    terms tsvector,
    offer_id bigint,
    CONSTRAINT uq_messages_conversation_id_changed_seq UNIQUE (conversation_id, changed_seq),
    CONSTRAINT uq_messages_conversation_id_seq UNIQUE (conversation_id, seq),
    CONSTRAINT uq_messages_sender_id_client_id UNIQUE (sender_id, client_id),
    CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
    CONSTRAINT messages_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
    CONSTRAINT messages_file_id_fkey FOREIGN KEY (file_id) REFERENCES message_files(id),
    CONSTRAINT messages_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
    CONSTRAINT ck_messages_action CHECK (action_type IN ('INITIATE', 'CONFIRM_PAYMENT', 'CONFIRM_DELIVERY',
        'REVIEW')),
    CONSTRAINT ck_messages_card CHECK ((message_type = 'ACTION') = (action_type IS NOT NULL)),
    CONSTRAINT ck_messages_length CHECK (char_length(content) <= 2000),
    CONSTRAINT ck_messages_type CHECK (message_type IN ('TEXT', 'FILE', 'ACTION'))
) WITH (fillfactor='90');
CREATE INDEX ix_messages_about ON messages (conversation_id, product_id, seq);
CREATE INDEX ix_messages_file ON messages (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX ix_messages_receiver ON messages (receiver_id, id);
CREATE INDEX ix_messages_sender ON messages (sender_id, id);
CREATE INDEX ix_messages_terms ON messages USING gin (terms);
CREATE UNIQUE INDEX uq_messages_offer ON messages (offer_id) WHERE offer_id IS NOT NULL;
CREATE UNIQUE INDEX uq_messages_place ON messages (conversation_id, receiver_id, place);
CREATE UNIQUE INDEX uq_messages_step ON messages (deal_id, action_type);
GRANT SELECT, INSERT, UPDATE, DELETE ON messages TO wangi_messaging;

CREATE TABLE offer_floors (
    product_id bigint CONSTRAINT pk_offer_floors PRIMARY KEY,
    seller_id bigint NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT ck_offer_floors_amount CHECK (amount > 0)
);
CREATE INDEX ix_offer_floors_seller ON offer_floors (seller_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON offer_floors TO wangi_messaging;

CREATE TABLE people (
    user_id bigint CONSTRAINT pk_people PRIMARY KEY,
    username text NOT NULL DEFAULT '',
    image text,
    account_status text NOT NULL DEFAULT 'active',
    suspended_until timestamptz,
    stale boolean NOT NULL DEFAULT true,
    news int NOT NULL DEFAULT 0,
    forgotten_at timestamptz,
    shop_name text NOT NULL DEFAULT '',
    is_verified boolean NOT NULL DEFAULT false,
    joined_at timestamptz,
    CONSTRAINT ck_people_erased CHECK ((account_status <> 'erased') OR ((username = '') AND (shop_name = '') AND
        (image IS NULL))),
    CONSTRAINT ck_people_account_status CHECK (account_status IN ('active', 'banned', 'erased'))
) WITH (fillfactor='80');
CREATE INDEX people_out ON people (user_id) WHERE account_status <> 'active';
CREATE INDEX people_to_ask_for ON people (user_id) WHERE stale;
CREATE INDEX people_to_forget ON people (user_id) WHERE (account_status = 'erased') AND (forgotten_at IS NULL);
GRANT SELECT, INSERT, UPDATE ON people TO wangi_messaging;

CREATE TABLE platform_rules (
    name text CONSTRAINT pk_platform_rules PRIMARY KEY,
    value bigint NOT NULL,
    changes int NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON platform_rules TO wangi_messaging;
COMMENT ON TABLE platform_rules IS 'code';

CREATE TABLE product_replicas (
    product_id bigint CONSTRAINT pk_product_replicas PRIMARY KEY,
    seller_id bigint NOT NULL,
    name text NOT NULL,
    price bigint NOT NULL,
    listing_type text NOT NULL,
    image_url text,
    status text NOT NULL DEFAULT 'active',
    free bigint NOT NULL DEFAULT 1,
    cards_due timestamptz
);
CREATE INDEX ix_product_replicas_cards_due ON product_replicas (cards_due) WHERE cards_due IS NOT NULL;
CREATE INDEX ix_product_replicas_of_seller ON product_replicas (seller_id, product_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON product_replicas TO wangi_messaging;

CREATE TABLE ratings (
    user_id bigint NOT NULL,
    about text NOT NULL,
    rating_tenths bigint NOT NULL,
    reviews bigint NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (user_id, about, rating_tenths),
    CONSTRAINT ck_ratings_about CHECK (about IN ('seller', 'buyer')),
    CONSTRAINT ck_ratings_reviews CHECK (reviews >= 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON ratings TO wangi_messaging;

CREATE TABLE review_pictures (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT pk_review_pictures PRIMARY KEY,
    token text NOT NULL,
    owner_id bigint NOT NULL,
    deal_id bigint NOT NULL,
    review_id bigint,
    place bigint,
    width bigint NOT NULL,
    height bigint NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT uq_review_pictures_review_id_place UNIQUE (review_id, place),
    CONSTRAINT uq_review_pictures_token UNIQUE (token),
    CONSTRAINT review_pictures_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id),
    CONSTRAINT review_pictures_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id),
    CONSTRAINT ck_review_pictures_place CHECK ((place >= 0) AND (place <= 2)),
    CONSTRAINT ck_review_pictures_shown CHECK ((review_id IS NULL) = (place IS NULL))
);
CREATE INDEX ix_review_pictures_deal ON review_pictures (deal_id, owner_id) WHERE review_id IS NULL;
CREATE INDEX ix_review_pictures_owner ON review_pictures (owner_id, id);
CREATE INDEX ix_review_pictures_waiting ON review_pictures (created_at) WHERE review_id IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON review_pictures TO wangi_messaging;
COMMENT ON COLUMN review_pictures.token IS 'code';

CREATE TABLE risk_flags (
    pair_id bigint CONSTRAINT pk_risk_flags PRIMARY KEY,
    bidder_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    is_high boolean NOT NULL
);
CREATE INDEX ix_risk_flags_bidder_id ON risk_flags (bidder_id);
CREATE INDEX ix_risk_flags_seller_id ON risk_flags (seller_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON risk_flags TO wangi_messaging;

CREATE TABLE verifications (
    seller_id bigint CONSTRAINT pk_verifications PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0,
    identity_checked_at timestamptz,
    delivered bigint NOT NULL DEFAULT 0,
    buyers bigint NOT NULL DEFAULT 0,
    verified_since timestamptz,
    grace_until timestamptz,
    lost_for text[] NOT NULL DEFAULT '{}',
    first_published_at timestamptz,
    payment_confirmed_at timestamptz,
    upheld_at timestamptz,
    upheld_case_id bigint,
    CONSTRAINT ck_verifications_buyers CHECK ((buyers >= 0) AND (buyers <= delivered)),
    CONSTRAINT ck_verifications_grace CHECK ((grace_until IS NULL) OR (verified_since IS NOT NULL))
);
CREATE INDEX ix_verifications_grace ON verifications (grace_until) WHERE grace_until IS NOT NULL;
CREATE INDEX ix_verifications_upheld ON verifications (upheld_at) WHERE upheld_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON verifications TO wangi_messaging;
COMMENT ON COLUMN verifications.lost_for IS 'code';

GRANT USAGE ON SEQUENCE messages_id_seq TO wangi_messaging;

INSERT INTO live (epoch) VALUES (1);
