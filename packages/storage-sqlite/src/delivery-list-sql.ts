import type { DeliveryListQuery } from '@botwright/core/ports';
import { deliveryColumns } from './delivery-row.ts';
import { findTargetSql } from './delivery-targets.ts';
import type { PageSql } from './read-page.ts';

/** Written out, for SQLite uses the index of the dead only where it sees that no others are asked for. */
const inState = {
  pending: "d.state = 'pending'",
  delivered: "d.state = 'delivered'",
  dead: "d.state = 'dead'",
} as const satisfies Record<NonNullable<DeliveryListQuery['state']>, string>;

/**
 * Writes the statements of a list. They name their index, which holds the order: that of a target, of the dead
 * letters, or of all of the brand.
 *
 * Parameters: brand, a JSON list of workspaces, then those of the target and the state where asked for.
 *
 * @spec SQ13
 */
export function deliveryListSql(query: DeliveryListQuery): PageSql {
  const { target, state } = query;
  const from = `FROM deliveries d INDEXED BY ${indexFor(query)}`;
  const conditions = [
    'd.brand = ? AND d.workspace IN (SELECT value FROM json_each(?))',
    target === undefined ? [] : `d.target = (${findTargetSql})`,
    state === undefined ? [] : inState[state],
  ]
    .flat()
    .join(' AND ');
  return {
    count: `SELECT count(*) AS total ${from} WHERE ${conditions}`,
    page:
      `SELECT ${deliveryColumns} ${from} CROSS JOIN delivery_targets t ON t.number = d.target ` +
      `WHERE ${conditions} ORDER BY d.id DESC LIMIT ? OFFSET ?`,
  };
}

export function deliveryListParams(
  brand: string,
  { workspaces, target }: DeliveryListQuery,
): readonly (string | number)[] {
  const ofTarget = target === undefined ? [] : [brand, target.kind, target.number];
  return [brand, JSON.stringify(workspaces), ...ofTarget];
}

function indexFor({ target, state }: DeliveryListQuery): string {
  if (target !== undefined) return 'deliveries_target';
  return state === 'dead' ? 'deliveries_dead' : 'sqlite_autoindex_deliveries_1';
}
