import type { AnyKind, Storage } from '@botwright/core/ports';

/** The context of each case. */
export interface StorageFixture {
  /** Fresh and empty; after `reopen`, the store that was opened again. */
  readonly storage: Storage;
  /** Closes the store and opens the same data again. Present for durable stores. */
  reopen?(): Promise<Storage>;
  /** Opens the same data once more, while the store is open. Present for stores with `onQueuedWork`. */
  openBeside?(): Promise<Storage>;
}

/** A feature that a store may lack. */
export type OptionalPart = 'text' | 'exclusive';

/** One observable promise of a store, as data. */
export interface ContractCase {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** Leaves the case out for a store without it. */
  readonly needs?: 'durable' | 'queued-work' | OptionalPart;
  run(fixture: StorageFixture): Promise<void>;
}

/** Cases by their titles, which begin with the rule: `[RS1] what the case shows`. */
type CaseTable = Readonly<Record<`[${string}] ${string}`, ContractCase['run']>>;

export function casesOf(table: CaseTable): readonly ContractCase[] {
  return Object.entries(table).map(([text, run]) => {
    const [, rule = '', title = ''] = /^\[(\w+)\] (.*)$/.exec(text) ?? [];
    return { rule, title, run };
  });
}

/** Cases that are left out for a store without this. */
export function casesNeeding(needs: NonNullable<ContractCase['needs']>, table: CaseTable): readonly ContractCase[] {
  return casesOf(table).map((each) => ({ ...each, needs }));
}

/** A case with the kinds of records that its store has. */
export interface StorageCase extends ContractCase {
  readonly kinds: readonly AnyKind[];
}

/** One test, for any test runner. */
export interface ContractTest {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  /** `[RS1] what the case shows`. */
  readonly title: string;
  /** The reason to skip the test; absent: the test runs. */
  readonly skip?: string;
  /** Rejects if the subject breaks the rule. */
  run(): Promise<void>;
}

/** A rule that the subject does not follow. */
export interface ContractSkip {
  /** Id of the rule, such as `RS1`. */
  readonly rule: string;
  /** Shown by the test runner. */
  readonly reason: string;
}
