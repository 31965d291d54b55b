import * as v from 'valibot';
import { inputObject } from '../domain/inputs/input-object.ts';
import { filledText } from '../domain/inputs/members.ts';
import type { Principal } from '../domain/principal.ts';
import type { RequestKey } from '../records/requests.ts';
import { EngineError } from './engine-error.ts';
import type { EngineParts } from './engine-parts.ts';
import { readInput } from './read-input.ts';
import type { OperationOf } from './records/operations.ts';
import { freeKey, reserveKey } from './request-keys.ts';
import { decryptIfPossible } from './secrets/encryption.ts';

/** Milliseconds after which an unfinished request counts as abandoned, and another may take its key. */
export const leaseMs = 60_000;
/** Milliseconds for which a stored response is returned again. */
export const replayForMs = 24 * 60 * 60 * 1_000;

/** How a use-case ended. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** A refusal whose changes were committed, such as `restored_draft_has_violations`. */
  | { readonly kind: 'refused'; readonly error: EngineError };

/** Stores the response of a use-case in the transaction that commits its changes. */
export interface IdempotentRun {
  /** Makes the response, and the write that stores it. */
  complete(outcome: Outcome<unknown>): {
    readonly response: string;
    readonly operation: OperationOf<'completeRequest'>;
  };
  /** Called when the transaction that stored the response has committed. */
  committed(response: string): void;
}

/** A request whose use-case must take effect at most once, with any number of repetitions. */
export interface OnceRequest<T> {
  /** The part of the key that names the use-case and its target, such as an HTTP method and path. */
  readonly path: string;
  /** Chosen by the caller; 1 to 255 characters. */
  readonly key: string;
  /** Equal for equal request bodies. */
  readonly fingerprint: string;
  /** The response contains a secret: it is stored encrypted. */
  readonly isSecret?: boolean;
  /** Makes the response to store. It is stored in the transaction that commits the changes. */
  encode(outcome: Outcome<T>): string;
}

const requestSchema = inputObject({
  path: v.string(),
  key: filledText({ max: 255 }),
  fingerprint: v.string(),
  encode: v.function(),
  isSecret: v.optional(v.boolean()),
});

export interface OnceResult {
  readonly response: string;
  /** Whether this is the response of an earlier request, and nothing ran now. */
  readonly replayed: boolean;
}

/**
 * Runs `work` under an idempotency key.
 *
 * Race rule: the response is stored in the transaction that commits the changes, and only by the run that has the key.
 * A run that has lost its key commits nothing.
 *
 * @param bind - Makes the caller's engine for this run.
 * @spec ID1, ID2, ID3, ID4, ID5, ID6, ID7, ID8, ID9, ID11, CA7, EV10
 */
export async function runOnce<T, TEngine>(
  { storage, clock, ids, cipher }: Pick<EngineParts, 'storage' | 'clock' | 'ids' | 'cipher'>,
  { brand, person }: Principal,
  request: OnceRequest<T>,
  bind: (run: IdempotentRun) => TEngine,
  work: (engine: TEngine) => Promise<T>,
): Promise<OnceResult> {
  const { path, key, fingerprint, isSecret = false } = readInput(requestSchema, request);
  const requestKey: RequestKey = { person, path, key };
  const run = ids.uuid();
  const context = `answer:${JSON.stringify([brand, person, path, key])}`;

  /** @param maxAgeMs - Maximum age of a stored response to return again. */
  const reserve = (maxAgeMs: number) => {
    const now = clock.now();
    const terms = { run, now, leaseUntil: now + leaseMs, replayForMs: maxAgeMs };
    return storage.perform(brand, () => reserveKey({ ...requestKey, fingerprint, ...terms }));
  };
  let reservation = await reserve(replayForMs);
  if (reservation.kind === 'replay') {
    const stored = isSecret ? decryptIfPossible(cipher, reservation.response, context) : reservation.response;
    if (stored !== undefined) return { response: stored, replayed: true };
    // The encryption key of the stored response is gone: the request runs as if it were new.
    reservation = await reserve(0);
  }
  if (reservation.kind === 'reused') throw new EngineError('idempotency_key_reused');
  if (reservation.kind === 'in_use') throw new EngineError('idempotency_key_in_use');

  let committed: string | undefined;
  const engine = bind({
    complete(outcome) {
      if (committed !== undefined) throw new TypeError('An idempotent request runs one use-case.');
      const response = request.encode(outcome as Outcome<T>);
      const stored = isSecret ? cipher.encrypt(response, context) : response;
      const at = clock.now();
      return { response, operation: { kind: 'completeRequest', request: requestKey, run, response: stored, at } };
    },
    committed(response) {
      committed = response;
    },
  });

  try {
    const value = await work(engine);
    return { response: committed ?? request.encode({ kind: 'done', value }), replayed: false };
  } catch (error) {
    if (committed !== undefined) return { response: committed, replayed: false };
    throw error;
  } finally {
    if (committed === undefined) await freeKey(storage, brand, requestKey, run);
  }
}
