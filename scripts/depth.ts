/** How many times as many runs as usual: `npm run test:all -- --nightly` sets 5. */
const depth = Number(process.env['BOTWRIGHT_DEPTH'] ?? 1);

/**
 * Whether repetitions run too, of which every run has a representative: see CONTRIBUTING.md.
 */
export const isNightly = depth > 1;

/** The runs of a property, or seeds of the simulation. @param usual - Of every run of the tests. */
export function runs(usual: number): number {
  return usual * depth;
}

/** The first case of each rule of a contract, or with `--nightly` all: for stores whose statements another test runs. */
export function ofEachRule<TCase extends { readonly rule: string }>(cases: readonly TCase[]): readonly TCase[] {
  return isNightly ? cases : cases.filter(({ rule }, at) => cases.findIndex((each) => each.rule === rule) === at);
}
