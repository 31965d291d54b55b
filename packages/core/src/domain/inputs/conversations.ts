import * as v from 'valibot';
import type { EffectOutcome } from '../conversation/effects.ts';
import { findJsonFault, jsonFaultMessage } from '../json/find-json-fault.ts';
import type { JsonValue } from '../json/json-value.ts';
import { defaultSendBounds, type SendBounds } from '../message/message.ts';
import { pageEntries } from '../paging/page.ts';
import { customerTokenSchema, firstBlock } from './customers.ts';
import { faultMessages } from './fault-messages.ts';
import { inputObject } from './input-object.ts';
import { anyId, checked, describedHere, integer, integerFrom, oneOf, type SchemaOf, text } from './members.ts';
import { inboundEntries } from './messages.ts';

/** A visitor on a channel that belongs to a bot. */
const visitorEntries = {
  /** Uuid of the bot. */
  bot: anyId,
  /** The live version on the bot's web channel (default), or the test deployment on its test channel. */
  deployment: v.optional(v.nullable(oneOf(['live', 'test']))),
  /** The host's id of the visitor, in the form of a customer token. */
  visitor: customerTokenSchema,
};

/** The beginning of a conversation without a message of the visitor. @spec CV44, CV57 */
export const conversationStartSchema = inputObject({ ...visitorEntries, node: firstBlock }, { nulls: 'absent' });

export interface ConversationStart extends v.InferInput<typeof conversationStartSchema> {}

const messageSchema = (bounds: SendBounds) =>
  inputObject({ ...visitorEntries, ...inboundEntries(bounds) }, { nulls: 'absent' });

export type InboundMessageSchema = SchemaOf<ReturnType<typeof messageSchema>>;

/** The schema of a visitor's message, with data about the visitor. Create it once. @spec CV5, CV43, CV57 */
export function inboundMessageSchema(bounds: SendBounds = defaultSendBounds): InboundMessageSchema {
  return messageSchema(bounds);
}

/** A visitor's message, in the form of APIchat. */
export interface InboundMessage extends v.InferInput<InboundMessageSchema> {}

/** The sequence number of a message, or 0: lists the later messages. @spec CV46, CV57 */
export const messagePositionSchema = v.optional(integerFrom(0), 0);

/** The request of a page of a bot's journal. @spec JR8 */
export const journalQuerySchema = inputObject({
  ...pageEntries,
  customer: v.optional(describedHere(integer, 'Only conversations of this customer.')),
});

/** @spec CV24, CV57 */
export const effectIdSchema = text();

/** The outcome of an effect. @spec CV24, CV57 */
export const effectOutcomeSchema: v.GenericSchema<EffectOutcome, EffectOutcome> = v.pipe(
  checked(
    inputObject({ ok: v.boolean(), value: v.optional(v.unknown()), reason: v.optional(text()) }),
    ({ ok, value, reason }) => {
      const needless = ok ? reason : value;
      const fault = value === undefined ? undefined : findJsonFault(value);
      return [
        ...(fault === undefined ? [] : [{ field: 'value', message: jsonFaultMessage(fault) }]),
        ...(ok || reason !== undefined ? [] : [{ field: 'reason', message: faultMessages.required }]),
        ...(needless === undefined
          ? []
          : [{ field: ok ? 'reason' : 'value', message: `Expected only if ok is ${!ok}.` }]),
      ];
    },
  ),
  v.transform(({ ok, value, reason = '' }) => {
    if (!ok) return { ok, reason };
    return { ok, ...(value !== undefined && { value: value as JsonValue }) };
  }),
) as v.GenericSchema<EffectOutcome, EffectOutcome>;
