import { EngineError, type ErrorCode } from '@botwright/core';
import type { HttpExchange } from '../http-exchange.ts';
import type { OperationContract, ParamName } from '../operation-contract.ts';
import type { Reply } from '../reply/reply.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import { coerce, type QueryOf, type QueryShape, splitQuery } from '../request/read-query.ts';

/** What of the server an operation needs beside the engine. */
export interface TokenSurroundings {
  readonly maxBodyBytes: number;
  /** The OpenAPI document, as YAML. */
  contract(): string;
}

export interface TokenRequest {
  readonly exchange: HttpExchange;
  /** What the path holds in the places of its parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly surroundings: TokenSurroundings;
}

interface TokenContract extends OperationContract {
  /** Refusals beside those that every operation can answer, and those of its body and query. */
  readonly errors: readonly ErrorCode[];
}

/**
 * One entry of a table that routes requests and makes a contract.
 *
 * @spec TK17
 */
export type TokenOperation<THandles> = TokenContract &
  (
    | { readonly access: 'anybody'; serve(request: TokenRequest): Promise<Reply> }
    /** @throws {EngineError} */
    | { readonly access: 'caller'; serve(request: TokenRequest, handles: THandles): Promise<Reply> }
  );

/** What a use-case is called with. Values are the engine's to judge: it knows what exists first. */
export interface TokenInput<TPath extends string, TQuery extends QueryShape> {
  readonly params: Readonly<Record<ParamName<TPath>, string>>;
  /** What does not spell a value of its type is the text that was sent; what was given twice is a list. */
  readonly query: QueryOf<TQuery>;
  /** As it was sent; `undefined` when there is none. */
  readonly body: unknown;
}

interface Definition<THandles, TPath extends `/${string}`, TQuery extends QueryShape, TValue>
  extends Omit<TokenContract, 'path' | 'query'> {
  readonly path: TPath;
  readonly query?: TQuery;
  /** Calls one use-case. */
  work(handles: THandles, input: TokenInput<TPath, TQuery>): Promise<TValue>;
  encode(value: TValue, input: TokenInput<TPath, TQuery>): Reply;
}

/** Makes a table entry of what an operation reads, calls and answers. */
export type DefineOperation<THandles> = <
  const TPath extends `/${string}`,
  TValue,
  const TQuery extends QueryShape = Record<never, never>,
>(
  definition: Definition<THandles, TPath, TQuery, TValue>,
) => TokenOperation<THandles>;

/** Gives what makes table entries for operations on these handles of an engine. @spec TK19 */
export function operationDefiner<THandles>(): DefineOperation<THandles> {
  return ({ work, encode, ...contract }) => ({
    ...contract,
    access: 'caller',
    async serve({ exchange, params, surroundings }, handles) {
      const { body, query } = contract;
      const json = body && (await readJsonBody(exchange, surroundings.maxBodyBytes));
      if (body?.isRequired && json === undefined) throw new EngineError('empty_body');
      // The router fills every parameter that the path names.
      const input = { params: params as never, query: readQuery(query, exchange.query) as never, body: json };
      return encode(await work(handles, input), input);
    },
  });
}

/** @spec TK11, TK16 */
function readQuery(shape: QueryShape | undefined, query: string): Readonly<Record<string, unknown>> {
  if (shape === undefined) return {};
  const pairs = splitQuery(query);
  if (pairs === undefined) throw malformed('query');
  const known = pairs.filter(([name]) => Object.hasOwn(shape, name));
  const values = Map.groupBy(known, ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, given]) => {
      const [first, ...more] = given.map(([, text]) => coerce(shape[name]?.kind ?? 'string', text));
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** @param part - Of the address. @spec TK16 */
export function malformed(part: 'path' | 'query'): EngineError {
  return new EngineError('malformed_json', { field: part, message: 'Expected percent escapes of UTF-8.' });
}
