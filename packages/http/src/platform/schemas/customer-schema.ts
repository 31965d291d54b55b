import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { safeInteger } from '../../schemas/scalars.ts';
import { seconds } from '../../schemas/seconds.ts';

const entries = {
  id: shown(safeInteger, 'What every path takes.'),
  name: shown(v.string(), 'Empty while it is not known.'),
  email: decided(v.string(), 'Empty while it is not known.'),
  phone: decided(v.string(), 'Empty while it is not known.'),
  agent_id: shown(v.nullable(safeInteger), 'The agent who talks to the customer; null for none.'),
  archived: v.boolean(),
  opt_in: v.boolean(),
  register_date: shown(seconds, 'When the customer first wrote.'),
  channel_id: shown(safeInteger, 'The channel that the customer writes on.'),
  unread: decided(safeInteger, 'Messages of the customer since an agent wrote last.'),
  last_message_at: decided(v.nullable(seconds), 'null before the first message.'),
};

/** @spec PL12 */
export const customerSchema = v.pipe(
  v.looseObject(entries),
  v.metadata({
    additionalProperties: true,
    description: 'The Fields of the customer stand beside these as extra keys.',
  }),
);

const contact = v.exactOptional(v.nullable(v.pipe(v.string(), v.metadata({ maxLength: 255 }))));

/** For the contract: the engine judges it. @spec PL28 */
export const customerEditSchema = v.pipe(
  v.strictObject({
    name: contact,
    email: contact,
    phone: contact,
    opt_in: v.exactOptional(v.nullable(v.boolean())),
  }),
  v.metadata({ minProperties: 1, description: 'What is left out or null stays; an empty text clears.' }),
);

export type WireCustomer = Readonly<{ [K in keyof typeof entries]: v.InferOutput<(typeof entries)[K]> }> & {
  readonly [field: string]: unknown;
};
