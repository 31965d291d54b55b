import * as v from 'valibot';
import type { QueryParameter } from '../../exchange/request/read-query.ts';
import { decided, shown } from '../../schemas/marks.ts';

/** The greatest page whose first entry can still be counted exactly. */
const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / 100);

const count = v.pipe(v.number(), v.integer());

export const pageMeta = v.object({
  total: shown(count, 'How many match in all, whatever the page.'),
  page: count,
  page_size: count,
});

/** @spec AP4 */
export function listOf<const TSchema extends v.GenericSchema>(item: TSchema): v.GenericSchema {
  return v.object({ data: v.array(item), meta: pageMeta });
}

export function oneOf<const TSchema extends v.GenericSchema>(item: TSchema): v.GenericSchema {
  return v.object({ data: item });
}

const page = integerFrom(1, maxPage);
const pageSize = integerFrom(1, 100);

/** @spec AP4 */
export const pageQuery = {
  page: { kind: 'integer', schema: decided(page, 'Counts from 1, the default. A page past the end is empty.') },
  page_size: { kind: 'integer', schema: decided(pageSize, 'Entries of a page; default 20.') },
} as const satisfies Record<string, QueryParameter>;

function integerFrom(min: number, max: number): v.GenericSchema<number> {
  const message = `Expected an integer from ${min} to ${max}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}
