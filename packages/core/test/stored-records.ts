import { type BrandReads, createEngineStorage, type EngineStorage } from '../src/engine/events/engine-storage.ts';
import { createEventBus } from '../src/engine/events/event-bus.ts';
import { interpret } from '../src/engine/records/interpret.ts';
import type { Operation } from '../src/engine/records/operations.ts';
import { versionNames } from '../src/engine/records/version-names.ts';
import { createStorageOutages } from '../src/engine/storage-outages.ts';
import { runProgram } from '../src/engine/use-case/run-program.ts';
import { createWorkSignals, type WorkSignals } from '../src/engine/work-signal.ts';
import type { MemoryStorage } from '../src/memory/index.ts';
import { systemTimer } from '../src/node/system.ts';
import type { Storage } from '../src/ports/storage.ts';
import { recordKinds } from '../src/records/record-kinds.ts';
import { simulatedClock } from '../src/testing/simulated-clock.ts';

export { Conflict } from '../src/engine/use-case/run-program.ts';

const nextVersion = versionNames();

/** The storage of an engine, for tests of its parts. */
export function engineStorage(
  storage: Storage,
  { signals = createWorkSignals() }: { readonly signals?: WorkSignals } = {},
): EngineStorage {
  const clock = simulatedClock();
  const outages = createStorageOutages({ clock, onChange: undefined });
  return createEngineStorage({
    storage,
    clock,
    timer: systemTimer(),
    events: createEventBus({ clock, timer: clock }),
    outages,
    signals,
  });
}

/** Reads what a brand has stored. */
export function readsOf(storage: Storage, brand = 'acme'): BrandReads {
  return engineStorage(storage).reads(brand);
}

/** Stores operations as they are, whether or not a use-case could decide on them. */
export async function commit(storage: Storage, brand: string, ...operations: readonly Operation[]): Promise<void> {
  const running = { records: storage, kinds: recordKinds, wait: async () => {} };
  const parts = { hasText: storage.capabilities.text === true, nextVersion };
  await runProgram(running, { brand }, () => interpret(parts, brand, deciding(operations)));
}

function* deciding(operations: readonly Operation[]) {
  yield [];
  return { operations };
}

/** All records of a kind in a memory store. */
export function recordsOf(storage: MemoryStorage, kind: string): readonly Readonly<Record<string, unknown>>[] {
  return storage.dump().records.flatMap((row) => (row.kind === kind ? [row.record] : []));
}
