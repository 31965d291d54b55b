import type { Slice } from '@botwright/core/paging';
import type {
  DeliveryListQuery,
  DeliveryReader,
  DeliveryRecord,
  DeliveryStore,
  NewDelivery,
} from '@botwright/core/ports';
import {
  all,
  get,
  type Query,
  type RunQuery,
  requireWritten,
  statement,
  statements,
  type Transaction,
  table,
  run as write,
} from '@botwright/storage-sql';
import { sql } from 'kysely';
import { countersOf } from './counters.ts';
import { disable, endDeliveries } from './delivery-endings.ts';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from './delivery-row.ts';

interface ById {
  readonly brand: string;
  readonly id: string;
}

export const findDelivery = statement<ById>()(
  (_dialect, { brand, id }) => sql<DeliveryRow>`select ${deliveryColumns} from ${table('deliveries')} as d
    join ${table('delivery_targets')} as t on t.number = d.target where d.brand = ${brand} and d.id = ${id}`,
);

export const findBody = statement<ById>()(
  (_dialect, { brand, id }) => sql<{ body: string }>`select b.body from ${table('deliveries')} as d
    join ${table('delivery_bodies')} as b on b.number = d.body_number where d.brand = ${brand} and d.id = ${id}`,
);

interface ListParams {
  readonly brand: string;
  readonly workspaces: readonly string[];
  readonly states: readonly string[];
  readonly kind?: string;
  readonly target?: number;
  readonly limit: number;
  readonly offset: number;
}

type ListRow = { readonly all: number } & { readonly [TName in keyof DeliveryRow]: DeliveryRow[TName] | null };

/**
 * Reads one index per workspace and state, newest first, only up to the end of the page, and merges the rows. Each row
 * has the total; a page without deliveries has one row of nulls.
 */
export const listDeliveries = statements((ofTarget: boolean) =>
  statement<ListParams>()((_dialect, { brand, workspaces, states, kind, target, limit, offset }) => {
    const targets = sql`(select number from ${table('delivery_targets')}
      where brand = ${brand} and kind = ${kind} and target_number = ${target})`;
    return sql<ListRow>`
      with counted as materialized (
        select coalesce(sum(total), 0)::bigint as total from ${countersOf(brand, 'deliveries')} as c
        where part[2] = any(${workspaces}) and part[3] = any(${states})
          ${ofTarget ? sql`and part[1] = ${targets}::text` : sql``}
      ), page as materialized (
        select f.id from unnest(${workspaces}::bigint[]) as w cross join unnest(${states}::text[]) as s
        cross join lateral (
          select id from ${table('deliveries')}
          where ${ofTarget ? sql`target = ${targets}` : sql`brand = ${brand}`} and workspace = w and state = s
          order by id desc
          limit case when (select total from counted) > ${offset} then ${limit}::bigint + ${offset}::bigint else 0 end
        ) as f order by f.id desc limit ${limit} offset ${offset}
      )
      select (select total from counted) as "all", ${deliveryColumns}
      from (select 1) as one left join page on true left join ${table('deliveries')} as d on d.brand = ${brand} and d.id = page.id
      left join ${table('delivery_targets')} as t on t.number = d.target order by page.id desc`;
  }),
);

export function deliveryReader(brand: string, run: RunQuery): DeliveryReader {
  return {
    find: (id) =>
      run(function* () {
        const row = yield* get(findDelivery, { brand, id });
        return row && decodeDelivery(row);
      }),
    list: (query) => {
      const wanted = { ...query, workspaces: [...new Set(query.workspaces)] };
      return run(() => readList(brand, wanted));
    },
    findBody: (id) =>
      run(function* () {
        return (yield* get(findBody, { brand, id }))?.body;
      }),
  };
}

function* readList(brand: string, query: DeliveryListQuery): Query<Slice<DeliveryRecord>> {
  const { workspaces, state, target, limit, offset } = query;
  const states = state === undefined ? ['pending', 'delivered', 'dead'] : [state];
  const ofTarget = target === undefined ? {} : { kind: target.kind, target: target.number };
  const params = { brand, workspaces: workspaces.map(String), states, ...ofTarget, limit, offset };
  const rows = yield* all(listDeliveries(target !== undefined), params);
  const items = rows.filter(({ id }) => id !== null).map((row) => decodeDelivery(row as DeliveryRow));
  return { items, total: rows[0]?.all ?? 0 };
}

