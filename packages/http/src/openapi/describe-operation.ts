import type { OperationContract, SuccessContract } from '../exchange/operation-contract.ts';
import { jsonType } from '../exchange/reply/reply.ts';
import type { QueryParameter } from '../exchange/request/read-query.ts';
import { describeHeaders } from './error-responses.ts';
import type { SchemaBook } from './schema-book.ts';

/** What an interface adds to the description of an operation. */
export interface OperationNotes {
  readonly schemas: SchemaBook;
  /** JSON Schema of a parameter of the path. */
  pathSchemaOf(name: string): object;
  /** Members beside those of every interface, such as `x-permission`. */
  readonly members?: object;
  readonly headerParameters?: readonly object[];
  /** Responses to refusals, by status. */
  readonly refusals: object;
}

/** @spec OA2, OA6 */
export function describeOperation(operation: OperationContract, notes: OperationNotes): object {
  const { body, description, success } = operation;
  const { schemas } = notes;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description !== undefined && { description }),
    ...notes.members,
    ...(operation.isDecidedHere && { 'x-decided-here': true }),
    parameters: [
      ...pathParametersOf(operation, notes),
      ...Object.entries(operation.query ?? {}).map(([name, each]) => describeQueryParameter(name, each, schemas)),
      ...(notes.headerParameters ?? []),
    ],
    ...(body && {
      requestBody: { required: body.isRequired, content: { [jsonType]: { schema: schemas.describe(body.schema) } } },
    }),
    responses: {
      [success.status]: describeSuccess(success, schemas),
      ...(success.otherwise && {
        [success.otherwise.status]: describeSuccess({ ...success, ...success.otherwise }, schemas),
      }),
      ...notes.refusals,
    },
  };
}

function pathParametersOf({ path }: OperationContract, { pathSchemaOf }: OperationNotes): readonly object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map((name) => ({ name, in: 'path', required: true, schema: pathSchemaOf(name) }));
}

function describeQueryParameter(name: string, parameter: QueryParameter, schemas: SchemaBook): object {
  const {
    description,
    'x-decided-here': isDecidedHere,
    ...schema
  } = schemas.describe(parameter.schema) as {
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

function describeSuccess(success: SuccessContract, schemas: SchemaBook): object {
  const { description, schema, contentType = jsonType, headers = {} } = success;
  return {
    description,
    headers: describeHeaders(headers),
    ...(schema && { content: { [contentType]: { schema: schemas.describe(schema) } } }),
  };
}
