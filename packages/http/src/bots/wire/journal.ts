import type { JournaledConversation } from '@botwright/core/conversation';
import { describedHere, integer } from '@botwright/core/inputs';
import * as v from 'valibot';

const members = v.record(v.string(), v.unknown());

const inputSchema = v.object({
  kind: v.picklist([
    'start',
    'message',
    'outcome',
    'jump',
    'timeout',
    'taken_over',
    'closed',
    'redacted_message',
    'redacted_outcome',
    'cut',
  ]),
  block: v.exactOptional(describedHere(v.string(), 'Of a start: the first block, if it is not the greeting.')),
  message: v.exactOptional(describedHere(members, 'The words, file or place of the visitor, or the pressed button.')),
  outcome: v.exactOptional(describedHere(members, 'The outcome of the effect that the bot waited for.')),
});

const stepSchema = v.object({
  input: inputSchema,
  after: describedHere(integer, 'Milliseconds since the beginning of the conversation.'),
  said: v.exactOptional(describedHere(integer, 'A digest of everything said until then; absent after a redaction.')),
  block: v.exactOptional(describedHere(v.string(), 'The block where the conversation waits.')),
  end: v.exactOptional(describedHere(v.picklist(['closed', 'dead_end', 'error', 'agent']), 'Why it ended.')),
  changed: v.exactOptional(describedHere(v.literal(true), 'Somebody else than the bot changed Fields before.')),
});

export const journaledConversationSchema = v.object({
  customer_id: integer,
  begun_at_ms: describedHere(integer, 'Milliseconds since 1970; names it among the conversations of the customer.'),
  start: v.object({
    conversation: describedHere(v.string(), 'Its id, on which choices by chance depend.'),
    turn: integer,
    wordings: v.exactOptional(v.array(v.unknown())),
    version: v.exactOptional(describedHere(v.string(), 'The version that held it.')),
    fields: v.exactOptional(
      describedHere(members, 'The Fields of the customer, each with its type; absent if they were too long.'),
    ),
  }),
  steps: v.array(stepSchema),
});

/** @spec JR8 */
export function encodeJournaledConversation({ customer, begunAt, start, steps }: JournaledConversation): unknown {
  return { customer_id: customer, begun_at_ms: begunAt, start, steps };
}
