import type { ChannelEngine } from '@botwright/core';
import type { MountedApi } from '../exchange/http-api.ts';
import { readBaseUrl } from '../exchange/routing/read-base-url.ts';
import { createTokenApi, tokenBasePath } from '../exchange/token-api/create-token-api.ts';
import { openContract } from '../exchange/token-api/open-contract.ts';
import type { TokenOperation } from '../exchange/token-api/token-operation.ts';
import { schemaBook } from '../openapi/schema-book.ts';
import { createTokenContract } from '../openapi/token-contract.ts';
import type { ChatApiOptions } from './chat-api-options.ts';
import { errorSchema, sentSchema } from './chat-schemas.ts';
import { refuse } from './refuse.ts';
import { send } from './send-operation.ts';

const operations: readonly TokenOperation<ChannelEngine>[] = [send, openContract];

/**
 * Makes APIchat of an engine, for any server: a middleware pushes in what customers say on a platform of its own. It
 * answers below `/v1`, on another host than the Platform API, and a channel token is for that channel alone.
 *
 * @spec AC8
 * @throws {TypeError} when `publicUrl` is not the URL of its base.
 * @example
 * const api = createChatApi({ engine, publicUrl: 'https://chat.example.com/v1/' });
 * createServer(nodeListener(api)).listen(3001);
 */
export function createChatApi(options: ChatApiOptions): MountedApi {
  const { engine } = options;
  return createTokenApi(options, {
    name: 'apichat',
    operations,
    rateLog: engine.rateLog,
    refuse,
    findCaller: (token) => engine.authenticateChannel(token),
    bind: (caller) => engine.channel(caller),
    contract: createTokenContract({
      title: 'APIchat',
      description: 'A channel for messaging platforms of your own.',
      url: readBaseUrl('publicUrl', options.publicUrl, tokenBasePath),
      scheme: 'channelToken',
      tags: [
        { name: 'Messages', description: 'What customers say.' },
        { name: 'Contract', description: 'This document.' },
      ],
      operations,
      schemas: schemaBook({ Error: errorSchema, Sent: sentSchema }),
      refuse,
      pathSchemaOf: () => ({ type: 'string', pattern: '^[A-Za-z0-9_.:+-]{1,128}$' }),
    }),
  });
}
