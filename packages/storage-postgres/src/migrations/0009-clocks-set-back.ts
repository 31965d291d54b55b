import type { Migration } from '../migrate.ts';

/**
 * Like `admit`, which older releases call, but a count from a clock that is ahead counts as now; a count more than a
 * window ahead does not count. Both functions take the same lock.
 */
export const clocksSetBack: Migration = {
  version: 9,
  name: 'clocks set back',
  sql: `
CREATE FUNCTION admit_now(caller text, now_ms bigint, most bigint, window_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  holding bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('"@".admit' || caller, 0));
  DELETE FROM "@".rate_log WHERE ctid IN
    (SELECT ctid FROM "@".rate_log WHERE ends_at <= now_ms LIMIT 100 FOR UPDATE SKIP LOCKED);
  PERFORM 1 FROM "@".rate_log WHERE key = caller AND ends_at > now_ms + window_ms LIMIT 1;
  IF FOUND THEN
    DELETE FROM "@".rate_log WHERE key = caller AND ends_at > now_ms + 2 * window_ms;
    UPDATE "@".rate_log SET ends_at = now_ms + window_ms WHERE key = caller AND ends_at > now_ms + window_ms;
  END IF;
  SELECT ends_at INTO holding FROM "@".rate_log
    WHERE key = caller AND ends_at > now_ms
    ORDER BY ends_at DESC OFFSET most - 1 LIMIT 1;
  IF holding IS NULL THEN
    INSERT INTO "@".rate_log (key, ends_at) VALUES (caller, now_ms + window_ms);
  END IF;
  RETURN holding;
END $$;
`,
};
