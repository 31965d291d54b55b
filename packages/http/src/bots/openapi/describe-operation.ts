import type { SuccessContract } from '../../exchange/operation-contract.ts';
import { jsonType } from '../../exchange/reply/reply.ts';
import type { QueryParameter } from '../../exchange/request/read-query.ts';
import type { Extensions, OperationContract } from '../operations/operation.ts';
import { describeHeaders, errorResponses } from './error-responses.ts';
import { describeSchema, schemaRef } from './json-schema.ts';

/** Whether requests reach an operation: `planned` ones are described only. */
export type Serving = Extensions | 'planned';

/** @spec OA2, OA4, OA5, OA6 */
export function describeOperation(operation: OperationContract, serving: Serving): object {
  const isImplemented = serving !== 'planned' && (operation.needs === undefined || serving[operation.needs]);
  const { body, description } = operation;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description !== undefined && { description }),
    'x-implemented': isImplemented,
    'x-permission': operation.permission,
    ...(operation.isDecidedHere && { 'x-decided-here': true }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: body.isRequired, content: { [jsonType]: { schema: describeSchema(body.schema) } } },
    }),
    responses: {
      [operation.success.status]: describeSuccess(operation.success),
      ...errorResponses(operation),
      ...(!isImplemented && notImplementedResponse(operation)),
    },
  };
}

function parametersOf(operation: OperationContract): readonly object[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const headers = [
    operation.isConditional ? ['IfMatch'] : [],
    operation.canBeMinimal ? ['Prefer'] : [],
    operation.canBeRepeated ? ['IdempotencyKey'] : [],
  ].flat();
  return [
    ...names.map(describePathParameter),
    ...Object.entries(operation.query ?? {}).map(([name, parameter]) => describeQueryParameter(name, parameter)),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function describePathParameter(name: string): object {
  const isUuid = name === 'bot_id' || name === 'version_id';
  const schema = { type: 'string', ...(isUuid && { format: 'uuid' }) };
  return { name, in: 'path', required: true, schema };
}

function describeQueryParameter(name: string, parameter: QueryParameter): object {
  const {
    description,
    'x-decided-here': isDecidedHere,
    ...schema
  } = describeSchema(parameter.schema) as {
    readonly description?: string;
    readonly 'x-decided-here'?: boolean;
  };
  return {
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    ...(isDecidedHere && { 'x-decided-here': true }),
    schema,
  };
}

function describeSuccess({ description, schema, contentType = jsonType, headers = {} }: SuccessContract): object {
  return {
    description,
    headers: describeHeaders(headers),
    ...(schema && { content: { [contentType]: { schema: describeSchema(schema) } } }),
  };
}

/** What a caller meets until the operation is switched on. */
function notImplementedResponse({ method, needs }: OperationContract): object {
  if (needs !== undefined && method === 'GET') {
    const content = { 'text/html': { schema: { type: 'string' } } };
    return { 404: { description: 'Not built: a page, with credentials or without.', content } };
  }
  if (needs === undefined) return {};
  return {
    405: {
      description: 'Not built.',
      headers: describeHeaders({ Allow: 'The methods that the path takes.' }),
      content: { [jsonType]: { schema: { $ref: schemaRef('Detail') } } },
    },
  };
}
