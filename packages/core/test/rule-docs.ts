import { askFileWithoutStoreDoc } from '../src/domain/lints/ask-file-without-store/ask-file-without-store.doc.ts';
import { callNeverReturnsDoc } from '../src/domain/lints/call-never-returns/call-never-returns.doc.ts';
import { caseNeverReachedDoc } from '../src/domain/lints/case-never-reached/case-never-reached.doc.ts';
import { deadEndDoc } from '../src/domain/lints/dead-end/dead-end.doc.ts';
import { delaySumDoc } from '../src/domain/lints/delay-sum/delay-sum.doc.ts';
import { duplicateButtonLabelDoc } from '../src/domain/lints/duplicate-button-label/duplicate-button-label.doc.ts';
import { emailAddressMalformedDoc } from '../src/domain/lints/email-address-malformed/email-address-malformed.doc.ts';
import { emailToVisitorDoc } from '../src/domain/lints/email-to-visitor/email-to-visitor.doc.ts';
import { emptyBotDoc } from '../src/domain/lints/empty-bot/empty-bot.doc.ts';
import { exitNeverTakenDoc } from '../src/domain/lints/exit-never-taken/exit-never-taken.doc.ts';
import { fallbackNotWrittenDoc } from '../src/domain/lints/fallback-not-written/fallback-not-written.doc.ts';
import { fieldReadBeforeSetDoc } from '../src/domain/lints/field-read-before-set/field-read-before-set.doc.ts';
import { formatNotShownDoc } from '../src/domain/lints/format-not-shown/format-not-shown.doc.ts';
import { goBackWithoutCallDoc } from '../src/domain/lints/go-back-without-call/go-back-without-call.doc.ts';
import { instructionsWithVisitorTextDoc } from '../src/domain/lints/instructions-with-visitor-text/instructions-with-visitor-text.doc.ts';
import { keywordHidesAnswerDoc } from '../src/domain/lints/keyword-hides-answer/keyword-hides-answer.doc.ts';
import { lateReferenceDoc } from '../src/domain/lints/late-reference/late-reference.doc.ts';
import { linkAddressDoc } from '../src/domain/lints/link-address/link-address.doc.ts';
import { linkDisagreesDoc } from '../src/domain/lints/link-disagrees/link-disagrees.doc.ts';
import { longWaitInChatDoc } from '../src/domain/lints/long-wait-in-chat/long-wait-in-chat.doc.ts';
import { markupNotShownDoc } from '../src/domain/lints/markup-not-shown/markup-not-shown.doc.ts';
import { mayBeEmptyDoc } from '../src/domain/lints/may-be-empty/may-be-empty.doc.ts';
import { minAboveMaxDoc } from '../src/domain/lints/min-above-max/min-above-max.doc.ts';
import { openAddressFromVisitorDoc } from '../src/domain/lints/open-address-from-visitor/open-address-from-visitor.doc.ts';
import { overlappingBlocksDoc } from '../src/domain/lints/overlapping-blocks/overlapping-blocks.doc.ts';
import { phraseInTwoRoutesDoc } from '../src/domain/lints/phrase-in-two-routes/phrase-in-two-routes.doc.ts';
import { silentQuestionDoc } from '../src/domain/lints/silent-question/silent-question.doc.ts';
import { textInArithmeticDoc } from '../src/domain/lints/text-in-arithmetic/text-in-arithmetic.doc.ts';
import { tierRequiredDoc } from '../src/domain/lints/tier-required/tier-required.doc.ts';
import { unconnectedOutputDoc } from '../src/domain/lints/unconnected-output/unconnected-output.doc.ts';
import { unknownParamDoc } from '../src/domain/lints/unknown-param/unknown-param.doc.ts';
import { unknownTemplateDoc } from '../src/domain/lints/unknown-template/unknown-template.doc.ts';
import { unreachableBlockDoc } from '../src/domain/lints/unreachable-block/unreachable-block.doc.ts';
import { unusedFieldDoc } from '../src/domain/lints/unused-field/unused-field.doc.ts';
import { urlMalformedDoc } from '../src/domain/lints/url-malformed/url-malformed.doc.ts';
import { accountUnknownDoc } from '../src/domain/rules/account-unknown/account-unknown.doc.ts';
import { blockCheckDoc } from '../src/domain/rules/block-check/block-check.doc.ts';
import { exitTakenDoc } from '../src/domain/rules/block-check/exit-taken.doc.ts';
import { keywordTakenDoc } from '../src/domain/rules/block-check/keyword-taken.doc.ts';
import { blockNotOnChannelFamilyDoc } from '../src/domain/rules/block-not-on-channel-family/block-not-on-channel-family.doc.ts';
import { connectionIdMismatchDoc } from '../src/domain/rules/connection-id-mismatch/connection-id-mismatch.doc.ts';
import { connectionMalformedDoc } from '../src/domain/rules/connection-malformed/connection-malformed.doc.ts';
import { connectionSourceUnknownDoc } from '../src/domain/rules/connection-source-unknown/connection-source-unknown.doc.ts';
import { connectionTargetUnknownDoc } from '../src/domain/rules/connection-target-unknown/connection-target-unknown.doc.ts';
import { endlessLoopDoc } from '../src/domain/rules/endless-loop/endless-loop.doc.ts';
import { fieldNameReservedDoc } from '../src/domain/rules/field-name-reserved/field-name-reserved.doc.ts';
import { formulaMalformedDoc } from '../src/domain/rules/formula-malformed/formula-malformed.doc.ts';
import { greetingNotAllowedDoc } from '../src/domain/rules/greeting-not-allowed/greeting-not-allowed.doc.ts';
import { greetingVersionDoc } from '../src/domain/rules/greeting-version/greeting-version.doc.ts';
import { keywordsTooManyDoc } from '../src/domain/rules/keywords/keywords-too-many.doc.ts';
import { linkedBotUnknownDoc } from '../src/domain/rules/linked-bot-unknown/linked-bot-unknown.doc.ts';
import { linkedBotUnpublishedDoc } from '../src/domain/rules/linked-bot-unpublished/linked-bot-unpublished.doc.ts';
import { linkedNodeUnknownDoc } from '../src/domain/rules/linked-node-unknown/linked-node-unknown.doc.ts';
import { modelUnknownDoc } from '../src/domain/rules/model-unknown/model-unknown.doc.ts';
import { nodeKeyMismatchDoc } from '../src/domain/rules/node-key-mismatch/node-key-mismatch.doc.ts';
import { nodeMalformedDoc } from '../src/domain/rules/node-malformed/node-malformed.doc.ts';
import { nodePathMismatchDoc } from '../src/domain/rules/node-path-mismatch/node-path-mismatch.doc.ts';
import { outputConnectedTwiceDoc } from '../src/domain/rules/output-connected-twice/output-connected-twice.doc.ts';
import { outputUnknownDoc } from '../src/domain/rules/output-unknown/output-unknown.doc.ts';
import { paramDocs } from '../src/domain/rules/params/params.doc.ts';
import type { RuleDoc } from '../src/domain/rules/rule-doc.ts';
import { startConnectionDoc } from '../src/domain/rules/start-connection/start-connection.doc.ts';
import { startPointDoc } from '../src/domain/rules/start-point/start-point.doc.ts';
import { targetNotAllowedDoc } from '../src/domain/rules/target-not-allowed/target-not-allowed.doc.ts';

