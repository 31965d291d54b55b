import { deadEnd } from './dead-end/dead-end.ts';
import { duplicateButtonLabel } from './duplicate-button-label/duplicate-button-label.ts';
import { emptyBot } from './empty-bot/empty-bot.ts';
import { fieldReadBeforeSet } from './field-read-before-set/field-read-before-set.ts';
import type { Lint } from './lint.ts';
import { overlappingBlocks } from './overlapping-blocks/overlapping-blocks.ts';
import { tierRequired } from './tier-required/tier-required.ts';
import { unconnectedOutput } from './unconnected-output/unconnected-output.ts';
import { unreachableBlock } from './unreachable-block/unreachable-block.ts';
import { unusedField } from './unused-field/unused-field.ts';

export const shippedLints: readonly Lint[] = [
  emptyBot,
  unreachableBlock,
  deadEnd,
  unconnectedOutput,
  unusedField,
  fieldReadBeforeSet,
  overlappingBlocks,
  duplicateButtonLabel,
  tierRequired,
];

/** The ids that a configuration may name. @spec LI2 */
export const lintIds: readonly string[] = shippedLints.map(({ id }) => id);
