import type { NewDelivery } from '@botwright/core/ports';
import { raw, type Sql, sql, table } from './sql.ts';

/**
 * Adds deliveries, and their targets if they are missing. If another transaction inserts a target at the same time, the
 * statement waits for it and gets its number, although it does not see its row.
 *
 * Fails if the brand has the id of one.
 *
 * @spec DQ1, DQ2, DQ3, DQ21
 */
export function addDeliveries(brand: string, deliveries: readonly NewDelivery[]): Sql {
  return sql`
    with given as materialized (
      select nextval(${raw(`'"@".delivery_numbers'`)}) as number, g.* from (
        select * from json_to_recordset(${JSON.stringify(rowsOf(deliveries))}::json) as d (place bigint, body_place bigint,
          id text, kind text, target_number bigint, workspace bigint, customer_number bigint, message_uuid text,
          origin text, created_at bigint, replay_of text, due_at bigint, body text) order by place
      ) as g
    ), known as materialized (
      select n.kind, n.target_number, (
        select number from ${table('delivery_targets')} as t
        where t.brand = ${brand} and t.kind = n.kind and t.target_number = n.target_number
      ) as number from (select distinct kind, target_number from given) as n
    ), made as (
      insert into ${table('delivery_targets')} (brand, kind, target_number)
      select ${brand}, kind, target_number from known where number is null order by kind, target_number
      on conflict (brand, kind, target_number) do update set brand = excluded.brand
      returning kind, target_number, number
    ), targets as materialized (
      select kind, target_number, number from known where number is not null union all select * from made
    ), bodies as (
      insert into ${table('delivery_bodies')} (number, body) select number, body from given where place = body_place
    ), signals as (
      insert into ${table('delivery_signals')} (target) select number from targets
    )
    insert into ${table('deliveries')} (number, brand, id, target, workspace, customer_number, message_uuid, origin,
      created_at, replay_of, body_number, state, due_at, attempts)
    select g.number, ${brand}, g.id, (
        select t.number from targets as t where t.kind = g.kind and t.target_number = g.target_number
      ), g.workspace, g.customer_number, g.message_uuid, g.origin, g.created_at, g.replay_of,
      (select b.number from given as b where b.place = g.body_place), 'pending', g.due_at, '[]'
    from given as g`;
}

/** Deliveries about one customer with equal bodies share the body of the first. */
function rowsOf(deliveries: readonly NewDelivery[]): readonly object[] {
  const bodies = new Map<string, number>();
  return deliveries.map((delivery, place) => {
    const { customerNumber, body, target } = delivery;
    const key = JSON.stringify([customerNumber, body]);
    const bodyPlace = bodies.get(key) ?? place;
    bodies.set(key, bodyPlace);
    return {
      ...{ place, body_place: bodyPlace, id: delivery.id, kind: target.kind, target_number: target.number },
      ...{ workspace: delivery.workspace, customer_number: customerNumber, message_uuid: delivery.messageUuid },
      ...{ origin: delivery.origin, created_at: delivery.createdAt, replay_of: delivery.replayOf },
      ...{ due_at: delivery.dueAt, ...(bodyPlace === place && { body }) },
    };
  });
}
