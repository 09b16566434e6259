-- Events that the broker refused; each service's migration runs this file after tables.sql.

-- `published_at` of an outbox row: NULL waits, 'infinity' was refused (or an earlier event of its key was),
-- '-infinity' was given up by an operator, anything else is when the broker took it.
CREATE TABLE refused_keys (
    topic text NOT NULL,
    key text NOT NULL,
    cause text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (topic, key)
);
-- A migration has built it already, beside those who write (`build_index_of_parts`).
CREATE INDEX IF NOT EXISTS outbox_aside ON outbox (topic, key) WHERE published_at = 'infinity';

-- Runs every few seconds, so each turn takes a bounded piece of what is old. Plans are kept for as long as the session
-- of the relay lives, and may be older than the tables are large: sequential scans are out of the question.
CREATE OR REPLACE FUNCTION keep_tables(keep_days int) RETURNS void
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
                NULL;  -- busy: the next turn tries again; rows of that day in the default partition: they stay there
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
    DELETE FROM outbox_default WHERE published_at < clock_timestamp() - make_interval(days => keep_days);
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < clock_timestamp() - interval '24 hours'
        ORDER BY created_at LIMIT 20000));
    DELETE FROM inbox WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM inbox WHERE handled_at < clock_timestamp() - interval '90 days'
        ORDER BY handled_at LIMIT 20000));
END $$;
