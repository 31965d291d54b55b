import { stringify } from 'yaml';
import { describePaths, requestIdHeader } from '../../openapi/describe-paths.ts';
import { errorComponents } from '../../openapi/error-responses.ts';
import type { Extensions, OperationContract } from '../operations/operation.ts';
import { operations } from '../operations/operation-table.ts';
import type { Base } from '../routing/locate.ts';
import { botsSchemas } from './bots-schemas.ts';
import { describeOperation } from './describe-operation.ts';
import { botsErrors } from './error-codes.ts';
import { securityOf, securitySchemes } from './security.ts';

/** The version label of the interface. */
const apiVersion = '0.1.0-alpha';

export interface ContractOptions {
  /** Where each base is reached. */
  readonly urls: Readonly<Record<Base, string>>;
  readonly extensions: Extensions;
  readonly cookieName: string;
}

/**
 * Makes the OpenAPI document of each base, once and when first asked for.
 *
 * @returns YAML text.
 * @spec OA1, OA2, OA3, OA8, OA10
 */
export function createContract(options: ContractOptions): (base: Base) => string {
  const made = new Map<Base, string>();
  return (base) => {
    const known = made.get(base);
    if (known !== undefined) return known;
    const text = stringify(describeApi(base, options), { aliasDuplicateObjects: false });
    made.set(base, text);
    return text;
  };
}

function describeApi(base: Base, { urls, extensions, cookieName }: ContractOptions): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bots API',
      version: apiVersion,
      description: 'Create a bot, edit its draft, test it, publish it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: urls[base] }],
    security: securityOf(base),
    tags: [
      { name: 'Bots', description: 'Bots and their settings.' },
      { name: 'Drafts', description: 'The diagram that is being edited.' },
      { name: 'Versions', description: 'Publications: what visitors talk to.' },
      { name: 'Catalog', description: 'The kinds of blocks, and this contract.' },
      { name: 'Connected accounts', description: 'Accounts that spreadsheet and scheduling blocks use.' },
    ],
    paths: describePaths(operations, (operation: OperationContract) => describeOperation(operation, extensions)),
    components: {
      securitySchemes: securitySchemes(cookieName),
      schemas: botsSchemas.components(),
      ...errorComponents(botsErrors, operations),
      headers: requestIdHeader,
      parameters: headerParameters,
    },
  };
}

const headerParameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags of the draft, or *: writes only if the draft is still at one of them.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`return=minimal` leaves the diagram out of the answer.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key within 24 hours answers the same again, without a second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    'x-decided-here': true,
  },
} as const;
