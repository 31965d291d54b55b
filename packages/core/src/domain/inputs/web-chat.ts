import * as v from 'valibot';
import { defaultSendBounds, type SendBounds } from '../message/message.ts';
import { firstBlock } from './customers.ts';
import { inputObject } from './input-object.ts';
import { describedHere, filledText, type SchemaOf } from './members.ts';
import { inboundEntries } from './messages.ts';

/** In Unicode code points. */
const maxMessageIdLength = 128;

/** The client's name of a message: a repeated message with this name is stored once. @spec VI6 */
const messageId = v.optional(
  describedHere(
    v.nullable(filledText({ max: maxMessageIdLength })),
    'The own name of a message: sent again with it, the message is not stored twice.',
  ),
);

/** @spec VI19 */
const answeredDialog = v.optional(
  describedHere(
    v.nullable(filledText({ max: maxMessageIdLength })),
    'Of a pressed button: the `uuid` of the message that has it. When that was answered before, the press answers nothing.',
  ),
);

/** @spec VI15 */
const chosenToken = v.optional(
  describedHere(
    v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{32,128}$/, 'Expected 32 to 128 of the characters A-Z a-z 0-9 _ -.'))),
    'The token that the client has made for the visitor, at random: a beginning that comes again with it begins nothing anew. Default: the server makes one.',
  ),
);

function schemasOf(bounds: SendBounds) {
  const { message } = inboundEntries(bounds);
  return {
    opening: inputObject(
      {
        message: v.optional(v.nullable(message)),
        id: messageId,
        node: firstBlock,
        token: chosenToken,
        isExternal: v.optional(
          describedHere(
            v.nullable(v.boolean()),
            'Whether the visitor came to the chat from another site; default false.',
          ),
        ),
      },
      { nulls: 'absent' },
    ),
    message: inputObject({ message, id: messageId, answers: answeredDialog }, { nulls: 'absent' }),
  };
}

/** The start of a visitor's conversation, and the visitor's messages. */
export interface VisitorSchemas {
  /** Of the request that begins a visit. */
  readonly opening: SchemaOf<ReturnType<typeof schemasOf>['opening']>;
  /** Of a message of a visitor. */
  readonly message: SchemaOf<ReturnType<typeof schemasOf>['message']>;
}

/** The schemas for certain bounds. Create them once. @spec VI3, VI6, VI15 */
export function visitorSchemas(bounds: SendBounds = defaultSendBounds): VisitorSchemas {
  return schemasOf(bounds);
}

/** The start: with a message, at a block, or at the greeting. */
export interface VisitorOpening extends v.InferInput<VisitorSchemas['opening']> {}

/** A visitor's message, in the form of APIchat. */
export interface VisitorMessage extends v.InferInput<VisitorSchemas['message']> {}
