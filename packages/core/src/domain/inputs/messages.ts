import * as v from 'valibot';
import type { CustomerUpdate } from '../customer/customer.ts';
import { isJsonObject, ownMember } from '../json/json-value.ts';
import {
  defaultSendBounds,
  mediaTypes,
  type SendBounds,
  type SpokenContent,
  textBoundsOf,
} from '../message/message.ts';
import { customerUpdateSchema } from './customers.ts';
import { faultMessages } from './fault-messages.ts';
import { inputObject } from './input-object.ts';
import {
  degrees,
  describedBySpec,
  describedHere,
  filledHostText,
  hostText,
  httpUrl,
  type SchemaOf,
} from './members.ts';
import { datasetOf, issueOf, memberPath, schemaLike } from './schema-issue.ts';

/** Ignores unknown members; `null` counts as missing. @spec MS7 */
const lenient = { others: 'ignored', nulls: 'absent' } as const;

/** Kinds of messages that an agent can send. */
export const agentSends = ['text', 'image', 'location'] as const;
/** A kind of message that an agent may send, such as `text`. */
export type AgentSend = (typeof agentSends)[number];

function angles(metadata?: Record<string, unknown>) {
  return { latitude: degrees(90, metadata), longitude: degrees(180, metadata) };
}

const decidedAngle = { description: 'In degrees, as a number or as text.', 'x-decided-here': true };

function toLocation(angle: { readonly latitude: number; readonly longitude: number }): SpokenContent {
  const { latitude, longitude } = angle;
  return { type: 'location', data: { latitude, longitude } };
}

export type AgentSendSchemas = Readonly<Record<AgentSend, v.GenericSchema<unknown, SpokenContent>>>;

/** Schemas of the messages that an agent sends to a customer, by kind. @spec MS6, MS7, MS12, MS14, MS15, MS16, MS46 */
export function agentSendSchemas(bounds: SendBounds = defaultSendBounds): AgentSendSchemas {
  const textBounds = textBoundsOf(bounds);
  return {
    text: v.pipe(
      inputObject(
        {
          message: describedHere(
            filledHostText(textBounds),
            'The text for the customer; 10,000 characters at most unless the host says otherwise.',
          ),
        },
        lenient,
      ),
      v.transform(({ message }): SpokenContent => ({ type: 'text', data: { body: message } })),
    ),
    image: v.pipe(
      inputObject(
        {
          url: describedHere(httpUrl, 'An http or https address.'),
          caption: v.optional(
            describedHere(v.nullable(hostText(textBounds)), 'Stands below the image; as long as a text at most.'),
          ),
        },
        lenient,
      ),
      v.transform(({ url, caption = '' }): SpokenContent => ({ type: 'image', data: { url, caption } })),
    ),
    location: v.pipe(inputObject(angles(decidedAngle), lenient), v.transform(toLocation)),
  };
}

function contentSchema(bounds: SendBounds) {
  const textBounds = textBoundsOf(bounds);
  const written = inputObject(
    {
      type: v.literal('text'),
      message: describedBySpec(
        filledHostText(textBounds),
        'The text of the customer; 10,000 characters at most unless the host says otherwise.',
      ),
      payload: v.optional(
        describedHere(
          v.nullable(hostText({ bytes: bounds.payloadBytes })),
          'The payload of the pressed button; 4 KiB at most unless the host says otherwise.',
        ),
      ),
    },
    lenient,
  );
  const media = inputObject(
    {
      type: v.picklist(mediaTypes),
      url: describedBySpec(httpUrl, 'An http or https address.'),
      message: v.optional(describedHere(v.nullable(hostText(textBounds)), 'The caption, as long as a text at most.')),
    },
    lenient,
  );
  const located = inputObject({ type: v.literal('location'), ...angles() }, lenient);
  return v.pipe(
    byType({ text: written, image: media, video: media, audio: media, document: media, location: located }),
    v.transform((sent): SpokenContent => {
      switch (sent.type) {
        case 'text': {
          const { message: body, payload } = sent;
          return { type: 'text', data: { body, ...(payload !== undefined && { payload }) } };
        }
        case 'location':
          return toLocation(sent);
        default:
          return { type: sent.type, data: { url: sent.url, caption: sent.message ?? '' } };
      }
    }),
  );
}

/** A schema that picks one of several by the object's `type`. Its JSON Schema is a variant's. */
function byType<const TSchemas extends Readonly<Record<string, v.GenericSchema>>>(
  schemas: TSchemas,
): v.GenericSchema<v.InferInput<TSchemas[keyof TSchemas]>, v.InferOutput<TSchemas[keyof TSchemas]>> {
  const types = Object.keys(schemas);
  const options = [...new Set(Object.values(schemas))] as unknown as v.VariantOptions<'type'>;
  return schemaLike(v.variant('type', options), (dataset, config) => {
    const input = dataset.value;
    if (!isJsonObject(input)) return datasetOf(input, [issueOf(input, { expected: 'Object' })], false);
    const type = ownMember(input, 'type') ?? undefined;
    const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    if (schema !== undefined) return schema['~run'](dataset, config) as never;
    const message = type === undefined ? faultMessages.required : faultMessages.oneOf(types);
    return datasetOf(input, [issueOf(type, { message, path: [memberPath(input, 'type')] })], false);
  });
}

/** The message and the data about the customer in every inbound input. */
export function inboundEntries(bounds: SendBounds): {
  readonly message: SchemaOf<ReturnType<typeof contentSchema>>;
  readonly customer: v.OptionalSchema<v.NullableSchema<ReturnType<typeof customerUpdateSchema>, undefined>, undefined>;
} {
  return {
    message: contentSchema(bounds),
    /** Data about the customer: name, email, phone, and Fields. */
    customer: v.optional(v.nullable(customerUpdateSchema(bounds))),
  };
}

/** The input of a middleware for a customer: a message, and data about the customer. */
export interface InboundSend {
  /** What the customer said. */
  readonly message: SpokenContent;
  /** New values of the customer; others stay. */
  readonly customer: CustomerUpdate;
}

/**
 * The schema of the input of a middleware. Ignores unknown members.
 *
 * @spec MS4, MS6, MS7, MS8, MS10, MS11, MS12, MS13, MS46, MS47, CU6
 */
export function inboundSendSchema(bounds: SendBounds = defaultSendBounds): v.GenericSchema<unknown, InboundSend> {
  return v.pipe(
    inputObject(inboundEntries(bounds), lenient),
    v.transform(({ message, customer = { fields: [] } }) => ({ message, customer })),
  );
}

/** The schemas of all sent messages for certain bounds. Create them once: it takes longer than reading. */
export interface SendSchemas {
  readonly inbound: v.GenericSchema<unknown, InboundSend>;
  readonly agent: AgentSendSchemas;
}

export function sendSchemas(bounds: SendBounds): SendSchemas {
  return { inbound: inboundSendSchema(bounds), agent: agentSendSchemas(bounds) };
}
