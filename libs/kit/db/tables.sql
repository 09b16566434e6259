-- The kit's own tables, the same in every service's schema; each service's first migration runs this file.

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    topic text NOT NULL,
    key text NOT NULL,
    payload bytea NOT NULL,
    published_at timestamptz
) PARTITION BY RANGE (created_at);
CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
-- Rows land here only if nobody made the day's partition in time; nothing is ever refused for that.
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;

CREATE FUNCTION keep_tables(keep_days int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET timezone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
    day date;
    part record;
    waiting boolean;
BEGIN
    FOR day IN SELECT (current_date + n)::date FROM generate_series(0, 2) AS n LOOP
        IF to_regclass(format('outbox_%s', to_char(day, 'YYYYMMDD'))) IS NULL THEN
            BEGIN
                EXECUTE format('CREATE TABLE outbox_%s PARTITION OF outbox FOR VALUES FROM (%L) TO (%L)',
                               to_char(day, 'YYYYMMDD'), day, day + 1);
            EXCEPTION WHEN lock_not_available OR check_violation THEN
                NULL;  -- busy: the next turn tries again; rows of that day in the default partition: they stay there
            END;
        END IF;
    END LOOP;
    FOR part IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'outbox'::regclass AND c.relname ~ '^outbox_[0-9]{8}$'
          AND to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - keep_days
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE published_at IS NULL)', part.relname) INTO waiting;
        IF NOT waiting THEN
            BEGIN
                EXECUTE format('DROP TABLE %I', part.relname);
            EXCEPTION WHEN lock_not_available THEN
                NULL;
            END;
        END IF;
    END LOOP;
    DELETE FROM outbox_default WHERE published_at < clock_timestamp() - make_interval(days => keep_days);
    DELETE FROM idempotency_keys WHERE created_at < clock_timestamp() - interval '24 hours';
    DELETE FROM inbox WHERE handled_at < clock_timestamp() - interval '90 days';
END $$;

-- Who leads which lonely task; the epoch fences off a leader that was paused and replaced.
CREATE TABLE leaders (name text PRIMARY KEY, epoch bigint NOT NULL);

-- What was handled already; kept three times as long as any topic.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id text NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_age ON inbox (handled_at);

-- Events that could not be handled, in order, and the keys that wait behind them.
CREATE TABLE parked (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    consumer text NOT NULL,
    event_id text NOT NULL,
    topic text NOT NULL,
    partition int NOT NULL,
    record_offset bigint NOT NULL,
    key text NOT NULL,
    payload bytea,
    cause text NOT NULL,
    attempts int NOT NULL,
    parked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX parked_in_order ON parked (consumer, topic, key, id);
CREATE TABLE parked_keys (
    consumer text NOT NULL,
    topic text NOT NULL,
    key text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, topic, key)
);

-- The answer to a request that may come twice.
CREATE TABLE idempotency_keys (
    actor bigint NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status int,
    body bytea,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (actor, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Tokens with an epoch below the named one are void.
CREATE TABLE revocations (
    user_id bigint PRIMARY KEY,
    epoch int NOT NULL,
    revoked_at timestamptz NOT NULL
);

SELECT keep_tables(7);
