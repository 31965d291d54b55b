import { type GetRequest, keyOf, type Request, type Scalar, type Stored } from '../../ports/record-store.ts';
import { kindOf } from '../../records/record-kinds.ts';

interface Loaded {
  readonly record: Stored['record'] | undefined;
  /** Nobody can change the record before the commit. */
  readonly isExpected: boolean;
  readonly isHead: boolean;
}

/** The records that a use-case has loaded by key, in their state after the writes of its decision. */
export class LoadedRecords {
  readonly #records = new Map<string, Loaded>();

  note(request: Request, answer: unknown): void {
    if (request.do !== 'get' && request.do !== 'find') return;
    const { kind } = request;
    const stored = answer as Stored | undefined;
    if (request.do === 'find' && stored === undefined) return;
    const key = request.do === 'get' ? request.key : keyOf(kindOf(kind), (stored as Stored).record);
    const name = nameOf(kind, key);
    const before = this.#records.get(name);
    if (before !== undefined && request.heads === true && !before.isHead) return;
    this.#records.set(name, {
      record: stored?.record,
      isExpected: request.expect === true || before?.isExpected === true,
      isHead: request.heads === true,
    });
  }

  /** Whether the answer to the request is known already. */
  has({ kind, key, expect, heads }: GetRequest): boolean {
    const known = this.#records.get(nameOf(kind, key));
    if (known === undefined) return false;
    return (known.isExpected || expect !== true) && (!known.isHead || heads === true);
  }

  /** @returns `undefined`: absent, or not loaded. */
  get(kind: string, key: readonly Scalar[]): Stored['record'] | undefined {
    return this.#records.get(nameOf(kind, key))?.record;
  }

  /** @throws When the record was not loaded. */
  find(kind: string, key: readonly Scalar[]): Stored['record'] | undefined {
    const known = this.#records.get(nameOf(kind, key));
    if (known === undefined) throw new Error(`A record of the kind ${kind} was not loaded.`);
    return known.record;
  }

  /** Sets the state of a record after a write of the decision; `undefined`: removed. */
  set(kind: string, key: readonly Scalar[], record: Stored['record'] | undefined): void {
    this.#records.set(nameOf(kind, key), { record, isExpected: true, isHead: false });
  }
}

export function nameOf(kind: string, key: readonly Scalar[]): string {
  return `${kind} ${JSON.stringify(key)}`;
}
