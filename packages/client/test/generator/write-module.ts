import type { Described, Document, Schema } from './documents.ts';
import { typeComments } from './type-comments.ts';
import { comment, nameIn, writeMembers, writeType } from './write-types.ts';

export interface ModuleOptions {
  /** The prefix of the exported names, such as `Bots`. */
  readonly name: string;
  readonly methods: Readonly<Record<string, string>>;
  /** Whether the errors of the interface have codes. */
  readonly hasCodes: boolean;
}

interface Method {
  readonly resource: string;
  readonly verb: string;
  readonly signature: string;
  readonly call: string;
  readonly bodyTypes: readonly string[];
}

/** Schemas that calls do not return: parts of errors and pages. */
const hidden = new Set(['Error', 'Detail', 'PageMeta']);

/**
 * Writes the module of an interface: its types, its methods, and the request of each method.
 *
 * @throws {Error} When an operation has no method, or a method no operation.
 */
export function writeModule(document: Document, { name, methods, hasCodes }: ModuleOptions): string {
  const { schemas, examples } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const known = operations.map(({ operation }) => operation.operationId);
  const missing = known.filter((id) => methods[id] === undefined);
  const left = Object.keys(methods).filter((id) => !known.includes(id));
  if (missing.length + left.length > 0) throw new Error(`No method for ${missing}; no operation for ${left}.`);

  const written = operations.map((one) => writeMethod(document, one, methods[one.operation.operationId] ?? ''));
  const byResource = [...Map.groupBy(written, ({ resource }) => resource)];
  const types = Object.entries(schemas)
    .filter(([key]) => !hidden.has(key))
    .map(([key, schema]) => `${describe(key, schema)}export interface ${key} ${writeMembers(schema)}`);
  const bodies = written.flatMap(({ bodyTypes }) => bodyTypes);
  const resources = byResource.map(([resource, all]) => {
    const lines = all.map(({ signature }) => signature).join('\n');
    return `  readonly ${resource}: {\n    ${lines.replaceAll('\n', '\n    ')}\n  };`;
  });
  const calls = byResource.map(
    ([resource, all]) => `  ${resource}: {\n${all.map(({ verb, call }) => `    ${verb}: ${call},`).join('\n')}\n  },`,
  );
  const codes = Object.keys(examples).map((code) => `\n  | '${code}'`);
  const body = [
    shapesOnce([...types, ...bodies]).join('\n\n'),
    ...(hasCodes
      ? [`/** The codes of the errors of the interface. */\nexport type ${name}ErrorCode =${codes.join('')};`]
      : []),
    `/** The methods of the interface, by resource. */\nexport interface ${name}Client {\n${resources.join('\n')}\n}`,
    `export const ${name.toLowerCase()}Calls: CallTable<${name}Client> = {\n${calls.join('\n')}\n};`,
  ].join('\n\n');
  const used = ['ConditionalOptions', 'MinimalOptions', 'RepeatableOptions', 'Tagged', 'CallOptions'].filter((type) =>
    new RegExp(`\\b${type}\\b`).test(body),
  );
  const pages = /\bPages</.test(body) ? "import type { Pages } from '../pages.ts';\n" : '';
  return `// Written from the operation table of the interface by test/generated.test.ts: \`vitest run -u\` writes it again.\n\nimport type { ${[...used, 'CallTable'].sort().join(', ')} } from '../call-table.ts';\n${pages}\n${body}\n`;
}

/** Declares an interface with the members of an earlier one as another name of it. */
function shapesOnce(declarations: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  return declarations.map((declaration) => {
    const [, name = '', members = ''] = /export interface (\w+) (\{.*\})$/s.exec(declaration) ?? [];
    const known = names.get(members);
    if (members !== '' && known === undefined) names.set(members, name);
    return known === undefined ? declaration : `export type ${name} = ${known};`;
  });
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Described;
}

