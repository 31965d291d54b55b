import type { DeliveryListQuery } from '@botwright/core/ports';
import { deliveryColumns } from '../sql/queue-rows.ts';

export type DeliveryFilter = Pick<DeliveryListQuery, 'workspaces' | 'state'> & {
  /** The number of its row. */
  readonly target: number | undefined;
};

/** A literal, because SQLite uses the index of dead deliveries only if the statement visibly selects no others. */
const inState = {
  pending: "d.state = 'pending'",
  delivered: "d.state = 'delivered'",
  dead: "d.state = 'dead'",
} as const satisfies Record<NonNullable<DeliveryListQuery['state']>, string>;

/**
 * Makes the statement of a page near the start. It names the index that has its order: the index of a target, of dead
 * deliveries, or of all deliveries of the brand.
 *
 * Parameters: the filter's parameters, a limit and an offset.
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
 * Parameters: the filter's parameters, start and end, a limit and an offset.
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

/** Selects the deliveries of a list to divide it. Parameters: brand, the target if given, start and end. */
export function deliveryRowsSql(target: number | undefined): string {
  return (
    "SELECT deliveries.id AS key, workspace || ' ' || state AS part FROM deliveries " +
    `INDEXED BY ${target === undefined ? ofBrand : ofTarget} WHERE brand = ?${target === undefined ? '' : ' AND target = ?'} ` +
    "AND deliveries.id >= ? AND deliveries.id < coalesce(?, x'')"
  );
}
