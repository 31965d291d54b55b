import type { ConversationReader, ConversationRecord, ConversationStore, InboxEntry } from '@botwright/core/ports';
import {
  type Expressions,
  get,
  type Query,
  type RunQuery,
  statement,
  type Transaction,
  table,
  run as write,
} from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';

interface OfCustomer {
  readonly brand: string;
  readonly customer: number;
}

interface OfWorker extends OfCustomer {
  readonly worker: string;
}

interface ConversationRow {
  readonly state_json: string;
  readonly effects_json: string | null;
  readonly begin_at: string | null;
}

interface InboxRow {
  readonly number: number;
  readonly at: number;
  readonly item_json: string;
}

const hasEffects = sql`exists (select 1 from ${table('conversations')} as c
  where c.customer_number = w.customer_number and c.effects_json is not null)`;

/** Condition: the customer of this row `w` has work. */
export const hasWork = sql`(exists (select 1 from ${table('inbox')} as i where i.customer_number = w.customer_number)
  or ${hasEffects})`;

export { hasEffects };

export const findConversation = statement<OfCustomer>()(
  (_dialect, { brand, customer }) => sql<ConversationRow>`select state_json, effects_json, begin_at
    from ${table('conversations')} where customer_number = ${customer} and brand = ${brand}`,
);

export const nextEntry = statement<OfCustomer>()(
  (_dialect, { brand, customer }) => sql<InboxRow>`select number, at, item_json from ${table('inbox')}
    where customer_number = ${customer} and brand = ${brand} order by number limit 1`,
);

/** Returns one row if the worker has the lease. No claim ends the lease before the transaction ends. */
export const loadWork = statement<OfWorker>()(
  (_dialect, { brand, customer, worker }) => sql<
    | (Omit<ConversationRow, 'state_json'> & { readonly state_json: string | null })
    | (Omit<InboxRow, 'number'> & { readonly number: number | null })
  >`
    select c.state_json, c.effects_json, c.begin_at, i.number, i.at, i.item_json
    from ${table('conversation_work')} as w
    left join ${table('conversations')} as c on c.customer_number = w.customer_number
    left join ${table('inbox')} as i on i.number =
      (select min(number) from ${table('inbox')} where customer_number = w.customer_number)
    where w.customer_number = ${customer} and w.brand = ${brand} and w.worker = ${worker} for no key update of w`,
);

function putting({
  customer,
  brand,
  state_json,
  effects_json,
  begin_at,
}: Expressions<OfCustomer & ConversationRow>): RawBuilder<never> {
  return sql`
    insert into ${table('conversations')} (customer_number, brand, state_json, effects_json, begin_at)
    values (${customer}, ${brand}, ${state_json}, ${effects_json}, ${begin_at})
    on conflict (customer_number) do update set state_json = excluded.state_json,
      effects_json = excluded.effects_json, begin_at = excluded.begin_at`;
}

const putConversation = statement<OfCustomer & ConversationRow>()((_dialect, row) => putting(row));

interface NewEntry extends OfCustomer {
  readonly at: number;
  readonly item: string;
  /** The worker that gets the lease of a customer without earlier work, and the end of the lease. */
  readonly worker: string | null;
  readonly until: number | null;
}

/**
 * Locks the row of work, even if it exists, so that a transaction that ends a lease sees the entry. If the row is
 * missing when the statement begins, no other transaction inserts it: inserting requires the lock of the customer.
 */
const pushEntry = statement<NewEntry>()(
  (_dialect, { customer, brand, at, item, worker, until }) => sql<{ leased: boolean }>`
    with entry as (
      insert into ${table('inbox')} (brand, customer_number, at, item_json) values (${brand}, ${customer}, ${at}, ${item})
    ), holder as materialized (
      select ${worker}::text as worker, ${until}::bigint as until where ${worker}::text is not null
        and not exists (select 1 from ${table('conversation_work')} where customer_number = ${customer})
    )
    insert into ${table('conversation_work')} (customer_number, brand, waits_since, due_at, worker, counting)
    select ${customer}, ${brand}, ${at}::bigint, coalesce(h.until, ${at}::bigint), h.worker, (h.worker is not null)::int
    from (select 1) as one left join holder as h on true
    on conflict (customer_number) do update set brand = excluded.brand
    returning exists (select 1 from holder) as leased`,
);

type OfEntry = OfCustomer & { readonly entry: number };

function dropping({ customer, brand, entry }: Expressions<OfEntry>): RawBuilder<never> {
  return sql`delete from ${table('inbox')}
    where number = ${entry} and customer_number = ${customer} and brand = ${brand}`;
}

const dropEntry = statement<OfEntry>()((_dialect, row) => dropping(row));

const addEffects = statement<OfCustomer>()(
  (_dialect, { customer, brand }) => sql<never>`
    insert into ${table('conversation_work')} (customer_number, brand, waits_since, due_at, awaits_effects)
    values (${customer}, ${brand}, 0, 0, 1) on conflict (customer_number) do update set awaits_effects = 1`,
);

const noEffects = statement<{ readonly customer: number }>()(
  (_dialect, { customer }) => sql<never>`update ${table('conversation_work')} set awaits_effects = 0
    where customer_number = ${customer} and awaits_effects = 1`,
);

const clearDeaths = statement<OfCustomer>()(
  (_dialect, { customer, brand }) => sql<never>`update ${table('conversation_work')}
    set deaths = 0, counting = (worker is not null)::int where customer_number = ${customer} and brand = ${brand}`,
);

