import type { NewDelivery } from '@botwright/core/ports';
import { placesOfBodies } from '../sql/queue-rows.ts';
import { lockedKeys, raw, type Sql, sql, table } from './sql.ts';

/** The customer of an ordered delivery, for a signal that it was added or has ended. */
export const customerIfOrdered = sql`case when ordered = 1 then customer_number end as customer_number`;

/** The numbers of the deliveries that match, locked in their order. @spec PG38 */
export const lockedDeliveries = (where: Sql): Sql => lockedKeys('deliveries', 'number', where);

/**
 * Adds deliveries, and their targets if they are missing. If another transaction inserts a target at the same time, the
 * statement waits for it and gets its number, although it does not see its row.
 *
 * Fails if the brand has the id of one.
 *
 * @spec DQ1, DQ2, DQ3, DQ21, DQ28
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
          created_at bigint, replay_of text, ordered smallint, due_at bigint, body text) order by place
      ) as g
    ), added as materialized (
      select array_agg(number order by place) as numbers from given
    ), bodies as (
      insert into ${table('delivery_bodies')} (number, body) select number, body from given where place = body_place
    ), addressed as materialized (
      select g.*, (select numbers from targets)[g.target_place + 1] as target,
        row_number() over (partition by g.target_place, g.customer_number, g.ordered order by g.place) as line_place
      from given as g
    ), signals as (
      insert into ${table('delivery_signals')} (target, customer_number)
      select distinct target, ${customerIfOrdered} from addressed
    )
    insert into ${table('deliveries')} (number, brand, id, target, workspace, customer_number, message_uuid, origin,
      created_at, replay_of, body_number, ordered, held, state, due_at, attempts)
    select a.number, ${brand}, a.id, a.target, a.workspace, a.customer_number, a.message_uuid, a.origin,
      a.created_at, a.replay_of, (select numbers from added)[a.body_place + 1], a.ordered,
      case when a.ordered = 0 then 0 when a.line_place > 1 then 1 else coalesce((
        select 1 from ${table('deliveries')} as d where d.target = a.target and d.customer_number = a.customer_number
          and d.ordered = 1 and d.due_at is not null limit 1
      ), 0) end, 'pending', a.due_at, '[]'
    from addressed as a`;
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
      ...{
        created_at: delivery.createdAt,
        replay_of: delivery.replayOf,
        ordered: delivery.ordered ? 1 : 0,
        due_at: delivery.dueAt,
      },
      ...(bodyPlace === place && { body }),
    };
  });
  return { rows, targets: [...targets.values()] };
}
