import type { AnyKind } from '../../ports/record-kind.ts';
import {
  type BatchOperation,
  type DocumentPlace,
  type KeyOf,
  keyOf,
  type QueueOperation,
  type RecordOf,
} from '../../ports/record-store.ts';
import { settings } from '../../records/settings.ts';
import { type LoadedRecords, nameOf } from './loaded-records.ts';

type Put = Extract<BatchOperation, { readonly do: 'put' }>;

/**
 * Kinds whose records message handling remembers: a change of one gives the settings another version, except a change
 * of only these fields.
 */
const settingKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ['bot', ['editedAt']],
  ['channel', []],
  ['feedback', []],
  ['hook', []],
]);

/** Whether a record differs from the one before in more than these fields. Compares members by identity. */
function differs(before: Put['record'] | undefined, record: Put['record'], except: readonly string[]): boolean {
  if (before === undefined || except.length === 0) return true;
  const fields = new Set([...Object.keys(before), ...Object.keys(record)]);
  return [...fields].some((field) => before[field] !== record[field] && !except.includes(field));
}

/** The writes of one decision. A record that is written twice is stored once, in its last state. */
export class Batch {
  readonly #operations: (BatchOperation | undefined)[] = [];
  readonly #puts = new Map<string, number>();
  #changesSettings = false;
  readonly #loaded: LoadedRecords;
  readonly #numbers: number[];
  readonly #nextVersion: () => string;

  /**
   * @param numbers - The numbers that the operations needed, in their order.
   * @param nextVersion - Gives a version that no record has had.
   */
  constructor(loaded: LoadedRecords, numbers: readonly number[], nextVersion: () => string) {
    this.#loaded = loaded;
    this.#numbers = [...numbers];
    this.#nextVersion = nextVersion;
  }

  /** Finds a record in its state after the earlier operations. */
  find<TKind extends AnyKind>(kind: TKind, key: KeyOf<TKind>): RecordOf<TKind> | undefined {
    return this.#loaded.find(kind.name, keyOf(kind, key)) as RecordOf<TKind> | undefined;
  }

  put<TKind extends AnyKind>(kind: TKind, record: RecordOf<TKind>): void {
    const key = keyOf(kind, record as object);
    const name = nameOf(kind.name, key);
    const put: Put = { do: 'put', kind: kind.name, record: record as Put['record'], version: this.#nextVersion() };
    const earlier = this.#puts.get(name);
    const except = settingKinds.get(kind.name);
    if (except !== undefined && differs(this.#loaded.get(kind.name, key), put.record, except)) {
      this.#changesSettings = true;
    }
    if (earlier === undefined) {
      this.#puts.set(name, this.#operations.length);
      this.#operations.push(put);
    } else {
      this.#operations[earlier] = put;
    }
    this.#loaded.set(kind.name, key, put.record);
  }

  /** Puts a record without its documents and lists, which stay unchanged. */
  putHead<TKind extends AnyKind>(kind: TKind, record: Partial<RecordOf<TKind>>): void {
    const key = keyOf(kind, record);
    const place = this.#puts.get(nameOf(kind.name, key));
    const earlier = place === undefined ? undefined : (this.#operations[place] as Put).record;
    const large = Object.keys(kind.fields).filter((field) => /^(document|list)/.test(kind.fields[field] ?? ''));
    const written = earlier && Object.fromEntries(large.map((field) => [field, earlier[field]]));
    this.put(kind, { ...record, ...written } as RecordOf<TKind>);
    if (written !== undefined) return;
    for (const field of large) this.add({ do: 'splice', at: { kind: kind.name, key, field }, splices: [] });
  }

  /** Stores a record whose document is a copy of another record's. */
  copy<TKind extends AnyKind>(from: DocumentPlace, kind: TKind, record: Partial<RecordOf<TKind>>): void {
    this.add({ do: 'copy', from, kind: kind.name, record: record as Put['record'], version: this.#nextVersion() });
  }

  delete<TKind extends AnyKind>(kind: TKind, keyed: KeyOf<TKind>): void {
    const key = keyOf(kind, keyed);
    const name = nameOf(kind.name, key);
    const earlier = this.#puts.get(name);
    if (earlier !== undefined) this.#operations[earlier] = undefined;
    this.#puts.delete(name);
    if (settingKinds.has(kind.name)) this.#changesSettings = true;
    this.add({ do: 'delete', kind: kind.name, key });
    this.#loaded.set(kind.name, key, undefined);
  }

  add(operation: Exclude<BatchOperation, Put> | QueueOperation): void {
    this.#operations.push(operation);
  }

  /** Takes a number that an operation needed. */
  number(): number {
    const number = this.#numbers.shift();
    if (number === undefined) throw new Error('An operation took a number that it did not need.');
    return number;
  }

  operations(): readonly BatchOperation[] {
    const operations = this.#operations.filter((each) => each !== undefined);
    if (this.#changesSettings) {
      const record = { name: 'settings' };
      operations.push({ do: 'put', kind: settings.name, record, version: this.#nextVersion() });
    }
    return operations;
  }
}