function writeMethod(document: Document, { path, method, operation }: Operation, at: string): Method {
  const [resource = '', verb = ''] = at.split('.');
  const id = pascal(operation.operationId);
  const headers = operation.parameters.flatMap(({ $ref }) => ($ref === undefined ? [] : [nameIn($ref)]));
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/json']?.schema;
  const { gives, type, wire } = resultOf(
    operation,
    inQuery.map(({ name = '' }) => name),
  );

  const options = [
    'CallOptions',
    ...(headers.includes('IfMatch') ? ['ConditionalOptions'] : []),
    ...(headers.includes('Prefer') ? ['MinimalOptions'] : []),
    ...(headers.includes('IdempotencyKey') ? ['RepeatableOptions'] : []),
    ...(body !== undefined && inQuery.length > 0 ? [`{ readonly query?: ${id}Query }`] : []),
  ].join(' & ');
  const parameters = [
    ...inPath.map(({ name = '', schema = {} }) => `${camel(name)}: ${writeType(schema)}`),
    ...(body === undefined ? [] : [`body${operation.requestBody?.required ? '' : '?'}: ${id}Body`]),
    ...(inQuery.length === 0 || body !== undefined ? [] : [`query?: ${id}Query`]),
    `options?: ${options}`,
  ];
  const query = Object.fromEntries(
    inQuery.map(({ name = '', description, schema = {} }) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  );
  const bodyTypes = [
    ...(body === undefined ? [] : [declare(`${id}Body`, body)]),
    ...(inQuery.length === 0
      ? []
      : [
          `${describe(`${id}Query`)}export interface ${id}Query ${writeMembers({ properties: query }).replaceAll(/;$/gm, ' | undefined;')}`,
        ]),
  ];
  const wireParts = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(body === undefined ? [] : ["takes: 'body'"]),
    ...(inQuery.length === 0 || body !== undefined ? [] : ["takes: 'query'"]),
    `gives: '${gives}'`,
    ...(wire === undefined ? [] : [`under: '${wire}'`]),
  ];
  const codes = ownCodes(document, operation).map((code) => `\`${code}\``);
  const throws = codes.length === 0 ? [] : [`@throws {ApiError} ${codes.join(', ')}`];
  const text = [`${operation.summary}.`, ...(operation.description ? [operation.description] : [])].join(' ');
  return {
    resource,
    verb,
    signature: `${comment([text, ...(throws.length > 0 ? ['', ...throws] : [])].join('\n'))}${verb}(${parameters.join(', ')}): ${type};`,
    call: `{ ${wireParts.join(', ')} }`,
    bodyTypes,
  };
}

/** The place of the result in the body of a response. */
function resultOf(
  { operationId, responses }: Described,
  query: readonly string[],
): { readonly gives: string; readonly type: string; readonly wire?: string } {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [[contentType, media] = []] = Object.entries(response?.content ?? {});
  if (media === undefined) return { gives: 'nothing', type: 'Promise<void>' };
  if (contentType !== 'application/json') return { gives: 'text', type: 'Promise<string>' };
  const { schema } = media;
  const { properties = {} } = schema;
  const names = Object.keys(properties).filter((name) => !['success', 'total', 'meta'].includes(name));
  const [wire] = names;
  if (schema.$ref !== undefined || names.length > 1) return { gives: 'whole', type: `Promise<${writeType(schema)}>` };
  if (wire === undefined) return { gives: 'nothing', type: 'Promise<void>' };
  const value: Schema = properties[wire] ?? {};
  const type = writeType(value.type === 'array' ? (value.items ?? {}) : value);
  if (!/^\w+$/.test(type)) throw new Error(`What ${operationId} gives has no name among the schemas of the document.`);
  if (query.includes('page')) return { gives: 'pages', type: `Pages<${type}>`, wire };
  if (query.includes('offset')) return { gives: 'slices', type: `Pages<${type}>`, wire };
  if (value.type === 'array') return { gives: 'value', type: `Promise<readonly ${type}[]>`, wire };
  if (response?.headers?.['ETag'] !== undefined) return { gives: 'tagged', type: `Promise<Tagged<${type}>>`, wire };
  return { gives: 'value', type: `Promise<${type}>`, wire };
}

/** Error codes of every call, or of every call with a body. */
const common = new Set([
  'dependency_failed',
  'internal_error',
  'invalid_parameters',
  'not_authenticated',
  'permission_denied',
  'too_many_requests',
  'malformed_json',
  'field_not_described',
  'request_too_large',
  'unsupported_media_type',
  'whole_number_too_large',
  'empty_body',
]);

function ownCodes({ components }: Document, { responses }: Described): readonly string[] {
  const all = Object.values(responses).flatMap(({ $ref, content }) => {
    const media = content ?? components.responses[nameIn($ref ?? '')]?.content ?? {};
    return Object.values(media).flatMap(({ examples = {} }) => Object.keys(examples));
  });
  return all.filter((code) => !common.has(code));
}

function describe(name: string, { description = typeComments[name] }: Schema = {}): string {
  return comment(description);
}

function declare(name: string, schema: Schema): string {
  if (schema.type === 'object') return `${describe(name, schema)}export interface ${name} ${writeMembers(schema)}`;
  return `${describe(name, schema)}export type ${name} = ${writeType(schema)};`;
}

function pascal(id: string): string {
  return camel(id).replace(/^./, (letter) => letter.toUpperCase());
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
