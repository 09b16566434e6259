-- What is void is read by when it was heard of, and dropped eleven minutes after it happened: no token lives longer.

DELETE FROM revocations WHERE revoked_at < clock_timestamp() - interval '11 minutes';
ALTER TABLE revocations ADD COLUMN heard_at timestamptz;
UPDATE revocations SET heard_at = clock_timestamp();
CREATE FUNCTION note_when_heard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.heard_at := clock_timestamp();
    RETURN NEW;
END $$;
-- A trigger, because an older build beside this one writes rows too.
CREATE TRIGGER revocations_heard BEFORE INSERT OR UPDATE ON revocations
    FOR EACH ROW EXECUTE FUNCTION note_when_heard();
CREATE INDEX revocations_by_heard ON revocations (heard_at);
CREATE INDEX revocations_by_age ON revocations (revoked_at);

-- Single sessions that were ended, by a hash of their name: their access tokens are void.
CREATE TABLE ended_sessions (
    session bigint PRIMARY KEY,
    user_id bigint NOT NULL,
    ended_at timestamptz NOT NULL,
    heard_at timestamptz
);
CREATE TRIGGER ended_sessions_heard BEFORE INSERT OR UPDATE ON ended_sessions
    FOR EACH ROW EXECUTE FUNCTION note_when_heard();
CREATE INDEX ended_sessions_by_heard ON ended_sessions (heard_at);
CREATE INDEX ended_sessions_by_age ON ended_sessions (ended_at);

-- The service's role may not unsay what is void: it can only have removed what is about expired tokens.
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