/** The existing targets, this many new numbers, and whether the brand has one of the ids. */
const prepareAdd = statement<{
  readonly brand: string;
  readonly kinds: readonly string[];
  readonly targets: readonly number[];
  readonly ids: readonly string[];
}>()(
  (_dialect, { brand, kinds, targets, ids }) => sql<{
    readonly position: number;
    readonly number: number;
    readonly target: number | null;
    readonly is_taken: boolean;
  }>`
    select g.position::int as position, nextval(${sql.raw(`'"@".delivery_numbers'`)}) as number, t.number as target,
      exists (select 1 from ${table('deliveries')} as d where d.brand = ${brand} and d.id = g.id) as is_taken
    from unnest(${kinds}::text[], ${targets}::bigint[], ${ids}::text[]) with ordinality as g (kind, target, id, position)
    left join ${table('delivery_targets')} as t on t.brand = ${brand} and t.kind = g.kind and t.target_number = g.target
    order by g.position`,
);

const addTarget = statement<{ readonly brand: string; readonly kind: string; readonly target: number }>()(
  (
    _dialect,
    { brand, kind, target },
  ) => sql<never>`insert into ${table('delivery_targets')} (brand, kind, target_number)
    values (${brand}, ${kind}, ${target}) on conflict do nothing`,
);

const findTarget = statement<{ readonly brand: string; readonly kind: string; readonly target: number }>()(
  (_dialect, { brand, kind, target }) => sql<{ number: number }>`select number from ${table('delivery_targets')}
    where brand = ${brand} and kind = ${kind} and target_number = ${target}`,
);

const intoDeliveries = sql`insert into ${table('deliveries')} (number, brand, id, target, workspace, customer_number,
  message_uuid, origin, created_at, replay_of, body_number, state, due_at, attempts)`;

/** The JSON texts have the columns of the rows. */
const addDeliveries = statement<{
  readonly brand: string;
  readonly rows: string;
  readonly bodies: string;
  readonly targets: readonly number[];
}>()(
  (_dialect, { brand, rows, bodies, targets }) => sql<never>`
    with bodies as (
      insert into ${table('delivery_bodies')} (number, body)
        select number, body from json_to_recordset(${bodies}::json) as b (number bigint, body text)
    ), signals as (
      insert into ${table('delivery_signals')} (target) select unnest(${targets}::bigint[])
    )
    ${intoDeliveries}
    select number, ${brand}, id, target, workspace, customer_number, message_uuid, origin,
      created_at, replay_of, body_number, 'pending', due_at, '[]'
    from json_to_recordset(${rows}::json) as d (number bigint, id text, target bigint, workspace bigint,
      customer_number bigint, message_uuid text, origin text, created_at bigint, replay_of text, body_number bigint,
      due_at bigint)`,
);

interface OneDelivery extends ById {
  readonly kind: string;
  readonly target: number;
  readonly workspace: number;
  readonly customer: number;
  readonly messageUuid: string;
  readonly origin: string;
  readonly createdAt: number;
  readonly replayOf: string | null;
  readonly dueAt: number;
  readonly body: string;
}

/**
 * Adds a delivery, and its target if it is missing. If another transaction inserts the target at the same time, the
 * statement waits for it and gets its number, although it does not see its row.
 *
 * @param ifTaken - The outcome if the brand has the id: a failure, which ends the transaction, or no delivery.
 */
const addOne = statements((ifTaken: 'fails' | 'nothing') =>
  statement<OneDelivery>()(
    (
      _dialect,
      { brand, id, kind, target, workspace, customer, messageUuid, origin, createdAt, replayOf, dueAt, body },
    ) => {
      const known = sql`select number from ${table('delivery_targets')}
      where brand = ${brand} and kind = ${kind} and target_number = ${target}`;
      const isTaken = sql`exists (select 1 from ${table('deliveries')} where brand = ${brand} and id = ${id})`;
      return sql<never>`
    with made as (
      insert into ${table('delivery_targets')} (brand, kind, target_number)
      select ${brand}, ${kind}, ${target}::bigint where not exists (${known})
      on conflict (brand, kind, target_number) do update set brand = excluded.brand returning number
    ), added as materialized (
      select nextval(${sql.raw(`'"@".delivery_numbers'`)}) as number, t.number as target
      from (${known} union all select number from made) as t ${ifTaken === 'nothing' ? sql`where not ${isTaken}` : sql``}
    ), bodies as (
      insert into ${table('delivery_bodies')} (number, body) select number, ${body} from added
    ), signals as (
      insert into ${table('delivery_signals')} (target) select target from added
    )
    ${intoDeliveries}
    select number, ${brand}, ${id}, target, ${workspace}::bigint, ${customer}::bigint, ${messageUuid}, ${origin},
      ${createdAt}::bigint, ${replayOf}, number, 'pending', ${dueAt}::bigint, '[]' from added`;
    },
  ),
);

