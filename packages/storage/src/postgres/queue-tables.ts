const counting = (row: 'NEW' | 'OLD', by: 1 | -1) =>
  `INSERT INTO "@".counter_changes (brand, list, part, change)
    VALUES (${row}.brand, 'deliveries', ARRAY[${row}.target::text, ${row}.workspace::text, ${row}.state], ${by});`;

const trigger = (name: string, event: string, statements: string, when = '') => `
CREATE FUNCTION "@".${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statements} RETURN NULL; END $$;
CREATE TRIGGER ${name} AFTER ${event} ON "@".deliveries FOR EACH ROW ${when} EXECUTE FUNCTION "@".${name}();`;

/**
 * A row of `deliveries` that waits or has a lease has `due_at` until it ends; a leased one has `worker`. Targets and
 * brands have the moment of their next turn. Only claims write these moments, one claim at a time; every other change
 * of a target's waiting deliveries adds a row to `delivery_signals` for the next claim. If the turns of several targets
 * of one brand come at the same moment, older targets are served first.
 *
 * An ordered delivery is `held` back if one of its customer to its target was pending when it was added. Only claims end
 * that, for the first of them, when a signal with the customer says that one was added or ended.
 *
 * A row of `delivery_endings` says that all deliveries of a target up to a number have ended; the pending ones are not
 * yet stored as ended. No known lease ends before the moment `look_at`, so most claims need not look for ended leases.
 */
const deliveries = `
CREATE TABLE "@".delivery_targets (
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
CREATE INDEX delivery_targets_turns ON "@".delivery_targets (brand, ready_at, turn, number, leased)
  WHERE ready_at IS NOT NULL;

CREATE TABLE "@".delivery_brands (
  brand text PRIMARY KEY,
  served_at bigint NOT NULL DEFAULT 0,
  turn bigint NOT NULL DEFAULT 0,
  ready_at bigint
);
CREATE INDEX delivery_brands_ready ON "@".delivery_brands (ready_at, turn, brand) WHERE ready_at IS NOT NULL;

CREATE TABLE "@".delivery_turns (
  one smallint PRIMARY KEY CHECK (one = 1),
  last bigint NOT NULL,
  latest_at bigint NOT NULL,
  look_at bigint NOT NULL
);
INSERT INTO "@".delivery_turns VALUES (1, 0, 0, 0);

CREATE TABLE "@".delivery_signals (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target bigint NOT NULL,
  customer_number bigint
);

CREATE TABLE "@".delivery_endings (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target bigint NOT NULL,
  up_to bigint NOT NULL,
  ended_at bigint NOT NULL
);
CREATE INDEX delivery_endings_target ON "@".delivery_endings (target);

CREATE SEQUENCE "@".delivery_numbers;
CREATE TABLE "@".deliveries (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  id text NOT NULL,
  target bigint NOT NULL REFERENCES "@".delivery_targets (number),
  workspace bigint NOT NULL,
  customer_number bigint NOT NULL,
  message_uuid text NOT NULL,
  origin text NOT NULL,
  created_at bigint NOT NULL,
  replay_of text,
  body_number bigint NOT NULL,
  ordered smallint NOT NULL,
  held smallint NOT NULL,
  state text NOT NULL,
  due_at bigint,
  finished_at bigint,
  reason text,
  attempts text NOT NULL,
  worker text,
  lease_until bigint,
  UNIQUE (brand, id)
);
CREATE INDEX deliveries_waiting ON "@".deliveries (target, held, due_at, number)
  WHERE due_at IS NOT NULL AND worker IS NULL;
CREATE INDEX deliveries_ordered ON "@".deliveries (target, customer_number, held, number)
  WHERE ordered = 1 AND due_at IS NOT NULL;
CREATE INDEX deliveries_leased ON "@".deliveries (target) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_worker ON "@".deliveries (worker) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_lease ON "@".deliveries (lease_until) WHERE worker IS NOT NULL;
CREATE INDEX deliveries_list ON "@".deliveries (brand, workspace, state, id DESC);
CREATE INDEX deliveries_target_list ON "@".deliveries (target, workspace, state, id DESC);
CREATE INDEX deliveries_customer ON "@".deliveries (brand, customer_number);
CREATE INDEX deliveries_finished ON "@".deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_body ON "@".deliveries (body_number);

-- It has the number of the first delivery that has it.
CREATE TABLE "@".delivery_bodies (
  number bigint PRIMARY KEY,
  body text NOT NULL
);
`;

