/** One observable promise of a port, as data: any test runner can run it. */
export interface ContractCase<TFixture> {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** Left out where the subject does not declare the capability. */
  readonly needs?: 'durable';
  run(fixture: TFixture): Promise<void>;
}

export interface ContractSkip {
  readonly rule: string;
  readonly reason: string;
}

export interface ContractBinding<TFixture> {
  readonly cases: readonly ContractCase<TFixture>[];
  /** What the subject declares. */
  readonly capabilities: { readonly durable: boolean };
  /** A fresh, empty subject for each case; cases may run in any order. */
  create(): Promise<TFixture>;
  dispose(fixture: TFixture): Promise<void>;
  /** Rules that the subject does not keep, each with its reason. */
  readonly skip?: readonly ContractSkip[];
}

export interface PlannedCase {
  /** `[RULE] title`, with the reason when it is skipped. */
  readonly title: string;
  readonly isSkipped: boolean;
  run(): Promise<void>;
}

/**
 * Lists what a runner has to run, each case on a subject of its own.
 *
 * @throws When a skip names a rule that no case has.
 */
export function planContract<TFixture>(binding: ContractBinding<TFixture>): readonly PlannedCase[] {
  const skips = new Map((binding.skip ?? []).map((skip) => [skip.rule, skip.reason]));
  for (const rule of skips.keys()) {
    if (!binding.cases.some((each) => each.rule === rule)) throw new TypeError(`No case has the rule ${rule}.`);
  }

  return binding.cases
    .filter((each) => each.needs === undefined || binding.capabilities[each.needs])
    .map((each) => {
      const reason = skips.get(each.rule);
      return {
        title: `[${each.rule}] ${each.title}${reason === undefined ? '' : ` (skipped: ${reason})`}`,
        isSkipped: reason !== undefined,
        run: () => runCase(binding, each),
      };
    });
}

async function runCase<TFixture>(binding: ContractBinding<TFixture>, each: ContractCase<TFixture>): Promise<void> {
  const fixture = await binding.create();
  try {
    await each.run(fixture);
  } finally {
    await binding.dispose(fixture);
  }
}
