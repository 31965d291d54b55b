import type { Request } from '../../ports/record-store.ts';
import { Conflict } from '../use-case/run-program.ts';
import type { Batch } from './batch.ts';
import type { Operation, OperationOf } from './operations.ts';

/** How an operation of a decision is written. */
export interface OperationWriting<TOperation> {
  /** Records and numbers that the write depends on. Those that the use-case has loaded are not asked for again. */
  needs?(operation: TOperation): readonly Request[];
  /** @throws {Conflict} When the loaded records are not those that the decision expects. */
  write(batch: Batch, operation: TOperation): void;
}

export type Writing<TKind extends Operation['kind'] = Operation['kind']> = {
  readonly [K in TKind]: OperationWriting<OperationOf<K>>;
};

/** Applies a change: `undefined` clears a member, a member left out stays. */
export function changed<T extends object>(record: T, change: Partial<{ [K in keyof T]: T[K] | undefined }>): T {
  const next: Record<string, unknown> = { ...record, ...change };
  for (const [name, value] of Object.entries(change)) if (value === undefined) delete next[name];
  return next as T;
}

/** @throws {Conflict} Without a record: another has removed it. */
export function present<T>(record: T | undefined): T {
  if (record === undefined) throw new Conflict();
  return record;
}
