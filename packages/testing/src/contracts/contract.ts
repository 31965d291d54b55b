/** One observable promise of a port, as data. */
export interface ContractCase<TFixture> {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** Leaves the case out for a subject without this capability. */
  readonly needs?: 'durable' | 'queued-work';
  run(fixture: TFixture): Promise<void>;
}

/** One test, for any test runner. */
export interface ContractTest {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  /** `[ST1] what the case shows`. */
  readonly title: string;
  /** The reason to skip the test; absent: the test runs. */
  readonly skip?: string;
  run(): Promise<void>;
}

/** A rule that the subject does not follow. */
export interface ContractSkip {
  readonly rule: string;
  readonly reason: string;
}
