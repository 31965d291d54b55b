import { isJsonList, isJsonObject } from '../json/json-value.ts';
import { paramOf } from '../rules/block-facts.ts';
import type { Block } from '../rules/diagram-index.ts';

/**
 * Whether a question of choices may have nothing to offer: its choices are those of a list, or every entry has `show`.
 *
 * @returns `undefined` for another block, and one without entries.
 */
export function mayOfferNothing(block: Block): 'list' | 'entries' | 'never' | undefined {
  const offers = block.kind?.definition.offers;
  if (offers === undefined) return undefined;
  if (block.shape !== undefined && block.shape.find(offers.param) === undefined) return 'list';
  const entries = paramOf(block, offers.param);
  if (!isJsonList(entries) || entries.length === 0) return undefined;
  return entries.every((entry) => isJsonObject(entry) && Object.hasOwn(entry, 'show')) ? 'entries' : 'never';
}
