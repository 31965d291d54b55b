import type { ChannelCaller, ChannelEngine } from '@botwright/core/front';
import type { RateLimiter } from '@botwright/core/ports';
import { schemaWriter } from '../openapi/schemas.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import type { AnswerShape } from '../response/answer-shape.ts';
import { createTokenApi, getTokenApiDocument, type TokenApiOptions } from '../token-api/token-api.ts';
import { type ChatOperation, encodeChatError, errorSchema, send, sentSchema, type WireSent } from './send.ts';

/** The members of an engine that APIchat uses. */
export interface ChatEngine {
  /** Finds the channel of a token; `undefined` refuses the request. */
  authenticateChannel(token: string): Promise<ChannelCaller | undefined>;
  /** Without `queueLargeInput`, large bodies are read like others. */
  channel(caller: ChannelCaller): Pick<ChannelEngine, 'send'> & Partial<ChannelEngine>;
  /** Counts the requests of each channel. */
  readonly rateLimiter: RateLimiter;
}

/** The engine behind APIchat, which authenticates channel tokens, and additional operations. */
export interface ChatApiOptions extends TokenApiOptions, AnswerShape<WireSent> {
  /** An engine, or the part of one that APIchat needs. */
  readonly engine: ChatEngine;
  /** The operations to serve and describe; default: all of `chatOperations`. */
  readonly operations?: readonly ChatOperation[];
}

/** The operations of APIchat, in the order in which the OpenAPI document shows them. */
export const chatOperations: readonly ChatOperation[] = [send, getTokenApiDocument];

const schemas = schemaWriter({ Error: errorSchema, Sent: sentSchema });

/**
 * Makes APIchat for an engine, for any server: a middleware sends the messages that customers write on another
 * platform. Serve it on another host than the Platform API, or below another base path. A channel token gives access to
 * that channel only.
 *
 * @spec AC8
 * @throws {TypeError} when `publicUrl` is not the URL of its base, or two of the operations have the same id, or the
 *   same method and path.
 * @example
 * const api = createChatApi({ engine, publicUrl: 'https://chat.example.com/v1/' });
 * createServer(nodeListener(api)).listen(3001);
 */
export function createChatApi(options: ChatApiOptions): MountedApi {
  const { engine, operations = chatOperations } = options;
  return createTokenApi(options, {
    name: 'apichat',
    tokenMeaning: 'the token of an APIchat channel',
    tokenName: 'channel_token',
    operations,
    rateLimiter: engine.rateLimiter,
    find: (token) => engine.authenticateChannel(token),
    permissionsOf: () => [],
    engine: {
      bind: (caller: ChannelCaller) => engine.channel(caller),
      turnsOf: (caller) => engine.channel(caller),
    },
    context: {},
    description: {
      title: 'APIchat',
      description: 'A channel for messaging platforms of your own.',
      tags: [
        { name: 'Messages', description: 'What customers say.' },
        { name: 'Contract', description: 'This document.' },
      ],
      schemas,
      pathSchemaOf: () => ({ type: 'string', pattern: '^[A-Za-z0-9_.:+-]{1,128}$' }),
      encodeError: encodeChatError,
    },
  });
}
