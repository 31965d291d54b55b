import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrandEngine,
  createEngine,
  type Engine,
  type EngineError,
  isEngineError,
  permissions,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { deterministicIds, simulatedClock } from '@botwright/core/testing';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { expect } from 'vitest';

export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: EngineError['code'] };

/** Two engines on different stores, with the same ids and the same time. */
export interface Systems {
  /** Sends a request to each, one after the other, and expects the same answer. */
  ask<T>(request: (caller: BrandEngine, engine: Engine) => Promise<T>): Promise<Answer<T>>;
  /** The same, while channels cannot be made ready. */
  askWhileUnreachable<T>(request: (caller: BrandEngine) => Promise<T>): Promise<Answer<T>>;
  close(): Promise<void>;
}

export function openSystems(): Systems {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  const clock = simulatedClock();
  let isReachable = true;

  const prepare = async (): Promise<void> => {
    if (!isReachable) throw new Error('The channel cannot be reached.');
  };
  const startEngine = (storage: Storage): Engine =>
    createEngine({
      storage,
      clock,
      ids: deterministicIds(),
      channelDeployer: { prepareVersion: prepare, prepareTest: prepare },
    });
  const engines = [startEngine(memoryStorage()), startEngine(sqliteStorage({ file: join(folder, 'bots.db') }))];

  async function ask<T>(request: (caller: BrandEngine, engine: Engine) => Promise<T>): Promise<Answer<T>> {
    clock.advance(1_000);
    const answers: Answer<T>[] = [];
    for (const engine of engines) {
      const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
      answers.push(await outcomeOf(request(caller, engine)));
    }
    const [first, ...others] = answers;
    if (first === undefined) throw new Error('There is no system to ask.');
    for (const other of others) expect(plain(other)).toEqual(plain(first));
    return first;
  }

  return {
    ask,
    async askWhileUnreachable(request) {
      isReachable = false;
      try {
        return await ask(request);
      } finally {
        isReachable = true;
      }
    },
    async close() {
      for (const engine of engines) await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits for an answer or a refusal; a fault fails the test. */
async function outcomeOf<T>(request: Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await request };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    const { code, violations, violationsTotal } = error;
    return Object.assign({ kind: 'refused', code } as const, { violations, violationsTotal });
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
