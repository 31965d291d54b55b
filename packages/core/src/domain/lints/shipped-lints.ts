import { askFileWithoutStore } from './ask-file-without-store/ask-file-without-store.ts';
import { callNeverReturns } from './call-never-returns/call-never-returns.ts';
import { caseNeverReached } from './case-never-reached/case-never-reached.ts';
import { deadEnd } from './dead-end/dead-end.ts';
import { delaySum } from './delay-sum/delay-sum.ts';
import { duplicateButtonLabel } from './duplicate-button-label/duplicate-button-label.ts';
import { emailAddressMalformed } from './email-address-malformed/email-address-malformed.ts';
import { emailToVisitor } from './email-to-visitor/email-to-visitor.ts';
import { emptyBot } from './empty-bot/empty-bot.ts';
import { exitNeverTaken } from './exit-never-taken/exit-never-taken.ts';
import { fallbackNotWritten } from './fallback-not-written/fallback-not-written.ts';
import { fieldReadBeforeSet } from './field-read-before-set/field-read-before-set.ts';
import { formatNotShown } from './format-not-shown/format-not-shown.ts';
import { goBackWithoutCall } from './go-back-without-call/go-back-without-call.ts';
import { instructionsWithVisitorText } from './instructions-with-visitor-text/instructions-with-visitor-text.ts';
import { keywordHidesAnswer } from './keyword-hides-answer/keyword-hides-answer.ts';
import { lateReference } from './late-reference/late-reference.ts';
import { linkAddress } from './link-address/link-address.ts';
import { linkDisagrees } from './link-disagrees/link-disagrees.ts';
import type { Lint } from './lint.ts';
import { longWaitInChat } from './long-wait-in-chat/long-wait-in-chat.ts';
import { markupNotShown } from './markup-not-shown/markup-not-shown.ts';
import { mayBeEmpty } from './may-be-empty/may-be-empty.ts';
import { minAboveMax } from './min-above-max/min-above-max.ts';
import { openAddressFromVisitor } from './open-address-from-visitor/open-address-from-visitor.ts';
import { overlappingBlocks } from './overlapping-blocks/overlapping-blocks.ts';
import { phraseInTwoRoutes } from './phrase-in-two-routes/phrase-in-two-routes.ts';
import { silentQuestion } from './silent-question/silent-question.ts';
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
  askFileWithoutStore,
  unknownTemplate,
  unknownParam,
  urlMalformed,
  minAboveMax,
  formatNotShown,
  textInArithmetic,
  linkDisagrees,
  callNeverReturns,
  goBackWithoutCall,
  silentQuestion,
  keywordHidesAnswer,
  markupNotShown,
  linkAddress,
  caseNeverReached,
  openAddressFromVisitor,
  mayBeEmpty,
  exitNeverTaken,
  fallbackNotWritten,
  longWaitInChat,
  delaySum,
  emailAddressMalformed,
  emailToVisitor,
  phraseInTwoRoutes,
  instructionsWithVisitorText,
  lateReference,
];

/** The ids for configurations. @spec LI2 */
export const lintIds: readonly string[] = shippedLints.map(({ id }) => id);
