import { EngineError, type ErrorCode } from '@botwright/core';
import { stringify } from 'yaml';
import type { Refuse } from '../exchange/reply/standard-refusals.ts';
import { statusOf } from '../exchange/token-api/status-of.ts';
import type { TokenOperation } from '../exchange/token-api/token-operation.ts';
import { describeOperation } from './describe-operation.ts';
import { describePaths, requestIdHeader } from './describe-paths.ts';
import { type ErrorBook, errorComponents, errorResponses } from './error-responses.ts';
import type { SchemaBook } from './schema-book.ts';

export interface TokenContractParts<THandles> {
  readonly title: string;
  readonly description: string;
  /** Without a slash at the end. */
  readonly url: string;
  /** Name of the scheme, such as `agentToken`. */
  readonly scheme: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly TokenOperation<THandles>[];
  readonly schemas: SchemaBook;
  readonly refuse: Refuse;
  pathSchemaOf(name: string): object;
}

/**
 * Makes the OpenAPI document of an interface with one kind of token, once and when first asked for.
 *
 * @returns What answers YAML text.
 * @spec TK17
 */
export function createTokenContract<THandles>(parts: TokenContractParts<THandles>): () => string {
  let made: string | undefined;
  return () => {
    made ??= stringify(describeApi(parts), { aliasDuplicateObjects: false });
    return made;
  };
}

function describeApi<THandles>(parts: TokenContractParts<THandles>): object {
  const { scheme, operations, schemas, pathSchemaOf, refuse } = parts;
  const errors: ErrorBook<TokenOperation<THandles>, ErrorCode> = {
    codesOf,
    statusOf: (code) => statusOf(new EngineError(code)),
    exampleOf: (code) => ({ value: JSON.parse(refuse(new EngineError(code)).body ?? '') }),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: parts.title,
      version: 'v1',
      description: parts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: parts.url }],
    security: [{ [scheme]: [] }],
    tags: parts.tags,
    paths: describePaths(operations, (operation) =>
      describeOperation(operation, {
        schemas,
        pathSchemaOf,
        ...(operation.access === 'anybody' && { members: { security: [] } }),
        refusals: errorResponses(errors, operation),
      }),
    ),
    components: {
      securitySchemes: { [scheme]: describeScheme(scheme) },
      schemas: schemas.components(),
      ...errorComponents(errors, operations),
      headers: requestIdHeader,
    },
  };
}

/** Every refusal that an operation can answer. */
function codesOf<THandles>({ access, body, query, path, errors }: TokenOperation<THandles>): readonly ErrorCode[] {
  if (access === 'anybody') return ['internal_error'];
  const codes: readonly ErrorCode[] = [
    ...(body || query || path.includes('{') ? (['malformed_json'] as const) : []),
    ...(body ? (['unsupported_media_type', 'request_too_large'] as const) : []),
    ...(body?.isRequired ? (['empty_body'] as const) : []),
    'not_authenticated',
    ...errors,
    ...(body || query ? (['invalid_parameters'] as const) : []),
    'too_many_requests',
    'internal_error',
  ];
  return codes;
}

function describeScheme(scheme: string): object {
  const name = scheme === 'agentToken' ? 'agent_token' : 'channel_token';
  return {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: `\`Authorization: Token <${name}>\`. Treat the token as a password.`,
  };
}
