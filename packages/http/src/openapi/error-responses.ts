import { jsonType } from '../exchange/reply/reply.ts';
import { schemaRef } from './schema-book.ts';

/** What one interface refuses, and how it says so. */
export interface ErrorBook<TOperation, TCode extends string = string> {
  /** Every refusal that an operation can answer. */
  codesOf(operation: TOperation): readonly TCode[];
  statusOf(code: TCode): number;
  /** An OpenAPI example of the body. */
  exampleOf(code: TCode): object;
}

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
export function errorResponses<TOperation, TCode extends string>(
  book: ErrorBook<TOperation, TCode>,
  operation: TOperation,
): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(book.codesOf(operation), book.statusOf);
  const entries = [...byStatus].map(([status, codes]) => {
    const [only] = codes;
    const isShared = codes.length === 1 && only !== undefined;
    return [status, isShared ? { $ref: `#/components/responses/${only}` } : describeResponse(status, codes)];
  });
  return Object.fromEntries(entries);
}

/** What `errorResponses` of these operations points to. */
export function errorComponents<TOperation, TCode extends string>(
  book: ErrorBook<TOperation, TCode>,
  table: readonly TOperation[],
): {
  readonly responses: Readonly<Record<string, object>>;
  readonly examples: Readonly<Record<string, object>>;
} {
  const codes = [...new Set(table.flatMap(book.codesOf))].sort();
  const single = new Set(
    table.flatMap((operation) =>
      [...Map.groupBy(book.codesOf(operation), book.statusOf).values()].flatMap((group) =>
        group.length === 1 ? group : [],
      ),
    ),
  );
  return {
    responses: Object.fromEntries(
      [...single].sort().map((code) => [code, describeResponse(book.statusOf(code), [code])]),
    ),
    examples: Object.fromEntries(codes.map((code) => [code, book.exampleOf(code)])),
  };
}

/** Adds the request id, which every answer has. */
export function describeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, object>> {
  const own = Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return { ...Object.fromEntries(own), 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
}

function describeResponse(status: number, codes: readonly string[]): object {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: describeHeaders(headersByStatus.get(status) ?? {}),
    content: { [jsonType]: { schema: { $ref: schemaRef('Error') }, examples: Object.fromEntries(examples) } },
  };
}
