import { deadEnd } from './dead-end/dead-end.ts';
import { duplicateButtonLabel } from './duplicate-button-label/duplicate-button-label.ts';
import { emailAddressMalformed } from './email-address-malformed/email-address-malformed.ts';
import { emailToVisitor } from './email-to-visitor/email-to-visitor.ts';
import { emptyBot } from './empty-bot/empty-bot.ts';
import { fieldReadBeforeSet } from './field-read-before-set/field-read-before-set.ts';
import { formatNotShown } from './format-not-shown/format-not-shown.ts';
import { linkDisagrees } from './link-disagrees/link-disagrees.ts';
import type { Lint } from './lint.ts';
import { minAboveMax } from './min-above-max/min-above-max.ts';
import { overlappingBlocks } from './overlapping-blocks/overlapping-blocks.ts';
import { textInArithmetic } from './text-in-arithmetic/text-in-arithmetic.ts';
import { tierRequired } from './tier-required/tier-required.ts';
import { unconnectedOutput } from './unconnected-output/unconnected-output.ts';
import { unknownParam } from './unknown-param/unknown-param.ts';
import { unknownTemplate } from './unknown-template/unknown-template.ts';
import { unreachableBlock } from './unreachable-block/unreachable-block.ts';
import { unusedField } from './unused-field/unused-field.ts';
import { urlMalformed } from './url-malformed/url-malformed.ts';

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
  unknownTemplate,
  unknownParam,
  urlMalformed,
  minAboveMax,
  formatNotShown,
  textInArithmetic,
  linkDisagrees,
  emailAddressMalformed,
  emailToVisitor,
];

/** The ids for configurations. @spec LI2 */
export const lintIds: readonly string[] = shippedLints.map(({ id }) => id);
