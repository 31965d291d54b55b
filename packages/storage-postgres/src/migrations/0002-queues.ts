import type { Migration } from '../migrate.ts';

/**
 * A row of `deliveries` that waits or has a lease has `due_at` until it ends; a leased one has `worker`. Targets and
 * brands have the moment of their next turn. Only claims write these moments, one claim at a time; every other change
 * of a target's waiting deliveries adds a row to `delivery_signals` for the next claim.
 */
export const queues: Migration = {
  version: 2,
  name: 'queues',
  sql: `
CREATE TABLE delivery_targets (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  kind text NOT NULL,
  target_number bigint NOT NULL,
  leased bigint NOT NULL DEFAULT 0,
  served_at bigint NOT NULL DEFAULT 0,
  turn bigint NOT NULL DEFAULT 0,
  ready_at bigint,
  UNIQUE (brand, kind, target_number)
);
CREATE INDEX delivery_targets_ready ON delivery_targets (brand, ready_at, turn, leased) WHERE ready_at IS NOT NULL;

CREATE TABLE delivery_brands (
  brand text PRIMARY KEY,
  served_at bigint NOT NULL DEFAULT 0,
  turn bigint NOT NULL DEFAULT 0,
  ready_at bigint
);
CREATE INDEX delivery_brands_ready ON delivery_brands (ready_at, turn, brand) WHERE ready_at IS NOT NULL;

CREATE TABLE delivery_turns (
  one smallint PRIMARY KEY CHECK (one = 1),
  last bigint NOT NULL,
  latest_at bigint NOT NULL
);
INSERT INTO delivery_turns VALUES (1, 0, 0);

CREATE TABLE delivery_signals (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target bigint NOT NULL
);

CREATE SEQUENCE delivery_numbers;
CREATE TABLE deliveries (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  id text NOT NULL,
  target bigint NOT NULL REFERENCES delivery_targets (number),
  workspace bigint NOT NULL,
  customer_number bigint NOT NULL,
  message_uuid text NOT NULL,
  origin text NOT NULL,
  created_at bigint NOT NULL,
  replay_of text,
  body_number bigint NOT NULL,
  state text NOT NULL,
  due_at bigint,
  finished_at bigint,
  reason text,
  attempts text NOT NULL,
  worker text,
  lease_until bigint,
  UNIQUE (brand, id)
);
CREATE INDEX deliveries_waiting ON deliveries (target, due_at, number) WHERE due_at IS NOT NULL AND worker IS NULL;
CREATE INDEX deliveries_leased ON deliveries (target) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_worker ON deliveries (worker) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_lease ON deliveries (lease_until) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_list ON deliveries (brand, workspace, state, id DESC);
CREATE INDEX deliveries_target_list ON deliveries (target, workspace, state, id DESC);
CREATE INDEX deliveries_customer ON deliveries (brand, customer_number);
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_body ON deliveries (body_number);

-- It has the number of the first delivery that has it.
CREATE TABLE delivery_bodies (
  number bigint PRIMARY KEY,
  body text NOT NULL
);

CREATE TABLE conversations (
  customer_number bigint PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
  brand text NOT NULL,
  state_json text NOT NULL,
  effects_json text,
  begin_at text
);

CREATE TABLE inbox (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  customer_number bigint NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
  at bigint NOT NULL,
  item_json text NOT NULL
);
CREATE INDEX inbox_of_customer ON inbox (customer_number, number);

-- A row without a lease has work: it is deleted with the last of its work, or with the lease.
CREATE TABLE conversation_work (
  customer_number bigint PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
  brand text NOT NULL,
  waits_since bigint NOT NULL,
  due_at bigint NOT NULL,
  worker text,
  awaits_effects smallint NOT NULL DEFAULT 0,
  deaths bigint NOT NULL DEFAULT 0,
  counting smallint NOT NULL DEFAULT 0
);
CREATE INDEX conversation_work_free ON conversation_work (awaits_effects, brand, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_due ON conversation_work (awaits_effects, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_ends ON conversation_work (due_at) WHERE worker IS NOT NULL;
CREATE INDEX conversation_work_leased ON conversation_work (worker) WHERE worker IS NOT NULL;

-- Counts a request when there is room for it. Answers when another one has room, or null when it was counted.
CREATE FUNCTION admit(caller text, now_ms bigint, most bigint, window_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  holding bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('"@".admit' || caller, 0));
  DELETE FROM "@".rate_log WHERE ctid IN
    (SELECT ctid FROM "@".rate_log WHERE ends_at <= now_ms LIMIT 100 FOR UPDATE SKIP LOCKED);
  SELECT ends_at INTO holding FROM "@".rate_log
    WHERE key = caller AND ends_at > now_ms AND ends_at <= now_ms + 2 * window_ms
    ORDER BY ends_at DESC OFFSET most - 1 LIMIT 1;
  IF holding IS NULL THEN
    INSERT INTO "@".rate_log (key, ends_at) VALUES (caller, now_ms + window_ms);
  END IF;
  RETURN holding;
END $$;
`,
};
