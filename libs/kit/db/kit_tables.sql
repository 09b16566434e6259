-- The tables that every service has, at 1.0. Each service's baseline runs this file. Do not change it: add a migration.

-- `published_at`: NULL is unpublished, 'infinity' was refused by the broker (or an earlier event of its key was),
-- '-infinity' was given up by an operator.
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    topic text NOT NULL,
    key text NOT NULL,
    payload bytea NOT NULL,
    published_at timestamptz
) PARTITION BY RANGE (created_at);
CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
CREATE INDEX outbox_aside ON outbox (topic, key) WHERE published_at = 'infinity';
-- Holds rows of days whose partition was not created in time.
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;
COMMENT ON TABLE outbox IS 'expires';

-- Keys with a refused event: later events of the key must not overtake it.
CREATE TABLE refused_keys (
    topic text NOT NULL,
    key text NOT NULL,
    cause text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (topic, key)
);
COMMENT ON TABLE refused_keys IS 'code';

-- Handled events, remembered longer than any topic retains them.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id text NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_age ON inbox (handled_at);
COMMENT ON TABLE inbox IS 'code';

-- Events whose handler failed, in order, and the keys that are blocked behind them.
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
COMMENT ON TABLE parked IS 'expires';
CREATE TABLE parked_keys (
    consumer text NOT NULL,
    topic text NOT NULL,
    key text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (consumer, topic, key)
);
COMMENT ON TABLE parked_keys IS 'code';

-- Leader election: the epoch fences off a leader that was paused and replaced.
CREATE TABLE leaders (name text PRIMARY KEY, epoch bigint NOT NULL);
COMMENT ON TABLE leaders IS 'code';

-- Stored answers of requests that carry an Idempotency-Key.
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
COMMENT ON TABLE idempotency_keys IS 'expires';

-- Runs every few seconds, so each call deletes a bounded number of rows. The relay's session keeps its plans for as
-- long as it lives, maybe from a time when the tables were small, so sequential scans are off.
CREATE FUNCTION keep_tables(keep_days int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT SET timezone = 'UTC' SET lock_timeout = '200ms' SET enable_seqscan = off AS $$
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
                NULL; -- busy: tried again by the next call. Rows already in the default partition stay there.
            END;
        END IF;
    END LOOP;
    FOR part IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'outbox'::regclass AND c.relname ~ '^outbox_[0-9]{8}$'
          AND to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - keep_days
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE published_at IS NULL) '
                       'OR EXISTS (SELECT FROM %1$I WHERE published_at = ''infinity'')', part.relname) INTO waiting;
        IF NOT waiting THEN
            BEGIN
                EXECUTE format('DROP TABLE %I', part.relname);
            EXCEPTION WHEN lock_not_available THEN
                NULL;
            END;
        END IF;
    END LOOP;
    DELETE FROM outbox_default WHERE published_at < statement_timestamp() - make_interval(days => keep_days);
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < statement_timestamp() - interval '24 hours'
        ORDER BY created_at LIMIT 20000));
    DELETE FROM inbox WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM inbox WHERE handled_at < statement_timestamp() - interval '45 days'
        ORDER BY handled_at LIMIT 20000));
END $$;

-- Access tokens with an epoch below the named one are void.
CREATE TABLE revocations (
    user_id bigint PRIMARY KEY,
    epoch int NOT NULL,
    revoked_at timestamptz NOT NULL,
    received_at timestamptz
);
CREATE INDEX revocations_by_received ON revocations (received_at);
CREATE INDEX revocations_by_age ON revocations (revoked_at);

-- Sessions that were ended, by a hash of their name: their access tokens are void.
CREATE TABLE ended_sessions (
    session bigint PRIMARY KEY,
    user_id bigint NOT NULL,
    ended_at timestamptz NOT NULL,
    received_at timestamptz
);
CREATE INDEX ended_sessions_by_received ON ended_sessions (received_at);
CREATE INDEX ended_sessions_by_age ON ended_sessions (ended_at);

CREATE FUNCTION set_received_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.received_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER revocations_received BEFORE INSERT OR UPDATE ON revocations
    FOR EACH ROW EXECUTE FUNCTION set_received_at();
CREATE TRIGGER ended_sessions_received BEFORE INSERT OR UPDATE ON ended_sessions
    FOR EACH ROW EXECUTE FUNCTION set_received_at();

-- A service may not revoke a revocation. It may only delete those whose tokens have expired.
CREATE FUNCTION trim_void(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    before timestamptz := clock_timestamp() - interval '11 minutes';
    people int;
    sessions int;
BEGIN
    DELETE FROM revocations WHERE user_id IN (
        SELECT user_id FROM revocations WHERE revoked_at < before ORDER BY revoked_at LIMIT most FOR UPDATE SKIP LOCKED);
    GET DIAGNOSTICS people = ROW_COUNT;
    DELETE FROM ended_sessions WHERE session IN (
        SELECT session FROM ended_sessions WHERE ended_at < before ORDER BY ended_at LIMIT most FOR UPDATE SKIP LOCKED);
    GET DIAGNOSTICS sessions = ROW_COUNT;
    RETURN people + sessions;
END $$;

SELECT keep_tables(7);
