import {
  type BatchOperation,
  type GetRequest,
  get,
  type Program,
  type Request,
  type Stored,
} from '../../ports/record-store.ts';
import { settings } from '../../records/settings.ts';
import type { Part } from '../use-case/use-case.ts';
import { Batch } from './batch.ts';
import { LoadedRecords, nameOf } from './loaded-records.ts';
import type { LoadReading } from './loading.ts';
import { type Load, loading } from './loads.ts';
import { type Operation, writing } from './operations.ts';
import type { SettingsMemory } from './settings-memory.ts';
import { wholeDocuments } from './whole-documents.ts';
import type { OperationWriting } from './writing.ts';

export interface Interpreting {
  /** Default: no cache. */
  readonly settingsMemory?: SettingsMemory;
  /** Whether the store changes parts of documents. */
  readonly hasText: boolean;
  /** Gives a version that no record has had. */
  nextVersion(): string;
}

/** The part of a decision that the store needs. */
export interface Decided {
  readonly operations: readonly Operation[];
}

/** A decision, and its writes to the records and queues of a store. */
export interface Interpreted<TDecided> {
  readonly decided: TDecided;
  readonly operations: readonly BatchOperation[];
}

type Answering = Generator<readonly Request[], readonly unknown[], readonly unknown[]>;

/** Turns a use-case into a program for a store of records. */
export function* interpret<TDecided extends Decided>(
  parts: Interpreting,
  brand: string,
  useCase: Part<TDecided>,
): Program<Interpreted<TDecided>> {
  const loaded = new LoadedRecords();
  const answers = answering(parts, brand, loaded);
  let step = useCase.next([]);
  while (step.done !== true) step = useCase.next(yield* answers(step.value));
  const decided = step.value;
  const operations = yield* written(parts, loaded, decided.operations);
  return { decided, operations };
}

/** Answers all loads of a part of a use-case that changes nothing. */
export function* interpretReads<T>(brand: string, part: Part<T>): Generator<readonly Request[], T, readonly unknown[]> {
  const answers = answering({}, brand, new LoadedRecords());
  let step = part.next([]);
  while (step.done !== true) step = part.next(yield* answers(step.value));
  return step.value;
}

const versionOfSettings: GetRequest = get(settings, { name: 'settings' });

/** Answers one batch of loads after another. Settings come from the cache if their version is unchanged. */
function answering(
  { settingsMemory: memory }: Pick<Interpreting, 'settingsMemory'>,
  brand: string,
  loaded: LoadedRecords,
): (loads: readonly Load[]) => Answering {
  /** Absent until it is read. */
  let settingsVersion: { readonly version: string | undefined } | undefined;

  function* read(loads: readonly Load[], asksVersion: boolean): Answering {
    const asked = loads.map((load) => readingOf(load).requests(load, brand));
    const requests = [...(asksVersion ? [versionOfSettings] : []), ...asked.flat()];
    const answers = requests.length === 0 ? [] : yield requests;
    let place = 0;
    if (asksVersion) {
      settingsVersion = { version: (answers[0] as Stored | undefined)?.version };
      place = 1;
    }
    return loads.map((load, index) => {
      const own = asked[index] ?? [];
      const given = answers.slice(place, place + own.length);
      place += own.length;
      for (const [each, request] of own.entries()) loaded.note(request, given[each]);
      return readingOf(load).answer(given, load);
    });
  }

  return function* answer(loads) {
    if (memory === undefined || (settingsVersion === undefined && !expectsSettings(loads))) {
      return yield* read(loads, false);
    }
    const answers = new Map<Load, unknown>();
    const readAll = function* (
      wanted: readonly Load[],
      asksVersion: boolean,
    ): Generator<readonly Request[], void, readonly unknown[]> {
      const given = yield* read(wanted, asksVersion);
      for (const [index, load] of wanted.entries()) {
        answers.set(load, given[index]);
        memory.note(brand, load, settingsVersion?.version, given[index]);
      }
    };
    if (settingsVersion === undefined) {
      const unknown = loads.filter((load) => !memory.mayKnow(brand, load));
      yield* readAll(unknown, true);
    }
    const unread: Load[] = [];
    for (const load of loads) {
      if (answers.has(load)) continue;
      const found = memory.find(brand, load, settingsVersion?.version);
      if (found === undefined) unread.push(load);
      else answers.set(load, found.answer);
    }
    if (unread.length > 0) yield* readAll(unread, false);
    return loads.map((load) => answers.get(load));
  };
}

/**
 * Whether a use-case that begins with these loads will load settings. A use-case that changes a setting locks it
 * instead.
 */
function expectsSettings(first: readonly Load[]): boolean {
  return first.length > 0 && first.every(({ kind }) => !kind.startsWith('locked') && kind !== 'botNumber');
}

/** Loads the data that the operations need and the use-case has not loaded, and writes the operations. */
function* written(
  { hasText, nextVersion }: Interpreting,
  loaded: LoadedRecords,
  operations: readonly Operation[],
): Generator<readonly Request[], readonly BatchOperation[], readonly unknown[]> {
  const missing = missingOf(loaded, operations);
  const numbers: number[] = [];
  if (missing.length > 0) {
    const answers = yield missing;
    for (const [index, request] of missing.entries()) {
      loaded.note(request, answers[index]);
      if (request.do === 'number') numbers.push(answers[index] as number);
    }
  }
  const batch = new Batch(loaded, numbers, nextVersion);
  for (const operation of operations) writingOf(operation).write(batch, operation);
  const written = batch.operations();
  return hasText ? written : yield* wholeDocuments(written);
}

function missingOf(loaded: LoadedRecords, operations: readonly Operation[]): readonly Request[] {
  const missing = new Map<string, GetRequest>();
  const numbers: Request[] = [];
  for (const operation of operations) {
    for (const need of writingOf(operation).needs?.(operation) ?? []) {
      if (need.do === 'number') numbers.push(need);
      else if (need.do === 'get' && !loaded.has(need)) missing.set(nameOf(need.kind, need.key), need);
    }
  }
  return [...missing.values(), ...numbers];
}

function readingOf(load: Load): LoadReading<Load, unknown> {
  return loading[load.kind] as LoadReading<Load, unknown>;
}

function writingOf(operation: Operation): OperationWriting<Operation> {
  return writing[operation.kind] as unknown as OperationWriting<Operation>;
}
