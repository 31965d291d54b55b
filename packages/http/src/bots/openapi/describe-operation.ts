import { jsonType } from '../../exchange/reply/reply.ts';
import { describeOperation as describe } from '../../openapi/describe-operation.ts';
import { describeHeaders, errorResponses } from '../../openapi/error-responses.ts';
import { schemaRef } from '../../openapi/schema-book.ts';
import type { Extensions, OperationContract } from '../operations/operation.ts';
import { botsSchemas } from './bots-schemas.ts';
import { botsErrors } from './error-codes.ts';

/** @spec OA4, OA5 */
export function describeOperation(operation: OperationContract, extensions: Extensions): object {
  const isImplemented = operation.needs === undefined || extensions[operation.needs];
  return describe(operation, {
    schemas: botsSchemas,
    pathSchemaOf,
    members: { 'x-implemented': isImplemented, 'x-permission': operation.permission },
    headerParameters: headerParametersOf(operation),
    refusals: {
      ...errorResponses(botsErrors, operation),
      ...(!isImplemented && notImplementedResponse(operation)),
    },
  });
}

function headerParametersOf(operation: OperationContract): readonly object[] {
  const names = [
    operation.isConditional ? ['IfMatch'] : [],
    operation.canBeMinimal ? ['Prefer'] : [],
    operation.canBeRepeated ? ['IdempotencyKey'] : [],
  ].flat();
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function pathSchemaOf(name: string): object {
  const isUuid = name === 'bot_id' || name === 'version_id';
  return { type: 'string', ...(isUuid && { format: 'uuid' }) };
}

/** What a caller meets until the operation is switched on. */
function notImplementedResponse({ method }: OperationContract): object {
  if (method === 'GET') {
    const content = { 'text/html': { schema: { type: 'string' } } };
    return { 404: { description: 'Not built: a page, with credentials or without.', content } };
  }
  return {
    405: {
      description: 'Not built.',
      headers: describeHeaders({ Allow: 'The methods that the path takes.' }),
      content: { [jsonType]: { schema: { $ref: schemaRef('Detail') } } },
    },
  };
}