const finish = statement<OfWorker>()(
  (_dialect, { customer, brand, worker }) => sql<never>`delete from ${table('conversation_work')} as w
    where w.customer_number = ${customer} and w.brand = ${brand} and w.worker = ${worker} and not ${hasWork}`,
);

/**
 * Ends most steps in one statement: stores a record without effects, removes the entry, and ends the lease unless
 * another entry waits. The statement does not see its own changes.
 *
 * @returns `is_done`: no further change is needed, as the worker has the lease and no effects were awaited.
 */
const endAndFinish = statement<OfEntry & ConversationRow & OfWorker>()(
  (_dialect, row) => sql<{ readonly is_finished: boolean; readonly is_done: boolean }>`
    with record as (${putting(row)}), entry as (${dropping(row)}), finished as (
      delete from ${table('conversation_work')} as w
      where w.customer_number = ${row.customer} and w.brand = ${row.brand} and w.worker = ${row.worker} and not exists (
        select 1 from ${table('inbox')} as i where i.customer_number = w.customer_number and i.number <> ${row.entry}
      ) returning true
    )
    select exists (select 1 from finished) as is_finished, exists (
      select 1 from ${table('conversation_work')}
      where customer_number = ${row.customer} and worker = ${row.worker} and awaits_effects = 0
    ) as is_done`,
);

const dropWork = statement<{ readonly customer: number }>()(
  (_dialect, { customer }) => sql<never>`delete from ${table('conversation_work')} as w
    where w.customer_number = ${customer} and w.worker is null and not ${hasWork}`,
);

export function conversationReader(brand: string, run: RunQuery): ConversationReader {
  return {
    find: (customer) =>
      run(function* () {
        const row = yield* get(findConversation, { brand, customer });
        return row && decodeConversation(customer, row);
      }),
    next: (customer) =>
      run(function* () {
        const row = yield* get(nextEntry, { brand, customer });
        return row && decodeEntry(row);
      }),
  };
}

function decodeConversation(customerNumber: number, row: ConversationRow): ConversationRecord {
  const { state_json: stateJson, effects_json: effectsJson, begin_at: beginAt } = row;
  return {
    customerNumber,
    stateJson,
    ...(effectsJson !== null && { effectsJson }),
    ...(beginAt !== null && { beginAt }),
  };
}

function decodeEntry({ number, item_json: itemJson, at }: InboxRow): InboxEntry {
  return { number, item: JSON.parse(itemJson), at };
}

/** @spec CQ21 */
export function conversationStore({ brand, run, queued }: Transaction): ConversationStore {
  return {
    ...conversationReader(brand, run),

    put: (record) => {
      const given = { ...record };
      return run(function* () {
        yield* put(brand, given);
        yield* refreshWork(brand, given);
      });
    },

    push: (customer, item, at, holder) => {
      const lease = { worker: holder?.worker ?? null, until: holder?.leaseUntil ?? null };
      const params = { brand, customer, at, item: JSON.stringify(item), ...lease };
      return run(
        function* () {
          const isLeased = (yield* get(pushEntry, params))?.leased === true;
          if (!isLeased) queued.add('conversations');
          return isLeased;
        },
        { overlaps: 'writes' },
      );
    },

    drop: (customer, entry) =>
      run(function* () {
        yield* write(dropEntry, { brand, customer, entry });
        yield* write(dropWork, { customer });
      }),

    load: (customer, worker) =>
      run(
        function* () {
          const row = (yield* get(loadWork, { brand, customer, worker })) as (ConversationRow & InboxRow) | undefined;
          if (row === undefined) return undefined;
          return {
            ...(row.state_json !== null && { record: decodeConversation(customer, row) }),
            ...(row.number !== null && { entry: decodeEntry(row) }),
          };
        },
        { overlaps: 'reads' },
      ),

    endStep: (customer, worker, { record, entry }) => {
      const given = record && { ...record };
      return run(
        function* () {
          if (given !== undefined && given.effectsJson === undefined && entry !== undefined) {
            const row = rowOf(brand, given);
            const ended = yield* get(endAndFinish, { ...row, customer, entry, worker });
            if (ended?.is_finished === true) return true;
            if (ended?.is_done === true) return false;
          } else {
            if (given !== undefined) yield* put(brand, given);
            if (entry !== undefined) yield* write(dropEntry, { brand, customer, entry });
            if ((yield* write(finish, { brand, customer, worker })) > 0) return true;
          }
          if (given !== undefined) yield* refreshWork(brand, given);
          if (entry !== undefined) yield* write(dropWork, { customer });
          return false;
        },
        { overlaps: 'writes' },
      );
    },

    clearDeaths: (customer) =>
      run(function* () {
        yield* write(clearDeaths, { brand, customer });
      }),
  };
}

function rowOf(
  brand: string,
  { customerNumber: customer, stateJson, effectsJson, beginAt }: ConversationRecord,
): OfCustomer & ConversationRow {
  return { brand, customer, state_json: stateJson, effects_json: effectsJson ?? null, begin_at: beginAt ?? null };
}

function put(brand: string, record: ConversationRecord): Query<number> {
  return write(putConversation, rowOf(brand, record));
}

/** Updates the work of a customer after a change of the customer's record. */
function* refreshWork(brand: string, { customerNumber: customer, effectsJson }: ConversationRecord): Query<void> {
  if (effectsJson !== undefined) yield* write(addEffects, { brand, customer });
  else if ((yield* write(noEffects, { customer })) > 0) yield* write(dropWork, { customer });
}
