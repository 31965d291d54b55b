/** @module The schemas of all inputs, and `readInput`, which checks an input and reports all faults. */

export { accountKinds as shippedAccountKinds } from '../domain/account-connection/connected-account.ts';
export { maxBotNameLength } from '../domain/bot.ts';
export { maxContactLength } from '../domain/customer/customer.ts';
export { maxFieldNameLength } from '../domain/field/field.ts';
export {
  botCreationSchema,
  botDuplicationSchema,
  botListSchema,
  botUpdateSchema,
  feedbackSchema,
  olderBotSchema,
  olderVersionsSchema,
  versionNameSchema,
} from '../domain/inputs/bots.ts';
export { channelCreationSchema, channelEditSchema, channelListSchema } from '../domain/inputs/channels.ts';
export {
  accountKindSchema,
  agentIdSchema,
  agentSchema,
  brandNameSchema,
  brandSettingsSchema,
  configurationSchema,
  configureOptionsSchema,
  declaredAccountSchema,
  tokenCreationSchema,
  tokenReferenceSchema,
} from '../domain/inputs/configuration.ts';
export {
  conversationStartSchema,
  effectIdSchema,
  effectOutcomeSchema,
  inboundMessageSchema,
  messagePositionSchema,
} from '../domain/inputs/conversations.ts';
export {
  botAssignmentSchema,
  customerEditSchema,
  customerListSchema,
  customerUpdateSchema,
  fieldSchema,
} from '../domain/inputs/customers.ts';
export { deliveryListSchema } from '../domain/inputs/deliveries.ts';
export {
  blockEditSchema,
  blocksInputSchema,
  changeSetSchema,
  diagramSchema,
  draftConditionSchema,
  publicationPolicyEntries,
} from '../domain/inputs/drafts.ts';
export { faultMessages } from '../domain/inputs/fault-messages.ts';
export { hookCreationSchema, hookEditSchema, maxHookNameLength } from '../domain/inputs/hooks.ts';
export { type InputObject, inputList, inputObject } from '../domain/inputs/input-object.ts';
export { journalRedactionSchema } from '../domain/inputs/journal.ts';
export {
  checked,
  describedBySpec,
  describedHere,
  filledText,
  httpUrl,
  integer,
  integerFrom,
  oneOf,
  type SchemaOf,
  text,
} from '../domain/inputs/members.ts';
export { type AgentSend, agentSendSchemas, inboundSendSchema } from '../domain/inputs/messages.ts';
export { type InputFault, readInput } from '../domain/inputs/read-input.ts';
export { wireName, wireNames } from '../domain/inputs/wire-names.ts';
export { offsetSchema } from '../domain/paging/offset.ts';
export { pageSchema } from '../domain/paging/page.ts';
export { maxVersionNameLength } from '../domain/version.ts';
