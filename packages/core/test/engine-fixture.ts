import { type Principal, permissions } from '../src/domain/principal.ts';
import { createEngine } from '../src/engine/create-engine.ts';
import type { BrandEngine, Engine } from '../src/engine/engine.ts';
import { type EngineError, isEngineError } from '../src/engine/engine-error.ts';
import type { EngineOptions } from '../src/engine/engine-options.ts';
import { memoryStorage } from '../src/memory/index.ts';
import type { Storage } from '../src/ports/storage.ts';
import { deterministicIds } from '../src/testing/deterministic-ids.ts';
import { type SimulatedClock, simulatedClock } from '../src/testing/simulated-clock.ts';

export const startAt = 1_767_225_600_000;

export const unknownId = '00000000-0000-4000-8000-000000000000';

export interface Fixture {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: SimulatedClock;
  /** A caller of brand `acme` with workspace 1 and all permissions. */
  readonly acme: BrandEngine;
}

export function engineFixture(options: Partial<EngineOptions> = {}): Fixture {
  const storage = options.storage ?? memoryStorage();
  const clock = simulatedClock(startAt);
  const engine = createEngine({ clock, timer: clock, ids: deterministicIds(), ...options, storage });
  return { engine, storage, clock, acme: engine.as(principalOf()) };
}

export function principalOf(change: Partial<Principal> = {}): Principal {
  return { brand: 'acme', person: 7, workspaces: [1], permissions, ...change };
}

/** Waits for a refusal; anything else fails the test. */
export async function refusalOf(attempt: Promise<unknown>): Promise<EngineError> {
  const answer = await attempt.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in answer && isEngineError(answer.error)) return answer.error;
  throw new Error('Expected a refusal.', { cause: 'error' in answer ? answer.error : answer.value });
}

/** The code of the refusal, and its field when it has one. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const { code, field } = await refusalOf(attempt);
  return field === undefined ? code : `${code} ${field}`;
}

/** Creates a native bot that has never been edited. */
export async function newBot(caller: BrandEngine): Promise<string> {
  return (await caller.bots.create({ name: 'Sales', channelFamily: 'native' })).id;
}
