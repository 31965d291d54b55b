import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { degrees, safeInteger, uuid } from '../../schemas/scalars.ts';
import { seconds } from '../../schemas/seconds.ts';

/** @spec PL19 */
export const messageSchema = v.object({
  uuid: decided(uuid, 'The same as in `_raw` of what message hooks are sent.'),
  seq: decided(safeInteger, '1, 2, … for each customer.'),
  type: shown(v.string(), 'Decides the shape of `data`.'),
  timestamp: seconds,
  data: v.pipe(v.looseObject({}), v.metadata({ additionalProperties: true })),
  sender: v.object({
    id: safeInteger,
    name: v.string(),
    type: v.picklist(['customer', 'bot', 'agent', 'sys']),
  }),
});

export type WireMessage = v.InferOutput<typeof messageSchema>;

const url = decided(v.pipe(v.string(), v.metadata({ format: 'uri' })), 'An http or https address.');

/** For the contract: the engine judges them. @spec MS14, MS15, MS16 */
export const sendTextSchema = v.object({
  message: decided(
    v.pipe(v.string(), v.minLength(1)),
    'What the customer reads; 10,000 characters at most unless the host says otherwise.',
  ),
});

export const sendImageSchema = v.object({
  url,
  caption: v.exactOptional(decided(v.nullable(v.string()), 'Stands below the image; as long as a text at most.')),
});

export const sendLocationSchema = v.object({
  latitude: decided(degrees(90), 'In degrees, as a number or as text.'),
  longitude: decided(degrees(180), 'In degrees, as a number or as text.'),
});