/** The numbers of deliveries about a customer, or about all customers on the channels of a bot. @spec PG28 */
const ofCustomer = statements((by: 'customer' | 'bot') =>
  statement<{ readonly brand: string; readonly of: string | number; readonly at: number }>()(
    (_dialect, { brand, of, at }) => {
      const customers =
        by === 'customer'
          ? sql`(select ${of}::bigint as number)`
          : sql`(select c.number from ${table('channels')} as ch join ${table('customers')} as c on c.channel = ch.number
              where ch.brand = ${brand} and ch.bot_id = ${of})`;
      return sql<never>`
        with erased as materialized (
          select d.number, d.body_number, d.target, d.due_at from ${customers} as c
          join ${table('deliveries')} as d on d.brand = ${brand} and d.customer_number = c.number
        ), bodies as (
          delete from ${table('delivery_bodies')} where number = any(array(select body_number from erased))
        ), signals as (
          insert into ${table('delivery_signals')} (target) select distinct target from erased where due_at is not null
        )
        update ${table('deliveries')} set ${disable} = ${at}
        where number = any(array(select number from erased where due_at is not null)) and due_at is not null`;
    },
    { duration: 'any' },
  ),
);

/** @param endsByFailure - Whether nobody goes on with the transaction after a call that rejects. */
export function deliveryStore({ brand, run, queued }: Transaction, endsByFailure: boolean): DeliveryStore {
  const addGiven = addOne(endsByFailure ? 'fails' : 'nothing');
  return {
    ...deliveryReader(brand, run),
    add: (deliveries) => {
      const added = deliveries.map((delivery) => ({ ...delivery, target: { ...delivery.target } }));
      return run(
        function* () {
          const [first] = added;
          if (first === undefined) return;
          // Most messages have one target.
          if (added.length === 1) requireWritten(yield* write(addGiven, oneOf(brand, first)), idIsTaken);
          else yield* add(brand, added);
          queued.add('deliveries');
        },
        { overlaps: 'writes' },
      );
    },
    endPending: ({ kind, number }, at) =>
      run(function* () {
        const found = yield* get(findTarget, { brand, kind, target: number });
        if (found !== undefined) yield* endDeliveries({ target: found.number, at });
      }),
    eraseOfCustomer: (of, at) =>
      run(function* () {
        yield* write(ofCustomer('customer'), { brand, of, at });
      }),
    eraseOfBot: (of, at) =>
      run(function* () {
        yield* write(ofCustomer('bot'), { brand, of, at });
      }),
  };
}

const idIsTaken = 'The brand has a delivery with this id.';

function oneOf(brand: string, { target, customerNumber: customer, ...delivery }: NewDelivery): OneDelivery {
  const replayOf = delivery.replayOf ?? null;
  return { ...delivery, brand, kind: target.kind, target: target.number, customer, replayOf };
}

function* add(brand: string, deliveries: readonly NewDelivery[]): Query<void> {
  const prepared = yield* all(prepareAdd, {
    brand,
    kinds: deliveries.map(({ target }) => target.kind),
    targets: deliveries.map(({ target }) => target.number),
    ids: deliveries.map(({ id }) => id),
  });
  const ids = new Set(deliveries.map(({ id }) => id));
  if (ids.size < deliveries.length || prepared.some((row) => row.is_taken)) {
    throw new Error(idIsTaken);
  }
  /** The number of the first delivery with a body, by body and customer. */
  const bodies = new Map<string, Map<number, number>>();
  const written: { readonly number: number; readonly body: string }[] = [];
  const rows: object[] = [];
  const targets = new Set<number>();
  for (const [index, delivery] of deliveries.entries()) {
    const { number, target: known } = prepared[index] as (typeof prepared)[number];
    const target = known ?? (yield* madeTarget(brand, delivery));
    const ofText = bodies.get(delivery.body) ?? new Map<number, number>();
    bodies.set(delivery.body, ofText);
    const bodyNumber = ofText.get(delivery.customerNumber) ?? number;
    if (bodyNumber === number) written.push({ number, body: delivery.body });
    ofText.set(delivery.customerNumber, bodyNumber);
    targets.add(target);
    rows.push({
      number,
      id: delivery.id,
      target,
      workspace: delivery.workspace,
      customer_number: delivery.customerNumber,
      message_uuid: delivery.messageUuid,
      origin: delivery.origin,
      created_at: delivery.createdAt,
      replay_of: delivery.replayOf,
      body_number: bodyNumber,
      due_at: delivery.dueAt,
    });
  }
  const params = { rows: JSON.stringify(rows), bodies: JSON.stringify(written), targets: [...targets] };
  yield* write(addDeliveries, { brand, ...params });
}

function* madeTarget(brand: string, { target: { kind, number } }: NewDelivery): Query<number> {
  yield* write(addTarget, { brand, kind, target: number });
  const found = yield* get(findTarget, { brand, kind, target: number });
  if (found === undefined) throw new Error('A target that was just written is not there.');
  return found.number;
}
