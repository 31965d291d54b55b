import { param } from './describe-block.ts';
import { stringsCheck } from './list-entries.ts';

/** A param of blocks that speak. @spec QN9 */
export const variationsParam = param('variations', 'array', {
  // A script cannot choose which one is said.
  isTestable: false,
  rules: { maxItems: 20 },
  description: 'List of texts, of which the block says one, or text: never the same one twice running.',
});

export const checkVariations = stringsCheck(variationsParam.name);
