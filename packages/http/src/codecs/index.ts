/**
 * @module Encoders of records and lists, and the body that creates a bot, for a host's own operations and HTTP fronts.
 */

export { creationBody, isDuplication } from '../bots/inputs.ts';
export { encodeBot } from '../bots/wire/bot.ts';
export { encodeDraft } from '../bots/wire/draft.ts';
export { encodeViolations } from '../bots/wire/error.ts';
export { encodeFeedback } from '../bots/wire/feedback.ts';
export { encodePage, encodeWholeList } from '../bots/wire/page.ts';
export { encodeTimestamp } from '../bots/wire/timestamp.ts';
export { encodePublication, encodeVersion, encodeVersionSummary } from '../bots/wire/version.ts';
export { encodeChannel, encodeHook } from '../platform/wire/channel.ts';
export { encodeCustomer, encodeField } from '../platform/wire/customer.ts';
export { listResponse, oneResponse } from '../platform/wire/envelope.ts';
export { encodeMessage } from '../platform/wire/message.ts';