/** Deliveries are counted like lists of records. */
const counters = `
${trigger('count_added_delivery', 'INSERT', counting('NEW', 1))}
${trigger('count_removed_delivery', 'DELETE', counting('OLD', -1))}
${trigger('count_moved_delivery', 'UPDATE OF state', `${counting('OLD', -1)} ${counting('NEW', 1)}`, 'WHEN (OLD.state <> NEW.state)')}
`;

/** Without a moment, the wake is due and its customer has a row of work. Until then it may hold the inbox. */
const wakes = (ofCustomer: string) => `
CREATE TABLE "@".conversation_wakes (
  customer_number bigint PRIMARY KEY,
  brand text NOT NULL,
  since bigint NOT NULL,
  due_at bigint,
  holds_inbox boolean NOT NULL${ofCustomer}
);
CREATE INDEX conversation_wakes_due ON "@".conversation_wakes (due_at, customer_number) WHERE due_at IS NOT NULL;
`;

/** A row without a lease has work: it is deleted with the last of its work, or with the lease. */
const conversations = (ofCustomer: string) => `
CREATE TABLE "@".inbox (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  customer_number bigint NOT NULL,
  at bigint NOT NULL,
  item_json text NOT NULL,
  ends_wait boolean NOT NULL${ofCustomer}
);
CREATE INDEX inbox_of_customer ON "@".inbox (customer_number, number);

CREATE TABLE "@".conversation_work (
  customer_number bigint PRIMARY KEY,
  brand text NOT NULL,
  waits_since bigint NOT NULL,
  due_at bigint NOT NULL,
  worker text,
  awaits_effects smallint NOT NULL DEFAULT 0,
  deaths bigint NOT NULL DEFAULT 0,
  counting smallint NOT NULL DEFAULT 0${ofCustomer}
);
CREATE INDEX conversation_work_free ON "@".conversation_work (awaits_effects, brand, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_due ON "@".conversation_work (awaits_effects, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_ends ON "@".conversation_work (due_at) WHERE worker IS NOT NULL;
CREATE INDEX conversation_work_leased ON "@".conversation_work (worker) WHERE worker IS NOT NULL;
`;

/**
 * The function counts a request if there is room for it. It returns the moment when another one has room, or null when
 * the request was counted. A count from a clock that is ahead counts as now; a count more than a window ahead does not
 * count.
 */
const rates = `
CREATE TABLE "@".rate_log (
  key text NOT NULL,
  -- When the request that was counted leaves its window.
  ends_at bigint NOT NULL
);
CREATE INDEX rate_log_key ON "@".rate_log (key, ends_at);
CREATE INDEX rate_log_ended ON "@".rate_log (ends_at);

CREATE FUNCTION "@".admit(caller text, now_ms bigint, most bigint, window_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
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
`;

const ofCustomer =
  ',\n  FOREIGN KEY (brand, customer_number) REFERENCES "@".customer_records (brand, number) ON DELETE CASCADE';

/** Compares texts by code points, for every locale of the database. */
const byCodePoints = (statements: string): string =>
  statements.replace(/^( {2}\w+ text(\[\])?)(?=[ ,]|$)/gm, '$1 COLLATE "C"');

/**
 * Statements that make the tables of the queues and of the rate limiter, after those of records. Work of a customer
 * belongs to the record of the customer.
 *
 * @param hasCustomers - Whether the store has such records.
 */
export function queueTables(hasCustomers: boolean): string {
  const owner = hasCustomers ? ofCustomer : '';
  return byCodePoints([deliveries, counters, conversations(owner), wakes(owner), rates].join(''));
}

/** The statements from each version of the schema to the next, from version 1 on. */
export function queueUpgrades(hasCustomers: boolean): readonly string[] {
  const owner = hasCustomers ? ofCustomer : '';
  // Servers of the release before go on, and write no value of the new column.
  return [`ALTER TABLE "@".inbox ADD COLUMN ends_wait boolean NOT NULL DEFAULT false;${wakes(owner)}`].map(
    byCodePoints,
  );
}
