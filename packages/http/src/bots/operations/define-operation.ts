import { type BrandEngine, EngineError, type IfRevision, sha256 } from '@botwright/core';
import type { ParamName } from '../../exchange/operation-contract.ts';
import type { Reply } from '../../exchange/reply/reply.ts';
import { readBodyBytes } from '../../exchange/request/body-bytes.ts';
import { saysJson } from '../../exchange/request/media-type.ts';
import { parseJson } from '../../exchange/request/parse-json.ts';
import { type QueryOf, type QueryShape, readQuery } from '../../exchange/request/read-query.ts';
import { errorReply } from '../reply/error-reply.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { readIfMatch } from '../request/if-match.ts';
import { prefersMinimal } from '../request/prefer.ts';
import { type Base, basePaths } from '../routing/locate.ts';
import type { BodyShape } from './body-shape.ts';
import type { AdmittedRequest, Operation, OperationContract, Surroundings } from './operation.ts';

/** What a use-case is called with, checked. */
export interface Input<TPath extends string, TQuery extends QueryShape, TBody> {
  readonly params: Readonly<Record<ParamName<TPath>, string>>;
  readonly query: QueryOf<TQuery>;
  readonly body: TBody;
  /** 0 when there was none. */
  readonly bodyBytes: number;
  readonly condition: IfRevision;
  readonly isMinimal: boolean;
  readonly base: Base;
  readonly surroundings: Surroundings;
}

interface OperationDefinition<TPath extends `/${string}`, TQuery extends QueryShape, TBody, TValue>
  extends Omit<OperationContract, 'path' | 'query' | 'body'> {
  readonly path: TPath;
  readonly query?: TQuery;
  readonly body?: BodyShape<TBody>;
  /** Calls one use-case. */
  work(engine: BrandEngine, input: Input<TPath, TQuery, TBody>): Promise<TValue>;
  encode(value: TValue, input: Input<TPath, TQuery, TBody>): Reply;
}

const noBytes = new Uint8Array(0);

/** Bytes of a body that takes long to parse: such bodies are parsed one after the other. */
const largeBody = 262_144;

/** Makes a table entry of what an operation reads, calls and answers. */
export function defineOperation<
  const TPath extends `/${string}`,
  TValue,
  const TQuery extends QueryShape = Record<never, never>,
  TBody = undefined,
>(definition: OperationDefinition<TPath, TQuery, TBody, TValue>): Operation {
  const { body, work, encode, ...contract } = definition;

  return {
    ...contract,
    ...(body !== undefined && { body }),
    async serve(request) {
      const { engine, principal } = request;
      const bytes =
        body === undefined ? noBytes : await readBodyBytes(request.exchange, request.surroundings.maxBodyBytes);
      const read = () => readInput(definition, request, bytes);
      const input = bytes.byteLength < largeBody ? read() : await engine.as(principal).inTurn(read);
      const key = readKey(contract, request);
      if (key === undefined) return encode(await work(engine.as(principal), input), input);

      const once = await engine.once<TValue>(
        principal,
        {
          path: request.exchange.path.slice(basePaths[request.base].length),
          key,
          fingerprint: sha256(bytes),
          isSecret: contract.isSecret === true,
          encode: (outcome) =>
            JSON.stringify(outcome.kind === 'done' ? encode(outcome.value, input) : errorReply(outcome.error)),
        },
        (bound) => work(bound, input),
      );
      return JSON.parse(once.answer) as Reply;
    },
  };
}

/** @spec HT2, HT39, DR44 */
function readInput<TPath extends `/${string}`, TQuery extends QueryShape, TBody, TValue>(
  definition: OperationDefinition<TPath, TQuery, TBody, TValue>,
  request: AdmittedRequest,
  bytes: Uint8Array,
): Input<TPath, TQuery, TBody> {
  const { exchange, base, surroundings } = request;
  checkMediaType(request, bytes);
  return {
    // The router fills every parameter that the path names.
    params: request.params as Readonly<Record<ParamName<TPath>, string>>,
    query: readQuery(definition.query ?? ({} as TQuery), exchange.query),
    condition: definition.isConditional ? readIfMatch(exchange.headers.get('if-match')) : {},
    isMinimal: definition.canBeMinimal === true && prefersMinimal(exchange.headers.get('prefer')),
    // Without a shape TBody is `undefined`.
    body: definition.body?.read(bytes.byteLength === 0 ? undefined : parseJson(bytes)) as TBody,
    bodyBytes: bytes.byteLength,
    base,
    surroundings,
  };
}

/**
 * A cookie is sent along by pages that its owner never meant to act, and those can send bodies that say no type.
 *
 * @spec HT25, HT31
 */
function checkMediaType({ exchange, scheme }: AdmittedRequest, bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return;
  const type = exchange.headers.get('content-type') ?? '';
  const isJson = type === '' ? scheme !== 'sessionCookie' : saysJson(type);
  if (!isJson) throw new EngineError('unsupported_media_type');
}

/** @spec HT46, HT47 */
function readKey(
  { canBeRepeated }: Pick<OperationContract, 'canBeRepeated'>,
  { exchange }: AdmittedRequest,
): string | undefined {
  return canBeRepeated ? readIdempotencyKey(exchange.headers.get('idempotency-key')) : undefined;
}
