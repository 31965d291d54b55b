import type * as v from 'valibot';
import type { changeSetSchema } from '../schemas/draft-schema.ts';

/**
 * Tells a change set that changes nothing: no list of it has an entry.
 *
 * @spec HT34
 */
export function hasNoEntries({ blocks, connections }: v.InferOutput<typeof changeSetSchema>): boolean {
  const lists = [blocks?.add, blocks?.update, blocks?.delete, connections?.add, connections?.delete];
  return lists.every((list) => list === undefined || list.length === 0);
}
