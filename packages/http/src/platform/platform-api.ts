import type { Principal } from '@botwright/core';
import type { RateLimiter } from '@botwright/core/ports';
import { schemaWriter } from '../openapi/schemas.ts';
import type { MountedApi } from '../pipeline/http-api.ts';
import type { EngineBinding } from '../pipeline/serve-operation.ts';
import type { AnswerShape } from '../response/answer-shape.ts';
import { createTokenApi, type TokenApiOptions } from '../token-api/token-api.ts';
import { platformOperations } from './operation-table.ts';
import type { PlatformHandles, PlatformOperation } from './platform-operation.ts';
import { channelSchema, defaultTemplates, hookSchema, type MessageTemplate, templateSchema } from './wire/channel.ts';
import { customerSchema, fieldSchema } from './wire/customer.ts';
import { encodePlatformError, errorSchema, type PlatformBody } from './wire/envelope.ts';
import { messageSchema } from './wire/message.ts';

/** The members of an engine that the Platform API uses. */
export interface PlatformEngine {
  /** Finds the principal of an agent token; `undefined` refuses the request. */
  authenticate(token: string): Promise<Principal | undefined>;
  /** The use-cases of the principal. */
  as(principal: Principal): PlatformHandles;
  /** Counts the requests of each token. */
  readonly rateLimiter: RateLimiter;
}

/**
 * The engine behind the Platform API, which authenticates agent tokens, additional operations, and message templates
 * for `GET /templates/`.
 */
export interface PlatformApiOptions extends TokenApiOptions, AnswerShape<PlatformBody> {
  /** An engine, or the part of one that the Platform API needs. */
  readonly engine: PlatformEngine;
  /** The templates that `GET /channels/msgapp/templates/` lists; default: two samples. */
  readonly templates?: readonly MessageTemplate[];
  /** The operations to serve and describe; default: all of `platformOperations`. */
  readonly operations?: readonly PlatformOperation[];
}

/** Calls of the Platform API's operations to an engine. */
export function platformBinding(
  engine: Pick<PlatformEngine, 'as'>,
): Pick<EngineBinding<Principal, PlatformHandles>, 'bind' | 'turnsOf'> {
  return {
    bind: (principal) => engine.as(principal),
    turnsOf: (principal) => engine.as(principal),
  };
}

/** The schemas that the document defines once and refers to by name. */
const schemas = schemaWriter({
  Channel: channelSchema,
  Customer: customerSchema,
  Error: errorSchema,
  Field: fieldSchema,
  Hook: hookSchema,
  Message: messageSchema,
  Template: templateSchema,
});

/**
 * Makes the Platform API for an engine, for any server: channels, customers, messages and message hooks. Agent tokens
 * have full access to their workspaces.
 *
 * @throws {TypeError} when `publicUrl` is not the URL of its base, or two of the operations have the same id,
 *   or the same method and path.
 * @spec PL26
 * @example
 * const api = createPlatformApi({ engine, publicUrl: 'https://api.example.com/v1/' });
 * createServer(nodeListener(api)).listen(3000);
 */
export function createPlatformApi(options: PlatformApiOptions): MountedApi {
  const { engine, templates = defaultTemplates, operations = platformOperations } = options;
  return createTokenApi(options, {
    name: 'platform',
    tokenMeaning: 'the token of an agent',
    tokenName: 'agent_token',
    operations,
    rateLimiter: engine.rateLimiter,
    find: (token) => engine.authenticate(token),
    permissionsOf: ({ permissions }) => permissions,
    engine: platformBinding(engine),
    context: { templates },
    description: {
      title: 'Platform API',
      description: 'Channels, customers, messages and message hooks of a workspace.',
      tags: [
        { name: 'Channels', description: 'Where customers write.' },
        { name: 'Message hooks', description: 'Addresses that are sent every message of a channel.' },
        { name: 'Customers', description: 'Who writes, and what is known of them.' },
        { name: 'Messages', description: 'What is said.' },
        { name: 'Contract', description: 'This document.' },
      ],
      schemas,
      pathSchemaOf: (name) => ({ type: name === 'field_name' ? 'string' : 'integer' }),
      encodeError: encodePlatformError,
    },
  });
}
