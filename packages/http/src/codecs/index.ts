/**
 * @module Encoders of records and lists, and the bodies that the interfaces read, for a host's own operations and HTTP
 * fronts.
 */

export {
  blockEditBody,
  blocksBody,
  botUpdateBody,
  changeSetBody,
  creationBody,
  diagramBody,
  feedbackBody,
  isDuplication,
  labelBody,
  optionalDiagramBody,
  publishBody,
} from '../bots/inputs.ts';
export { encodeAccount, encodeAccountConnection } from '../bots/wire/account.ts';
export { encodeBlock } from '../bots/wire/block.ts';
export { encodeBot } from '../bots/wire/bot.ts';
export { encodeCheck, encodeDraft, encodeRevisions } from '../bots/wire/draft.ts';
export { encodeViolations } from '../bots/wire/error.ts';
export { encodeFeedback } from '../bots/wire/feedback.ts';
export { encodePage, encodeWholeList } from '../bots/wire/page.ts';
export { encodeTimestamp } from '../bots/wire/timestamp.ts';
export { encodePublication, encodeVersion, encodeVersionSummary } from '../bots/wire/version.ts';
export {
  botAssignmentBody,
  customerEditBody,
  fieldBody,
  hookCreationBody,
  hookEditBody,
  sendBodies,
} from '../platform/inputs.ts';
export { encodeChannel, encodeHook } from '../platform/wire/channel.ts';
export { encodeCustomer, encodeField } from '../platform/wire/customer.ts';
export { listResponse, oneResponse } from '../platform/wire/envelope.ts';
export { encodeMessage } from '../platform/wire/message.ts';