/** The metadata of every rule and lint. Pages are made from it, and tests run its examples. */
export const ruleDocs: readonly RuleDoc[] = [
  accountUnknownDoc,
  modelUnknownDoc,
  blockCheckDoc,
  exitTakenDoc,
  keywordTakenDoc,
  blockNotOnChannelFamilyDoc,
  connectionIdMismatchDoc,
  connectionMalformedDoc,
  connectionSourceUnknownDoc,
  connectionTargetUnknownDoc,
  endlessLoopDoc,
  fieldNameReservedDoc,
  formulaMalformedDoc,
  greetingNotAllowedDoc,
  greetingVersionDoc,
  linkedBotUnknownDoc,
  linkedBotUnpublishedDoc,
  linkedNodeUnknownDoc,
  keywordsTooManyDoc,
  nodeKeyMismatchDoc,
  nodeMalformedDoc,
  nodePathMismatchDoc,
  outputConnectedTwiceDoc,
  outputUnknownDoc,
  ...paramDocs,
  startConnectionDoc,
  startPointDoc,
  targetNotAllowedDoc,
  deadEndDoc,
  duplicateButtonLabelDoc,
  phraseInTwoRoutesDoc,
  emptyBotDoc,
  fieldReadBeforeSetDoc,
  formatNotShownDoc,
  markupNotShownDoc,
  linkAddressDoc,
  linkDisagreesDoc,
  caseNeverReachedDoc,
  openAddressFromVisitorDoc,
  mayBeEmptyDoc,
  exitNeverTakenDoc,
  fallbackNotWrittenDoc,
  longWaitInChatDoc,
  delaySumDoc,
  minAboveMaxDoc,
  callNeverReturnsDoc,
  goBackWithoutCallDoc,
  overlappingBlocksDoc,
  silentQuestionDoc,
  keywordHidesAnswerDoc,
  textInArithmeticDoc,
  emailAddressMalformedDoc,
  emailToVisitorDoc,
  instructionsWithVisitorTextDoc,
  lateReferenceDoc,
  tierRequiredDoc,
  askFileWithoutStoreDoc,
  unconnectedOutputDoc,
  unknownParamDoc,
  unknownTemplateDoc,
  unreachableBlockDoc,
  unusedFieldDoc,
  urlMalformedDoc,
];
