import type { DeliveryListQuery } from '@botwright/core/ports';
import { deliveryColumns } from './delivery-row.ts';

export type DeliveryFilter = Pick<DeliveryListQuery, 'workspaces' | 'state'> & {
  /** The number of its row. */
  readonly target: number | undefined;
};

/** Written out, for SQLite uses the index of the dead only where it sees that no others are asked for. */
const inState = {
  pending: "d.state = 'pending'",
  delivered: "d.state = 'delivered'",
  dead: "d.state = 'dead'",
} as const satisfies Record<NonNullable<DeliveryListQuery['state']>, string>;

/**
 * Makes the statement of a page near the start. It names its index, which has the order: that of a target, of the dead,
 * or of all of the brand.
 *
 * Parameters: those of the filter, a limit and an offset.
 *
 * @spec SQ13
 */
export function newestDeliveriesSql(filter: DeliveryFilter): string {
  const { target, state } = filter;
  const index = target !== undefined ? ofTarget : state === 'dead' ? 'deliveries_dead' : ofBrand;
  return `${selectSql(filter, index)} ORDER BY d.id DESC LIMIT ? OFFSET ?`;
}

/**
 * Makes the statement of a page between two ids, oldest first.
 *
 * Parameters: those of the filter, from where and to where, a limit and an offset.
 *
 * @spec SQ13, SQ27
 */
export function deliveriesBetweenSql(filter: DeliveryFilter): string {
  const index = filter.target === undefined ? ofBrand : ofTarget;
  return `${selectSql(filter, index)} AND d.id >= ? AND d.id < coalesce(?, x'') ORDER BY d.id LIMIT ? OFFSET ?`;
}

const ofBrand = 'sqlite_autoindex_deliveries_1';
const ofTarget = 'deliveries_target';

function selectSql({ target, state }: DeliveryFilter, index: string): string {
  const conditions = [
    'd.brand = ? AND d.workspace IN (SELECT value FROM json_each(?))',
    target === undefined ? [] : 'd.target = ?',
    state === undefined ? [] : inState[state],
  ].flat();
  return (
    `SELECT ${deliveryColumns} FROM deliveries d INDEXED BY ${index} ` +
    `CROSS JOIN delivery_targets t ON t.number = d.target WHERE ${conditions.join(' AND ')}`
  );
}

export function filterParams(brand: string, { workspaces, target }: DeliveryFilter): readonly (string | number)[] {
  return [brand, JSON.stringify(workspaces), target ?? []].flat();
}

/** Selects the deliveries of a list to divide it. Parameters: brand, the target if given, from where and to where. */
export function deliveryRowsSql(target: number | undefined): string {
  return (
    "SELECT deliveries.id AS key, '' AS id, workspace || ' ' || state AS part FROM deliveries " +
    `INDEXED BY ${target === undefined ? ofBrand : ofTarget} WHERE brand = ?${target === undefined ? '' : ' AND target = ?'} ` +
    "AND (deliveries.id, '') >= (?, ?) AND (deliveries.id, '') < (coalesce(?, x''), coalesce(?, x''))"
  );
}
