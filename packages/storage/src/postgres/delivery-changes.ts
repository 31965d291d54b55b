import type { NewDelivery } from '@botwright/core/ports';
import { placesOfBodies } from '../sql/queue-rows.ts';
import { raw, type Sql, sql, table } from './sql.ts';

/**
 * The numbers of the deliveries that match, locked in their order: transactions that change the same deliveries then
 * wait for each other instead of a deadlock, which PostgreSQL takes a second to detect.
 *
 * @param where - A condition on `deliveries`.
 * @spec PG38
 */
export const lockedDeliveries = (where: Sql): Sql => sql`any(array(
  select number from ${table('deliveries')} where ${where} order by number for no key update))`;

/**
 * Adds deliveries, and their targets if they are missing. If another transaction inserts a target at the same time, the
 * statement waits for it and gets its number, although it does not see its row.
 *
 * Fails if the brand has the id of one.
 *
 * @spec DQ1, DQ2, DQ3, DQ21
 */
export function addDeliveries(brand: string, deliveries: readonly NewDelivery[]): Sql {
  const { rows, targets } = rowsOf(deliveries);
  return sql`
    with wanted as materialized (
      select w.place, w.kind, w.target_number, (
        select number from ${table('delivery_targets')} as t
        where t.brand = ${brand} and t.kind = w.kind and t.target_number = w.target_number
      ) as number
      from json_to_recordset(${JSON.stringify(targets)}::json) as w (place bigint, kind text, target_number bigint)
    ), made as (
      insert into ${table('delivery_targets')} (brand, kind, target_number)
      select ${brand}, kind, target_number from wanted where number is null order by kind, target_number
      on conflict (brand, kind, target_number) do update set brand = excluded.brand
      returning kind, target_number, number
    ), targets as materialized (
      select array_agg(coalesce(w.number, m.number) order by w.place) as numbers
      from wanted as w left join made as m on m.kind = w.kind and m.target_number = w.target_number
    ), given as materialized (
      select nextval(${raw(`'"@".delivery_numbers'`)}) as number, g.* from (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as d (place bigint, target_place bigint,
          body_place bigint, id text, workspace bigint, customer_number bigint, message_uuid text, origin text,
          created_at bigint, replay_of text, due_at bigint, body text) order by place
      ) as g
    ), added as materialized (
      select array_agg(number order by place) as numbers from given
    ), bodies as (
      insert into ${table('delivery_bodies')} (number, body) select number, body from given where place = body_place
    ), signals as (
      insert into ${table('delivery_signals')} (target) select unnest(numbers) from targets
    )
    insert into ${table('deliveries')} (number, brand, id, target, workspace, customer_number, message_uuid, origin,
      created_at, replay_of, body_number, state, due_at, attempts)
    select number, ${brand}, id, (select numbers from targets)[target_place + 1], workspace, customer_number,
      message_uuid, origin, created_at, replay_of, (select numbers from added)[body_place + 1], 'pending', due_at, '[]'
    from given`;
}

/** Targets and bodies each once. Deliveries name the place of their target, and of the first one with their body. */
function rowsOf(deliveries: readonly NewDelivery[]) {
  const bodyPlaces = placesOfBodies(deliveries);
  const targets = new Map<string, { readonly place: number }>();
  const rows = deliveries.map((delivery, place) => {
    const { customerNumber, body, target } = delivery;
    const name = `${target.kind} ${target.number}`;
    const targetPlace = targets.get(name)?.place ?? targets.size;
    const wanted = { place: targetPlace, kind: target.kind, target_number: target.number };
    targets.set(name, wanted);
    const bodyPlace = bodyPlaces[place] ?? place;
    return {
      ...{ place, target_place: targetPlace, body_place: bodyPlace, id: delivery.id, workspace: delivery.workspace },
      ...{ customer_number: customerNumber, message_uuid: delivery.messageUuid, origin: delivery.origin },
      ...{ created_at: delivery.createdAt, replay_of: delivery.replayOf, due_at: delivery.dueAt },
      ...(bodyPlace === place && { body }),
    };
  });
  return { rows, targets: [...targets.values()] };
}
