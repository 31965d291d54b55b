import * as v from 'valibot';
import type { OffsetRange } from '../../ports/channel-store.ts';
import { shape } from './read-input.ts';
import { readWhole } from './read-whole.ts';

const defaultLimit = 20;
const maxLimit = 100;

function integerFrom0(message: string, max: number): v.GenericSchema<number> {
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(0, message), v.maxValue(max, message));
}

/** The members by which the lists of the Platform API are cut. @spec PA6 */
export const offsetEntries = {
  offset: v.optional(integerFrom0('Expected an integer from 0.', Number.MAX_SAFE_INTEGER), 0),
  limit: v.optional(integerFrom0(`Expected an integer from 0 to ${maxLimit}.`, maxLimit), defaultLimit),
};

const offsetShape = shape(offsetEntries);

/** The same for a list that takes nothing else. @spec PA6 */
export function readOffset(request: unknown): OffsetRange {
  return readWhole(offsetShape, request ?? {});
}
