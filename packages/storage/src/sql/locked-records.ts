import { type BatchOperation, keyOf, type Request, type Scalar, type Stored } from '@botwright/core/ports';
import { type LockedRecord, type RecordSchema, tableOf } from './record-plans.ts';

/**
 * The stored records that no other transaction can change before this one ends. Of a record that is absent, no lock
 * stops another transaction from inserting it, so a `put` has to insert it.
 */
export class LockedRecords {
  readonly #records = new Map<string, LockedRecord>();
  readonly #schema: RecordSchema;

  constructor(schema: RecordSchema) {
    this.#schema = schema;
  }

  /** Notes the answer to a request that locks. */
  note(request: Request, answer: unknown): void {
    if (request.do !== 'get' && request.do !== 'find') return;
    const { kind } = request;
    const stored = answer as Stored | undefined;
    if (stored !== undefined) {
      this.#records.set(placeOf(kind, keyOf(tableOf(this.#schema, kind).kind, stored.record)), stored.record);
    } else if (request.do === 'get') this.noteAbsent(kind, request.key);
  }

  noteAbsent(kind: string, key: readonly Scalar[]): void {
    this.#records.set(placeOf(kind, key), 'absent');
  }

  /** Finds records before the operations of a batch. Only the first operation on a record sees its locked state. */
  before(operations: readonly BatchOperation[]): (kind: string, key: readonly Scalar[]) => LockedRecord | undefined {
    const removed = new Set<string | undefined>();
    for (const operation of operations) {
      if (operation.do === 'delete') removed.add(operation.kind);
      if (operation.do === 'trim') removed.add(operation.listed.kind);
    }
    return (kind, key) => {
      const place = placeOf(kind, key);
      const known = this.#records.get(place);
      this.#records.delete(place);
      return known === 'absent' || !this.#loses(kind, removed) ? known : undefined;
    };
  }

  /** Whether a removal of these kinds may remove records of a kind, perhaps with their owner. */
  #loses(kind: string | undefined, removed: ReadonlySet<string | undefined>): boolean {
    for (let name = kind; name !== undefined; name = this.#schema.get(name)?.kind.owner?.kind) {
      if (removed.has(name)) return true;
    }
    return false;
  }
}

/** Names a record. */
export function placeOf(kind: string, key: readonly Scalar[]): string {
  return JSON.stringify([kind, ...key]);
}
