import { jsonType } from '../../exchange/reply/reply.ts';
import type { OperationContract } from '../operations/operation.ts';
import { type AnyCode, errorCodesOf, exampleOfCode, statusOfCode } from './error-codes.ts';
import { schemaRef } from './json-schema.ts';

const headersByStatus: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([
  [401, { 'WWW-Authenticate': 'The schemes that are taken.' }],
  [429, { 'Retry-After': 'Seconds to wait.' }],
]);

/**
 * The refusals of an operation by status: each response names its codes in its examples. One that has a single code
 * is shared by all operations.
 *
 * @spec OA5
 */
export function errorResponses(operation: OperationContract): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(errorCodesOf(operation), statusOfCode);
  const entries = [...byStatus].map(([status, codes]) => {
    const [only] = codes;
    const isShared = codes.length === 1 && only !== undefined;
    return [status, isShared ? { $ref: `#/components/responses/${only}` } : describeResponse(status, codes)];
  });
  return Object.fromEntries(entries);
}

/** What `errorResponses` of these operations points to. */
export function errorComponents(table: readonly OperationContract[]): {
  readonly responses: Readonly<Record<string, object>>;
  readonly examples: Readonly<Record<string, object>>;
} {
  const codes = [...new Set(table.flatMap(errorCodesOf))].sort();
  const single = new Set(
    table.flatMap((operation) =>
      [...Map.groupBy(errorCodesOf(operation), statusOfCode).values()].flatMap((group) =>
        group.length === 1 ? group : [],
      ),
    ),
  );
  return {
    responses: Object.fromEntries(
      [...single].sort().map((code) => [code, describeResponse(statusOfCode(code), [code])]),
    ),
    examples: Object.fromEntries(codes.map((code) => [code, exampleOfCode(code)])),
  };
}

/** Adds the request id, which every answer has. */
export function describeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, object>> {
  const own = Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return { ...Object.fromEntries(own), 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
}

function describeResponse(status: number, codes: readonly AnyCode[]): object {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: describeHeaders(headersByStatus.get(status) ?? {}),
    content: { [jsonType]: { schema: { $ref: schemaRef('Error') }, examples: Object.fromEntries(examples) } },
  };
}
