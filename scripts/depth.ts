/** How many times as many runs as usual: `npm run test:all -- --nightly` sets 5. */
const depth = Number(process.env['BOTWRIGHT_DEPTH'] ?? 1);

/** Whether the check of packages also tries Next, and the lowest TypeScript in each way to find modules. */
export const isNightly = depth > 1;

/** The runs of a property, or seeds of the simulation. @param usual - Of every run of the tests. */
export function runs(usual: number): number {
  return usual * depth;
}
