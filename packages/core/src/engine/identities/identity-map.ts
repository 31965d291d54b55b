import { isPlainText } from '../../domain/text.ts';
import type { BatchOperation, RecordStore } from '../../ports/record-store.ts';
import { get } from '../../ports/record-store.ts';
import { identities } from '../../records/identities.ts';
import { invalidParameters } from '../read-input.ts';
import { remember } from '../remember.ts';
import { ask, expecting, find, type ProgramPart, put, read } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';

/** Numbers of the ids that the host has for persons. The numbers of one brand say nothing about another. */
export interface IdentityMap {
  /** Finds the numbers of ids; skips ids without one. */
  find(brand: string, ids: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** Finds the numbers of ids, and gives numbers to ids without one. */
  assign(brand: string, ids: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** Finds the ids of numbers; skips numbers without one. */
  idsOf(brand: string, numbers: Iterable<number>): Promise<ReadonlyMap<number, string>>;
}

/** Committed numbers and ids, which are right for ever. */
export interface KnownIdentities {
  readonly numbers: Map<string, number>;
  readonly ids: Map<string, string>;
}

export function knownIdentities(): KnownIdentities {
  return { numbers: new Map(), ids: new Map() };
}

/** A few megabytes. */
const mostKnown = 10_000;
/** Concurrent requests to the store. */
const batchSize = 100;

export const maxIdLength = 128;

/**
 * Reads an id of the host.
 *
 * @throws {EngineError} `invalid_parameters`
 * @spec HI2
 */
export function readId(given: unknown, field: string): string {
  if (isId(given)) return given;
  throw invalidParameters(field, `Expected an id: a text of 1 to ${maxIdLength} characters.`);
}

export function isId(given: unknown): given is string {
  return typeof given === 'string' && given.length > 0 && given.length <= maxIdLength && isPlainText(given);
}

interface IdentityMapOptions {
  /** Shared with the other maps of the engine. */
  readonly known: KnownIdentities;
  /** Whether the storage is in a transaction of the host, of which a ROLLBACK can undo what was read. */
  readonly isJoined: boolean;
}

/** @spec HI1, HI3, HI4, HI10 */
export function identityMap(storage: RecordStore, { known, isJoined }: IdentityMapOptions): IdentityMap {
  function note(brand: string, id: string, number: number): void {
    if (isJoined) return;
    remember(known.numbers, nameOf(id, brand), number, mostKnown);
    remember(known.ids, nameOf(number, brand), id, mostKnown);
  }

  /** Finds entries in memory, and passes the rest to `load` in batches. */
  async function gather<TFrom extends string | number, TTo extends string | number>(
    brand: string,
    wanted: Iterable<TFrom>,
    inMemory: Map<string, TTo>,
    load: (batch: readonly TFrom[]) => Promise<readonly (readonly [TFrom, TTo])[]>,
  ): Promise<Map<TFrom, TTo>> {
    const found = new Map<TFrom, TTo>();
    const missing: TFrom[] = [];
    for (const from of new Set(wanted)) {
      const to = inMemory.get(nameOf(from, brand));
      if (to === undefined) missing.push(from);
      else found.set(from, to);
    }
    for (let start = 0; start < missing.length; start += batchSize) {
      for (const [from, to] of await load(missing.slice(start, start + batchSize))) found.set(from, to);
    }
    return found;
  }

  const findIn = (brand: string, ids: Iterable<string>) =>
    gather(brand, ids, known.numbers, async (batch) => {
      const answers = await read(storage, { brand }, ...batch.map((id) => get(identities, { kind: 'person', id })));
      return answers.flatMap((stored) => {
        if (stored === undefined) return [];
        note(brand, stored.record.id, stored.record.number);
        return [[stored.record.id, stored.record.number] as const];
      });
    });

  return {
    find: findIn,

    async assign(brand, ids) {
      const found = await findIn(brand, ids);
      const missing = [...new Set(ids)].filter((id) => !found.has(id)).sort();
      for (let start = 0; start < missing.length; start += batchSize) {
        const batch = missing.slice(start, start + batchSize);
        const given = await runPlan(storage, { brand }, (writes) => giveNumbers(writes, batch));
        for (const [id, number] of given) {
          note(brand, id, number);
          found.set(id, number);
        }
      }
      return found;
    },

    idsOf: (brand, numbers) =>
      gather(brand, numbers, known.ids, async (batch) => {
        const requests = batch.map((number) => find(identities, 'number', ['person', number]));
        const answers = await read(storage, { brand }, ...requests);
        return answers.flatMap((stored) => {
          if (stored === undefined) return [];
          note(brand, stored.record.id, stored.record.number);
          return [[stored.record.number, stored.record.id] as const];
        });
      }),
  };
}

/** One of several concurrent programs for one id gives it a number; the others run again and find it. @spec HI3 */
function* giveNumbers(
  writes: BatchOperation[],
  ids: readonly string[],
): ProgramPart<readonly (readonly [string, number])[]> {
  const stored = yield* ask(...ids.map((id) => expecting(get(identities, { kind: 'person', id }))));
  const isNew = ids.filter((_, index) => stored[index] === undefined);
  const numbers = (yield isNew.map(() => ({ do: 'number', sequence: 'identity' }) as const)) as readonly number[];
  const made = new Map(isNew.map((id, index) => [id, numbers[index] as number]));
  for (const [id, number] of made) writes.push(put(identities, { kind: 'person', id, number }));
  return ids.map((id, index) => [id, made.get(id) ?? (stored[index]?.record.number as number)] as const);
}

/** An id has no U+0000. */
function nameOf(id: string | number, brand: string): string {
  return `${id}\u0000${brand}`;
}
