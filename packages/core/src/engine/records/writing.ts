import type { Request } from '../../ports/record-store.ts';
import { Conflict } from '../use-case/run-program.ts';
import type { Batch } from './batch.ts';

/** Writes an operation of a decision. */
export interface OperationWriting<TOperation> {
  /** Records and numbers that the write needs. Records that the use-case has loaded are not requested again. */
  needs?(operation: TOperation): readonly Request[];
  /** @throws {Conflict} When the loaded records are not in the state that the decision expects. */
  write(batch: Batch, operation: TOperation): void;
}

/** Declares an operation: its members, and how it is written. */
export function written<TOperation>(writing: OperationWriting<TOperation>): OperationWriting<TOperation> {
  return writing;
}

/** Thrown by a decision when another run has taken over the key of an idempotent request. */
export class RequestLost extends Error {}

/** Thrown by a decision when a reservation was dropped, swept or revealed before. */
export class ReservationLost extends Error {}

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
