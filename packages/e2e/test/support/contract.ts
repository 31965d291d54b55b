import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-implemented': boolean;
  readonly 'x-permission': string;
  readonly 'x-decided-here'?: boolean;
  readonly parameters: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly $ref?: string;
    readonly schema?: object;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly [keyword: string]: unknown;
}

export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly 'x-decided-here'?: boolean }>>;
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function parseContract(yaml: string): Contract {
  return parse(yaml) as Contract;
}

/** Compares a response with a contract. @returns The differences. */
type ContractChecker = (method: string, path: string, answer: Answer) => readonly string[];

interface ReadContract {
  readonly contract: Contract;
  readonly check: ContractChecker;
}

const known = new Map<string, ReadContract>();

/**
 * Parses a contract, and makes its checker. Both take a second: servers that differ only in their address share them, so
 * that `contract.servers` may be another one's.
 */
export function readContract(yaml: string): ReadContract {
  const text = yaml.replace(/^servers:\n {2}- url: .*$/m, '');
  let read = known.get(text);
  if (read === undefined) {
    const contract = parseContract(yaml);
    read = { contract, check: contractChecker(contract) };
    known.set(text, read);
  }
  return read;
}

export function contractChecker(contract: Contract): ContractChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed({ $id: 'contract', components: contract.components }) as object);
  const validators = new Map<object, ValidateFunction>();

  function faultsOf(schema: object, value: unknown): readonly string[] {
    const validate = validators.get(schema) ?? ajv.compile(closed(pointed(schema)) as object);
    validators.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  return (method, path, { status, headers, text }) => {
    const operation = findOperation(contract, method, path);
    const described = operation?.responses[String(status)];
    if (described === undefined)
      return operation === undefined || status === 405 ? [] : [`status ${status} is not described`];

    const response = described.$ref === undefined ? described : contract.components.responses[nameIn(described.$ref)];
    const missing = Object.keys(response?.headers ?? {}).filter((name) => !headers.has(name));
    if (method === 'HEAD') return missing;
    if (response?.content === undefined) return text === '' ? missing : ['a body that is not described'];
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const media = response.content[type];
    if (media === undefined) return [`content type ${type} is not described`];
    if (type !== 'application/json') return missing;

    const body: unknown = JSON.parse(text);
    const code = (body as { error?: { code: string } }).error?.code;
    const isDescribed = code === undefined || Object.hasOwn(media.examples ?? {}, code);
    return [...missing, ...(isDescribed ? [] : [`code ${code} is not described`]), ...faultsOf(media.schema, body)];
  };
}

/** @param path - Below the base, without its query. */
export function findOperation(contract: Contract, method: string, path: string): DescribedOperation | undefined {
  const segments = path.split('/');
  const fits = Object.keys(contract.paths).filter((template) => {
    const parts = template.split('/');
    return parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at]);
  });
  const [best] = fits.sort((a, b) => a.split('{').length - b.split('{').length);
  return best === undefined ? undefined : contract.paths[best]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Makes references absolute. */
function pointed(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'));
}

/** Refuses members that a schema does not name, which the contract allows for the sake of later versions. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpen = 'properties' in inner && inner['type'] === 'object' && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
