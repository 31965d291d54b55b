import * as v from 'valibot';
import type { QueryParameter } from '../../exchange/request/read-query.ts';
import { shown } from '../../schemas/marks.ts';
import { safeInteger } from '../../schemas/scalars.ts';

const success = shown(v.literal(true), 'Always true.');

/** @spec PL1 */
export function listUnder<const TKey extends string>(key: TKey, item: v.GenericSchema): v.GenericSchema {
  const total = shown(safeInteger, 'How many match the filter, whatever the offset and limit.');
  return v.object({ success, total, [key]: v.array(item) });
}

/** @spec PL2 */
export function oneUnder<const TKey extends string>(key: TKey, item: v.GenericSchema): v.GenericSchema {
  return v.object({ success, [key]: item });
}

/** @spec PL3 */
export const done = v.object({ success });

/** What every list takes. @spec PL4 */
export const sliceQuery = {
  offset: {
    kind: 'integer',
    schema: shown(v.pipe(safeInteger, v.minValue(0)), 'How many entries to pass over; default 0.'),
  },
  limit: {
    kind: 'integer',
    schema: shown(v.pipe(safeInteger, v.minValue(0), v.maxValue(100)), 'How many entries to list; default 20.'),
  },
} as const satisfies Record<string, QueryParameter>;
