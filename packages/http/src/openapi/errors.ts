import { EngineError, type ErrorCode } from '@botwright/core';
import type { OperationDescription } from '../pipeline/operation.ts';
import type { EncodeError } from '../response/errors.ts';
import { jsonType } from '../response/response.ts';
import { schemaRef } from './schemas.ts';

/** The errors of one interface. */
export interface ErrorDescription {
  /** The codes of all errors that an operation can respond with. */
  codesOf(operation: OperationDescription): readonly ErrorCode[];
  encodeError: EncodeError;
  /** Whether the specification shows the code. Absent: the document does not say. */
  isShown?(code: ErrorCode): boolean;
}

const headersByStatus: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([
  [401, { 'WWW-Authenticate': 'The schemes that are taken.' }],
  [429, { 'Retry-After': 'Seconds to wait.' }],
]);

/**
 * The error responses of an operation by status. The examples of each response name its codes. All operations share one
 * definition of a response with a single code.
 *
 * @spec OA5
 */
export function errorResponses(
  errors: ErrorDescription,
  operation: OperationDescription,
): Readonly<Record<string, object>> {
  const entries = codesByStatus(errors, operation).map(([status, codes]) => {
    const [only] = codes;
    const isShared = codes.length === 1 && only !== undefined;
    return [status, isShared ? { $ref: `#/components/responses/${only}` } : describeResponse(status, codes)];
  });
  return Object.fromEntries(entries);
}

/** The shared definitions that `errorResponses` of these operations refers to. */
export function errorComponents(
  errors: ErrorDescription,
  operations: readonly OperationDescription[],
): {
  readonly responses: Readonly<Record<string, object>>;
  readonly examples: Readonly<Record<string, object>>;
} {
  const codes = [...new Set(operations.flatMap(errors.codesOf))].sort();
  const all = operations.flatMap((operation) => codesByStatus(errors, operation));
  const single = new Map(
    all.flatMap(([status, [first, ...more]]) => (first && more.length === 0 ? [[first, status]] : [])),
  );
  return {
    responses: Object.fromEntries([...single].sort().map(([code, status]) => [code, describeResponse(status, [code])])),
    examples: Object.fromEntries(codes.map((code) => [code, exampleOf(errors, code)])),
  };
}

function codesByStatus(
  { codesOf, encodeError }: ErrorDescription,
  operation: OperationDescription,
): readonly (readonly [status: number, codes: readonly ErrorCode[]])[] {
  return [...Map.groupBy(codesOf(operation), (code) => encodeError(new EngineError(code)).status)];
}

/** @spec OA6 */
function exampleOf({ encodeError, isShown }: ErrorDescription, code: ErrorCode): object {
  const value: unknown = JSON.parse(encodeError(new EngineError(code)).body ?? '');
  return { ...(isShown?.(code) === false && { 'x-decided-here': true }), value };
}

/** Adds the request id, which every response has. */
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
