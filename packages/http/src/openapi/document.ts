import type { OperationDescription, SuccessDescription } from '../pipeline/operation.ts';
import { jsonType } from '../response/response.ts';
import { describeHeaders, type ErrorDescription, errorComponents, errorResponses } from './errors.ts';
import type { SchemaWriter } from './schemas.ts';

/** The differences between the documents of the interfaces. */
export interface ApiDescription extends ErrorDescription {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /**
   * Descriptions of tags. Tags without an operation are left out; tags of operations that are missing here are added.
   */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: Readonly<Record<string, object>>;
  readonly schemas: SchemaWriter;
  /** Returns the JSON Schema of a path parameter. */
  pathSchemaOf(name: string): object;
  /** Request headers that operations can take, by their name in `#/components/parameters`. */
  readonly headerParameters?: Readonly<Record<string, object>>;
  /** Names, from `headerParameters`, of the headers that an operation takes. */
  headerParametersOf?(operation: OperationDescription): readonly string[];
  /** Additional members of the operation's description, such as `x-permission`. */
  membersOf?(operation: OperationDescription): object;
  /** The response while the operation is disabled; `undefined` when it is served. */
  notServedResponse?(operation: OperationDescription): object | undefined;
}

export interface DocumentOptions {
  readonly operations: readonly OperationDescription[];
  /** Public URL of the base, without a slash at the end. */
  readonly url: string;
  /** Names of the security schemes, any one of which gives access to the base. */
  readonly security: readonly string[];
}

/**
 * Makes the OpenAPI document of a base once, at the first call, which loads the writer of YAML: most servers are never
 * asked for it.
 *
 * @returns A function that returns the document as YAML text.
 * @spec OA1, OA2, OA3, OA8, OA10, TK17
 */
export function openApiDocument(api: ApiDescription, options: DocumentOptions): () => Promise<string> {
  let written: Promise<string> | undefined;
  return () => {
    written ??= writeDocument(api, options);
    return written;
  };
}

async function writeDocument(api: ApiDescription, options: DocumentOptions): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(describeApi(api, options), { aliasDuplicateObjects: false });
}

function describeApi(api: ApiDescription, { operations, url, security }: DocumentOptions): object {
  const { title, version, description, securitySchemes, schemas, headerParameters } = api;
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    security: security.map((scheme) => ({ [scheme]: [] })),
    tags: tagsOf(api, operations),
    paths: describePaths(api, operations),
    components: {
      securitySchemes,
      schemas: schemas.components(),
      ...errorComponents(api, operations),
      headers: requestIdHeader,
      ...(headerParameters && { parameters: headerParameters }),
    },
  };
}

/** The header that every response has. */
const requestIdHeader = {
  RequestId: {
    description: 'The id that the caller sent, or one made here.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
} as const;

function tagsOf({ tags }: ApiDescription, operations: readonly OperationDescription[]): readonly object[] {
  const used = new Set(operations.map(({ tag }) => tag));
  const known = tags.filter(({ name }) => used.delete(name));
  return [...known, ...[...used].map((name) => ({ name }))];
}

function describePaths(
  api: ApiDescription,
  operations: readonly OperationDescription[],
): Readonly<Record<string, object>> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const describe = (operation: OperationDescription): readonly [method: string, object] => [
    operation.method.toLowerCase(),
    describeOperation(api, operation),
  ];
  return Object.fromEntries([...byPath].map(([path, all]) => [path, Object.fromEntries(all.map(describe))]));
}

/** @spec OA2, OA4, OA5, OA6 */
function describeOperation(api: ApiDescription, operation: OperationDescription): object {
  const { body, description, success } = operation;
  const { schemas } = api;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description !== undefined && { description }),
    ...(operation.isOpen && { security: [] }),
    ...api.membersOf?.(operation),
    ...(operation.isDecidedHere && { 'x-decided-here': true }),
    parameters: [
      ...pathParametersOf(api, operation),
      ...queryParametersOf(api, operation),
      ...(api.headerParametersOf?.(operation) ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body && {
      requestBody: { required: body.isRequired, content: { [jsonType]: { schema: schemas.describe(body.schema) } } },
    }),
    responses: {
      [success.status]: describeSuccess(success, schemas),
      ...(success.otherwise && {
        [success.otherwise.status]: describeSuccess({ ...success, ...success.otherwise }, schemas),
      }),
      ...errorResponses(api, operation),
      ...api.notServedResponse?.(operation),
    },
  };
}

function pathParametersOf({ pathSchemaOf }: ApiDescription, operation: OperationDescription): readonly object[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: operation.pathSchemas?.[name] ?? pathSchemaOf(name),
  }));
}

/** @spec OA11 */
function queryParametersOf({ schemas }: ApiDescription, { query }: OperationDescription): readonly object[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemas.describe(query);
  const parameters = Object.entries(properties as Readonly<Record<string, Parameter>>);
  return parameters.map(([name, { description, 'x-decided-here': isDecidedHere, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    ...(isDecidedHere && { 'x-decided-here': true }),
    schema,
  }));
}

interface Parameter {
  readonly description?: string;
  readonly 'x-decided-here'?: boolean;
}

function describeSuccess(success: SuccessDescription, schemas: SchemaWriter): object {
  const { description, schema, contentType = jsonType, headers = {} } = success;
  return {
    description,
    headers: describeHeaders(headers),
    ...(schema && { content: { [contentType]: { schema: schemas.describe(schema) } } }),
  };
}
