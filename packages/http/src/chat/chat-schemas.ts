import { mediaTypes } from '@botwright/core';
import * as v from 'valibot';
import { decided, shown } from '../schemas/marks.ts';
import { degrees, safeInteger, uuid } from '../schemas/scalars.ts';

const text = v.object({
  type: v.literal('text'),
  message: shown(
    v.pipe(v.string(), v.minLength(1)),
    'What the customer wrote; 10,000 characters at most unless the host says otherwise.',
  ),
  payload: v.exactOptional(
    decided(
      v.nullable(v.string()),
      'What a button that was pressed sends back; 4 KiB at most unless the host says otherwise.',
    ),
  ),
});

const media = v.object({
  type: v.picklist(mediaTypes),
  url: shown(v.pipe(v.string(), v.metadata({ format: 'uri' })), 'An http or https address.'),
  message: v.exactOptional(decided(v.nullable(v.string()), 'The caption, as long as a text at most.')),
});

const location = v.object({
  type: v.literal('location'),
  latitude: degrees(90),
  longitude: degrees(180),
});

const contact = v.exactOptional(v.nullable(v.pipe(v.string(), v.metadata({ maxLength: 255 }))));

/** For the contract: the engine judges it. @spec MS10, CU2, CU5, CU42 */
export const inboundSchema = v.object({
  message: v.variant('type', [text, media, location]),
  customer: v.exactOptional(
    v.nullable(
      v.pipe(
        v.looseObject({
          name: contact,
          phone: contact,
          email: contact,
          opt_in: v.exactOptional(v.nullable(v.boolean())),
        }),
        v.metadata({
          additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          description:
            'What is known of the customer now; other members become Fields: 500 of a customer at most, of 64 KiB each and 512 KiB in all, unless the host says otherwise.',
        }),
      ),
    ),
  ),
});

/** @spec AC2, AC3 */
export const sentSchema = v.object({
  success: v.literal(true),
  customer: v.object({
    id: decided(safeInteger, 'What the Platform API knows the customer by.'),
    token: shown(v.string(), 'As the path says it.'),
  }),
  message: decided(v.object({ uuid }), 'The message as it was stored.'),
});

export type WireSent = v.InferOutput<typeof sentSchema>;

/** @spec AC5 */
export const errorSchema = v.object({
  success: v.literal(false),
  error: shown(v.string(), 'All that is wrong, for people.'),
});

export type WireError = v.InferOutput<typeof errorSchema>;
