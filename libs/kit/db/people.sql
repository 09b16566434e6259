-- Who people are, the same table in every service but auth; made by `create_people` in a migration of each.

CREATE TABLE people (
    user_id bigint CONSTRAINT pk_people PRIMARY KEY,
    username text NOT NULL DEFAULT '',
    shop_name text NOT NULL DEFAULT '',
    image text,
    is_seller boolean NOT NULL DEFAULT true,
    standing text NOT NULL DEFAULT 'active'
        CONSTRAINT ck_people_standing CHECK (standing IN ('active', 'banned', 'erased')),
    suspended_until timestamptz,
    stale boolean NOT NULL DEFAULT true,
    news int NOT NULL DEFAULT 0,
    forgotten_at timestamptz,
    CONSTRAINT ck_people_erased CHECK (standing <> 'erased' OR (username = '' AND shop_name = '' AND image IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX people_to_ask_for ON people (user_id) WHERE stale;
CREATE INDEX people_out ON people (user_id) WHERE standing <> 'active';
