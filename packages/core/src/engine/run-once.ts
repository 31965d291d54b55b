import * as v from 'valibot';
import type { Principal } from '../domain/principal/principal.ts';
import type { RequestKey } from '../ports/request-store.ts';
import type { BrandEngine, OnceRequest, Outcome } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { plainText, readInput, shape } from './input/read-input.ts';
import type { IdempotentRun, Parts } from './scope.ts';
import { openIfPossible } from './secrets/open-if-possible.ts';

/** A run that has not settled by then has died, and another may take its key. */
export const leaseMs = 60_000;
/** How long a stored answer is given again. */
export const replayForMs = 24 * 60 * 60 * 1_000;

const requestShape = shape({
  path: v.string(),
  key: v.pipe(plainText, v.minLength(1, 'Expected a key.'), v.maxLength(255, 'Expected at most 255 characters.')),
  fingerprint: v.string(),
  encode: v.function(),
  isSecret: v.optional(v.boolean()),
});

export interface OnceAnswer {
  readonly answer: string;
  readonly replayed: boolean;
}

/**
 * Runs `work` under an idempotency key.
 *
 * Race rule: the answer is stored in the transaction that commits the effect, under the run that holds the key.
 * A run that lost its key meanwhile commits nothing.
 *
 * @param bind - Makes the caller's engine for this run.
 * @spec ID1, ID2, ID3, ID4, ID5, ID6, ID7, ID8, ID9, ID11, CA7
 */
export async function runOnce<T>(
  parts: Parts,
  principal: Principal,
  request: OnceRequest<T>,
  bind: (run: IdempotentRun) => BrandEngine,
  work: (engine: BrandEngine) => Promise<T>,
): Promise<OnceAnswer> {
  const { path, key, fingerprint, isSecret = false } = readInput(requestShape, request);
  const { storage, clock, ids, secrets } = parts;
  const requestKey: RequestKey = { person: principal.person, path, key };
  const run = ids.uuid();
  const context = `answer:${JSON.stringify([principal.brand, principal.person, path, key])}`;

  /** @param keptForMs - How old a stored answer may be to be given again. */
  const reserve = (keptForMs: number) => {
    const now = clock.now();
    const terms = { run, now, leaseUntil: now + leaseMs, replayForMs: keptForMs };
    return storage.transaction(principal.brand, (tx) => tx.requests.reserve({ ...requestKey, fingerprint, ...terms }));
  };
  let reservation = await reserve(replayForMs);
  if (reservation.kind === 'replay') {
    const kept = isSecret ? openIfPossible(secrets, reservation.answer, context) : reservation.answer;
    if (kept !== undefined) return { answer: kept, replayed: true };
    reservation = await reserve(0);
  }
  if (reservation.kind === 'reused') throw new EngineError('idempotency_key_reused');
  if (reservation.kind === 'in_use') throw new EngineError('idempotency_key_in_use');

  let stored: string | undefined;
  const engine = bind({
    async settle(tx, outcome) {
      if (stored !== undefined) throw new TypeError('An idempotent request runs one use-case.');
      const answer = request.encode(outcome as Outcome<T>);
      const kept = isSecret ? secrets.seal(answer, context) : answer;
      const settled = await tx.requests.settle(requestKey, run, kept, clock.now());
      if (settled === 'lost') throw new EngineError('idempotency_key_in_use');
      return answer;
    },
    committed(answer) {
      stored = answer;
    },
  });
  /** A key that cannot be freed now frees itself when its lease ends. */
  const free = () => storage.transaction(principal.brand, (tx) => tx.requests.free(requestKey, run)).catch(() => {});

  try {
    const value = await work(engine);
    if (stored !== undefined) return { answer: stored, replayed: false };
    await free();
    return { answer: request.encode({ kind: 'done', value }), replayed: false };
  } catch (error) {
    if (stored !== undefined) return { answer: stored, replayed: false };
    await free();
    throw error;
  }
}
