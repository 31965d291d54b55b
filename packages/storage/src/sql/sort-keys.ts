import type { AnyList } from '@botwright/core/ports';
import { columnOf, type RecordTable } from './record-tables.ts';

/** The order of a list as one value per record, which SQLite compares, indexes and divides into ranges. */
export interface SortKey {
  /** The value of a record. @param row - The prefix of column names, such as `r.`. */
  inRow(row: string): string;
  /** Whether the greatest value comes first. */
  readonly isDescending: boolean;
  readonly columns: readonly string[];
}

const mostInteger = Number.MAX_SAFE_INTEGER;

/**
 * One field is its own key. The key of several is a text: integers with a fixed number of digits, and before an absent
 * one everything else; texts end with U+0000, which no text contains. A descending integer is the distance to the
 * greatest one. Where texts descend, the whole key is reversed.
 *
 * @throws For orders of fractional numbers, and of texts in both directions.
 */
export function sortKeyOf(table: RecordTable, order: AnyList['orders'][string]): SortKey {
  const fields = order.map(({ field, direction }) => ({ ...columnOf(table, field), direction }));
  const columns = fields.map(({ name }) => name);
  const [only] = fields;
  if (only !== undefined && fields.length === 1 && !only.isOptional) {
    return { inRow: (row) => `${row}${only.name}`, isDescending: only.direction === 'descending', columns };
  }
  const ofTexts = new Set(fields.filter(({ type }) => type === 'text').map(({ direction }) => direction));
  if (ofTexts.size > 1 || fields.some(({ type }) => type !== 'text' && type !== 'integer')) {
    throw new Error(`No list of ${table.kind.name} is counted in an order of ${columns.join(', ')}.`);
  }
  const isDescending = ofTexts.has('descending');
  const partOf = ({ name, type, isOptional, direction }: (typeof fields)[number], row: string) => {
    const column = `${row}${name}`;
    const isReversed = (direction === 'descending') !== isDescending;
    const value =
      type === 'text' ? `${column} || char(0)` : `format('%017d', ${mostInteger} ${isReversed ? '-' : '+'} ${column})`;
    // An absent field comes last, also in a reversed key.
    return isOptional
      ? `CASE WHEN ${column} IS NULL THEN '${isDescending ? '0' : '2'}' ELSE '1' || ${value} END`
      : value;
  };
  return { inRow: (row) => fields.map((field) => partOf(field, row)).join(' || '), isDescending, columns };
}
